import Glibc
import RouterLinux
import SchemeRouter

/// Directories and files that nobody else may read or change.
public enum PrivateDirectory {
    /// Creates `path` and any missing parents, readable only by their owner.
    ///
    /// Throws ``ServiceError/Code/cannotWrite`` if others can change the directory or one in its path
    /// (``TrustedPath``): they could replace our files.
    public static func create(_ path: String) throws(ServiceError) {
        var found = Linux.stat(path)
        if found == nil {
            try makeMissing(path)
            found = Linux.stat(path)
        }
        guard let status = found else { throw .cannotWrite(path) }
        guard status.kind == S_IFDIR else { throw .cannotWrite(path, reason: ENOTDIR) }
        guard status.isOnlyOursToChange else { throw .changeableByOthers(path) }
        try checkWay(to: path)
    }

    private static func makeMissing(_ path: String) throws(ServiceError) {
        var made = path.isAbsolutePath ? "/" : ""
        for name in path.pathNames {
            made += name
            if Linux.mkdir(made, 0o700) != 0 {
                let reason = errno
                // We may not have write access to the parent directories, and do not need it.
                guard Linux.access(made, F_OK) == 0 else { throw .cannotWrite(made, reason: reason) }
            }
            made += "/"
        }
    }

    /// Throws ``ServiceError/Code/cannotWrite`` if others can change a directory or one in its path.
    ///
    /// Anyone who can rename a parent directory can replace ours, and with it the journal with one that has no payments
    /// (S6), or the wallet with one whose count of wrong passcodes is zero.
    public static func checkWay(to path: String) throws(ServiceError) {
        do {
            try TrustedPath.check(path)
        } catch {
            let problem = error.diagnostics.first
            throw ServiceError(
                .cannotWrite, "\(path) is not used: \(problem?.message ?? "others can change it").",
                hint: problem?.hint
                    ?? "Every directory in the path must belong to you or the system and be writable by nobody else.")
        }
    }

    /// Creates a directory, or removes everybody else's access to it.
    public static func restrict(_ path: String) throws(ServiceError) {
        try create(path)
        guard let status = Linux.stat(path) else { throw .cannotWrite(path) }
        if status.st_uid == geteuid(), status.st_mode & 0o077 != 0, Linux.chmod(path, 0o700) != 0 {
            throw .cannotWrite(path)
        }
    }

    /// Creates an empty file that only its owner may read, and its directory, unless the file exists.
    /// - Returns: the path without symbolic links. The file itself must not be one.
    static func createFile(_ path: String) throws(ServiceError) -> String {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let directory = slash.map { String(path[...$0]) } ?? "."
        try create(directory)
        guard let resolved = Linux.realpath(directory) else { throw .cannotWrite(directory) }
        let name = path[(slash.map(path.utf8.index(after:)) ?? path.startIndex)...]
        let file = "\(resolved)/\(name)"

        if Linux.lstat(file) == nil {
            // Never open and close the file under its own name: closing would release the locks that SQLite holds on it
            // elsewhere in this process.
            do {
                try AtomicFile.write([], to: file, mode: .create)
            } catch {
                // Another process may have created it first.
                guard Linux.lstat(file) != nil else { throw error }
            }
        }
        guard let status = Linux.lstat(file) else { throw .cannotWrite(file) }
        guard status.kind == S_IFREG else {
            throw ServiceError(.cannotWrite, "\(file) is not a regular file.")
        }
        guard status.isOnlyOursToChange else { throw .changeableByOthers(file) }
        if status.st_mode & 0o077 != 0, Linux.chmod(file, 0o600) != 0 { throw .cannotWrite(file) }
        return file
    }
}

extension stat {
    /// Whether only this user and the system's administrator can change it.
    var isOnlyOursToChange: Bool { (st_uid == geteuid() || st_uid == 0) && st_mode & 0o022 == 0 }
}

extension ServiceError {
    /// The system's reason why a file cannot be written.
    static func cannotWrite(_ path: String, reason: Int32 = errno) -> ServiceError {
        ServiceError(
            .cannotWrite, "\(path) cannot be written: \(Linux.strerror(reason)).",
            hint: "Nothing was lost. Free some space, or check your write permission.")
    }

    /// Reports that others could replace a file.
    static func changeableByOthers(_ path: String) -> ServiceError {
        ServiceError(
            .cannotWrite, "\(path) is not used: others can change it.",
            hint: "It must be yours and writable by nobody else (chmod go-w).")
    }
}
