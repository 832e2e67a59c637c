import RouterConfinement
import RouterLinux
import SchemeRouter

/// Prevents a process from leaking what is in its memory. For programs, not for libraries: it changes the whole
/// process.
public enum Hardening {
    /// Prevents core dumps and debuggers of the same user from reading our memory, see `MemoryProtection`.
    ///
    /// Leaves the umask unchanged: receivers that we start inherit it, and would create files that the person's other
    /// programs cannot share. Instead, we create each of our own files with an explicit mode.
    /// - Throws: `ServiceError/Code/internalError` if the system refuses, which is not expected.
    public static func apply() throws(ServiceError) {
        try rethrowing(try MemoryProtection.apply()) { (error: ConfinementError) in
            ServiceError(.internalError, "this process cannot protect its memory on this system: \(error)")
        }
    }
}
