import Glibc
import RouterCLinux

/// Permanently drops privileges that a program talking to strangers does not need.
public enum Confinement {
    /// The protections that the kernel granted.
    public struct Granted: Sendable, Equatable {
        /// Whether access to the file system is dropped.
        public let files: Bool
        /// Whether no program can be started.
        public let exec: Bool
    }

    /// Call this before anything else runs: it closes all descriptors but the three standard streams, clears the
    /// environment, and prevents core dumps, debuggers and new privileges.
    ///
    /// The environment variables of OpenSSL and libcurl set proxies, certificates, configurations and a file to write
    /// all TLS keys to; whoever starts the parent could choose them.
    public static func begin() throws(ConfinementError) {
        linux_close_from(3)
        guard linux_clear_environment() == 0 else { throw .last("clearenv") }
        try MemoryProtection.apply()
        guard linux_set_no_new_privileges() == 0 else { throw .last("prctl") }
    }

    /// Drops access to the file system except for reading `readable`: no file can be written, and no program started.
    ///
    /// Call this while there is one thread: threads started later inherit it.
    /// - Parameter descriptors: the most files and sockets that can be open at a time.
    /// - Throws: ``ConfinementError`` if the kernel has a protection and refuses it. Protections that it lacks are
    ///   missing in the result.
    public static func seal(readable: [String], descriptors: Int) throws(ConfinementError) -> Granted {
        try limit(RLIMIT_CORE, to: 0)
        try limit(RLIMIT_FSIZE, to: 0)
        try limit(RLIMIT_NOFILE, to: descriptors)
        let files = try Landlock.restrict(readable: readable)
        return Granted(files: files, exec: linux_forbid_exec() == 0)
    }

    /// Confines a program that shows a window: it keeps its environment and the Unix sockets of the desktop, but can reach no
    /// network, start no program, write no file and read only `readable`.
    ///
    /// Call this before anything else runs. It closes all descriptors above `keeping`, and prevents core dumps, debuggers
    /// and new privileges.
    /// - Parameters:
    ///   - readable: files, or directories with their contents. Missing ones are ignored.
    ///   - keeping: the highest descriptor that stays open.
    ///   - hasSecrets: whether it is protected from debuggers and core dumps. The desktop's portal answers no program that is,
    ///     because it looks into its `/proc/PID/root`.
    /// - Returns: what the kernel granted: one that lacks a protection does without.
    /// - Throws: ``ConfinementError`` if the kernel has a protection and refuses it.
    @discardableResult
    public static func sealWindow(
        readable: [String], keeping: Int32, hasSecrets: Bool = true
    ) throws(ConfinementError) -> Granted {
        linux_close_from(keeping + 1)
        if hasSecrets { try MemoryProtection.apply() }
        guard linux_set_no_new_privileges() == 0 else { throw .last("prctl") }
        // A desktop's sockets may be abstract ones.
        let files = try Landlock.restrict(readable: readable, isolated: false)
        return Granted(files: files, exec: linux_forbid_exec() == 0 && linux_forbid_network() == 0)
    }

    /// Allows only TCP sockets from now on, so that the kernel itself prevents name resolution.
    ///
    /// Call this while there is one thread: threads started later inherit it.
    /// - Parameter local: whether Unix sockets are allowed as well.
    /// - Returns: whether the kernel supports it.
    public static func forbidDatagrams(exceptLocal local: Bool) -> Bool {
        linux_forbid_datagrams(local ? 1 : 0) == 0
    }

    private static func limit(_ resource: __rlimit_resource, to value: Int) throws(ConfinementError) {
        var limit = rlimit()
        guard Linux.getrlimit(resource, &limit) == 0 else { throw .last("getrlimit") }
        let value = min(rlim_t(value), limit.rlim_max)
        limit = rlimit(rlim_cur: value, rlim_max: value)
        guard Linux.setrlimit(resource, limit) == 0 else { throw .last("setrlimit") }
    }
}

/// A protection that the system should have granted but refused.
public struct ConfinementError: Error, Sendable, CustomStringConvertible {
    /// The failed call, and the system's error text.
    public let description: String

    static func last(_ call: String) -> ConfinementError {
        ConfinementError(description: "\(call): \(Linux.strerror(errno))")
    }
}

/// Prevents a process from leaking the contents of its memory.
public enum MemoryProtection {
    /// Prevents core dumps, and debuggers of the same user.
    ///
    /// Started programs inherit the limit; only the soft one is set, so that they can raise it again. Crash signals get
    /// their default action: on a terminal, Swift's own handler would print the registers and the memory they point to,
    /// which may be a secret (S8).
    public static func apply() throws(ConfinementError) {
        for crash in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(crash, SIG_DFL) }
        var limit = rlimit()
        guard Linux.getrlimit(RLIMIT_CORE, &limit) == 0 else { throw .last("getrlimit") }
        limit.rlim_cur = 0
        guard Linux.setrlimit(RLIMIT_CORE, limit) == 0 else { throw .last("setrlimit") }
        guard linux_set_dumpable(0) == 0 else { throw .last("prctl") }
    }
}

/// The kernel's way for a process to give up access to the file system permanently.
///
/// It needs no privilege. Linux has it since 5.13; some distributions leave it switched off.
public enum Landlock {
    /// The version of the kernel's interface; nil if it is missing or switched off.
    ///
    /// Version 3 also prevents truncating files, version 4 listening on TCP ports, and version 6 sending signals to
    /// other processes.
    public static var version: Int? {
        let version = linux_landlock_abi()
        return version > 0 ? Int(version) : nil
    }

    /// Gives up the file system, except for reading `readable`: files, or directories with their contents.
    ///
    /// Afterwards no program can be started and nothing can be written. Open files stay open. Missing paths are
    /// ignored. `PR_SET_NO_NEW_PRIVS` must be set.
    /// - Parameter isolated: whether abstract Unix sockets of other programs are given up, too.
    /// - Returns: whether the kernel supports it; false if ``version`` is nil.
    /// - Throws: ``ConfinementError`` if it should have been possible but failed.
    static func restrict(readable: [String], isolated: Bool = true) throws(ConfinementError) -> Bool {
        guard let ruleset = try ruleset(readable: readable, executable: [], isolated: isolated) else { return false }
        defer { close(ruleset) }
        guard linux_landlock_restrict(ruleset) == 0 else { throw .last("landlock_restrict_self") }
        return true
    }

    /// The rules of ``restrict(readable:isolated:)``, for a process that does not exist yet.
    /// - Parameters:
    ///   - executable: files, or directories with their contents, that can be read and executed.
    ///   - isolated: as for ``restrict(readable:isolated:)``.
    /// - Returns: a descriptor for the caller to close; nil if ``version`` is.
    static func ruleset(
        readable: [String], executable: [String], isolated: Bool = true
    ) throws(ConfinementError) -> Int32? {
        guard let version else { return nil }
        // Version 6 brought the isolation.
        let ruleset = linux_landlock_create(Int32(isolated ? version : min(version, 5)))
        guard ruleset >= 0 else { throw .last("landlock_create_ruleset") }
        do throws(ConfinementError) {
            for path in readable { try allow(path, ruleset, 0) }
            for path in executable { try allow(path, ruleset, linux_landlock_execute) }
        } catch {
            close(ruleset)
            throw error
        }
        return ruleset
    }

    private static func allow(_ path: String, _ ruleset: Int32, _ more: UInt64) throws(ConfinementError) {
        let file = Linux.open(path, linux_open_path | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        guard let status = Linux.fstat(file) else { throw .last("fstat") }
        let isDirectory = status.kind == S_IFDIR
        let reading = isDirectory ? linux_landlock_read_file | linux_landlock_read_directory : linux_landlock_read_file
        guard linux_landlock_allow(ruleset, file, reading | more) == 0 else { throw .last("landlock_add_rule") }
    }
}

/// The system files that a program reads to resolve names and to check certificates.
public enum NetworkFiles {
    /// Files and directories, for ``Confinement/seal(readable:descriptors:)``. Missing ones are ignored.
    ///
    /// They include the libraries because the C library loads its name services (NSS) when it resolves the first name.
    /// - Parameter names: whether to include the files that resolve names.
    public static func paths(resolving names: Bool) -> [String] {
        let resolver = [
            "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services",
            "/etc/protocols", "/etc/ld.so.cache",
        ]
        let libraries = ["/lib", "/lib64", "/usr/lib", "/usr/lib64"]
        let certificates = [
            "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/usr/share/ca-certificates",
            "/usr/local/share/ca-certificates", "/usr/share/pki",
        ]
        return libraries + certificates + (names ? resolver + resolverDirectory : [])
    }

    /// The resolver program's own directory, if `/etc/resolv.conf` links into one, such as `/run/systemd/resolve`: a
    /// change of network creates a new file there.
    private static var resolverDirectory: [String] {
        guard let path = Linux.realpath("/etc/resolv.conf"), path.hasPrefix("/run/"),
            let directory = path.parentPath, directory != "/run"
        else { return [] }
        return [directory]
    }
}
