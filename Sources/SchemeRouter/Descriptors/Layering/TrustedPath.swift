import Glibc
import RouterLinux

/// Whether others could replace or remove a file before it is read (S7), by the same rules as ssh: every directory on
/// its path, including those behind symbolic links, must belong to the user or root and not be writable by others.
///
/// Then nobody else can change the path between this check and the reading.
package struct TrustedPath {
    /// The most symbolic links followed, as in the kernel.
    private static let mostLinks = 40

    /// The path as it was given, for messages.
    private let path: String
    /// The components still to be walked, in reverse order.
    private var names: [String]
    /// The current place: a path without symbolic links. Empty for the root.
    private var place = ""
    private var links = 0
    /// Whether the file itself must also be safe from changes by others.
    private let isOfFile: Bool

    /// Throws ``DescriptorDiagnostic/Code/insecureFile`` if others could.
    ///
    /// A path that does not exist is accepted: if others create it later, they own it, and it is rejected then.
    /// - Parameter path: of a directory or a file.
    package static func check(_ path: String) throws(DescriptorErrors) {
        var walk = try TrustedPath(path, isOfFile: false)
        try walk.go()
    }

    /// Like ``check(_:)``, but also throws if others can change the file itself, or add files next to it, whatever its
    /// directory's sticky bit says: interpreters load what lies next to a script.
    package static func check(file path: String) throws(DescriptorErrors) {
        var walk = try TrustedPath(path, isOfFile: true)
        try walk.go()
    }

    /// How others could change the program or the entry of a program at `path`, as the end of a sentence about it; nil
    /// if they could not. The same check for whatever is started or receives a link or an answer.
    package static func danger(to path: String) -> String? {
        do throws(DescriptorErrors) {
            try check(file: path)
            return nil
        } catch {
            let found = error.diagnostics.first
            let hint = found?.hint.map { " (\($0))" } ?? ""
            let reason = (found?.message ?? "its location is not safe") + hint
            return "must not be used, because others could change it: \(ForeignText(reason.utf8).text)"
        }
    }

    private init(_ path: String, isOfFile: Bool) throws(DescriptorErrors) {
        self.path = path
        self.isOfFile = isOfFile
        names = Self.names(in: path)
        guard !path.isAbsolutePath else { return }
        guard let directory = Linux.getcwd() else { throw refusal("the working directory is gone, or not UTF-8") }
        names += Self.names(in: directory)
    }

    private static func names(in path: String) -> [String] { path.pathNames.filter { $0 != "." }.reversed() }

    private mutating func go() throws(DescriptorErrors) {
        var directory = try status(of: "/")
        while let name = names.popLast() {
            try check(directory, mayBeSticky: true)
            if name == ".." {
                place = place.parentPath ?? ""
                directory = try status(of: place.isEmpty ? "/" : place)
                continue
            }
            let next = "\(place)/\(name)"
            guard let found = Linux.lstat(next) else {
                guard errno == ENOENT || errno == ENOTDIR else { throw refusal("\(next) cannot be examined") }
                return
            }
            switch found.kind {
            case S_IFLNK:
                guard isOurs(found) else { throw refusal("\(next) belongs to another user") }
                try follow(next)
                directory = try status(of: place.isEmpty ? "/" : place)
            case S_IFDIR: (place, directory) = (next, found)
            // A file. Its own permissions are checked when it is opened, or here if another program opens it. In a
            // directory with the sticky bit, others cannot move our files.
            default:
                if isOfFile {
                    guard isOurs(found) else { throw refusal("\(next) belongs to another user") }
                    guard found.st_mode & 0o022 == 0 else {
                        throw refusal("other users may write to \(next)", hint: "run: chmod go-w \(ShellWord.of(next))")
                    }
                }
                return try check(directory, mayBeSticky: !isOfFile && isOurs(found))
            }
        }
        try check(directory, mayBeSticky: false)
    }

    private mutating func follow(_ link: String) throws(DescriptorErrors) {
        links += 1
        guard links <= Self.mostLinks, let bytes = Linux.readlink(link), !bytes.isEmpty else {
            throw refusal("\(link) is a broken link")
        }
        // The kernel follows the bytes. A repaired text would name another target, and the wrong one would be checked.
        guard let target = String(validating: bytes, as: UTF8.self) else {
            throw refusal("\(link) points to a name that is not UTF-8")
        }
        if target.isAbsolutePath { place = "" }
        names += Self.names(in: target)
    }

    /// - Parameter mayBeSticky: in a directory with the sticky bit, such as /tmp, users can move only their own files.
    ///   That is enough on the way, but not for the directory of the files themselves: others could add some.
    private func check(_ directory: stat, mayBeSticky: Bool) throws(DescriptorErrors) {
        let name = place.isEmpty ? "/" : place
        guard isOurs(directory) else { throw refusal("\(name) belongs to another user") }
        guard directory.st_mode & 0o022 == 0 || (mayBeSticky && directory.st_mode & S_ISVTX != 0) else {
            throw refusal("other users may write to \(name)", hint: "run: chmod go-w \(ShellWord.of(name))")
        }
    }

    private func isOurs(_ status: stat) -> Bool { status.st_uid == geteuid() || status.st_uid == 0 }

    private func status(of directory: String) throws(DescriptorErrors) -> stat {
        guard let found = Linux.stat(directory) else { throw refusal("\(directory) cannot be examined") }
        return found
    }

    private func refusal(_ message: String, hint: String? = nil) -> DescriptorErrors {
        DescriptorErrors(file: path, .insecureFile, message, hint: hint)
    }
}
