import Glibc

/// Starts a program that goes its own way: a session of its own, no terminal, nothing to read and nowhere to write.
enum DetachedProcess {
    /// Starts the program and does not wait for it.
    ///
    /// It stays our child, because Swift cannot fork twice around `posix_spawn`. So that no zombie stays in a process
    /// that lives on, a thread waits for it; where that cannot be had, the zombie lasts until this process ends, which for
    /// a command line is at once.
    static func start(_ spawn: Spawn, in directory: String) throws(SystemError) {
        let process = try spawn.start(
            input: .null, output: .null, error: .null, directory: directory, newSession: true)
        _ = OwnThread.start {
            while waitpid(process, nil, 0) < 0 && errno == EINTR {}
        }
    }
}
