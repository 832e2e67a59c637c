import RouterConfinement
import RouterLinux
import SchemeRouter

/// Closes the ways by which a process leaks what it holds. For programs, not for libraries: it changes the whole process.
public enum Hardening {
    /// No core dump and no debugger of the same user reads our memory, see `MemoryProtection`.
    ///
    /// The umask stays as it is: a started receiver has it for as long as it runs, and would make files that the person's
    /// other programs cannot share. Every file of ours is made with its own mode instead.
    /// - Throws: `ServiceError/Code/internalError` if the system refuses, which it has no reason to.
    public static func apply() throws(ServiceError) {
        try rethrowing(try MemoryProtection.apply()) { (error: ConfinementError) in
            ServiceError(.internalError, "this process cannot protect its memory on this system: \(error)")
        }
    }
}
