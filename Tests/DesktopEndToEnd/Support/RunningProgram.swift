import Foundation

/// A program that runs beside the test, and ends with this object at the latest: by its process id, nobody else's.
final class RunningProgram {
    let process = Process()
    private let output: URL

    /// Starts a program. What it prints goes to a file: a pipe would have to be read until the last of its children ends.
    init(_ program: String, _ arguments: [String], environment: [String: String], in directory: URL) throws {
        let name = URL(fileURLWithPath: program).lastPathComponent
        output = directory.appendingPathComponent("output-of-\(name)-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        let file = try FileHandle(forWritingTo: output)
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = directory
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = file
        process.standardError = file
        // Tests run on threads that block signals. A program would inherit that, and could not be asked to end.
        var (none, blocked) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try process.run()
        try file.close()
    }

    deinit {
        end()
    }

    /// What it printed so far, on standard output and error.
    var printed: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

    /// Its exit status, or nil if it does not end.
    func status() -> Int32? {
        Patience.holds { !process.isRunning } ? process.terminationStatus : nil
    }

    /// Asks it to end, and makes it if it does not.
    func end() {
        guard process.isRunning else { return }
        process.terminate()
        if !Patience.holds(within: 3, { !process.isRunning }) { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }
}
