import Glibc
import RouterCLinux
import RouterLinux

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
    /// - Returns: whether the kernel supports it; false if ``version`` is nil.
    /// - Throws: ``ConfinementError`` if it should have been possible but failed.
    static func restrict(readable: [String]) throws(ConfinementError) -> Bool {
        guard let ruleset = try ruleset(readable: readable, executable: []) else { return false }
        defer { close(ruleset) }
        guard linux_landlock_restrict(ruleset) == 0 else { throw .last("landlock_restrict_self") }
        return true
    }

    /// The rules of ``restrict(readable:)``, for a process that does not exist yet.
    /// - Parameter executable: files, or directories with their contents, that can be read and executed.
    /// - Returns: a descriptor for the caller to close; nil if ``version`` is.
    static func ruleset(readable: [String], executable: [String]) throws(ConfinementError) -> Int32? {
        guard let version else { return nil }
        let ruleset = linux_landlock_create(Int32(version))
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
