import Glibc
import RouterLinux
import RouterProcesses

extension OwnedDescriptor {
    /// A small regular file of the person's own, to be locked, read and written. It is created (0600) if it does not
    /// exist.
    ///
    /// Symbolic links are not followed, and opening a pipe does not block.
    /// - Throws: why the file cannot be used: `EPERM` if it is not a regular file, or not the person's own.
    static func ownFile(_ path: String) throws(SystemError) -> OwnedDescriptor {
        let number = Linux.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard number >= 0 else { throw .last }
        let file = OwnedDescriptor(number)
        guard let status = Linux.fstat(number) else { throw .last }
        guard status.kind == S_IFREG, status.st_uid == geteuid() else { throw SystemError(code: EPERM) }
        guard fchmod(file.number, 0o600) == 0 else { throw .last }
        return file
    }
}
