import Glibc
import RouterLinux

/// Whether others could replace or remove a file before it is read (S7), judged as ssh does:
/// every directory in its path, including those behind symbolic links, belongs to the user or root, and nobody else may
/// write there.
///
/// Then nobody else can change the path between this check and the reading.
package struct TrustedPath {
    /// The most symbolic links that are followed, as the kernel does.
    private static let mostLinks = 40

    /// The path as it was given, for messages.
    private let path: String
    /// The names that are still to be walked, the last one first.
    private var names: [String]
    /// Where the walk is: a path without links. Empty for the root.
    private var place = ""
    private var links = 0
    /// Whether the file itself must be out of others' reach, too.
    private let isOfFile: Bool

    /// Throws ``DescriptorDiagnostic/Code/insecureFile`` where others could.
    ///
    /// What does not exist is not theirs: whoever makes it later owns it, and is refused then.
    /// - Parameter path: of a directory or a file.
    package static func check(_ path: String) throws(DescriptorErrors) {
        var walk = try TrustedPath(path, isOfFile: false)
        try walk.go()
    }

    /// As ``check(_:)`` does, and throws where others can change the file itself.
    package static func check(file path: String) throws(DescriptorErrors) {
        var walk = try TrustedPath(path, isOfFile: true)
        try walk.go()
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
            // A file. Who may change it is looked at when it is opened, or here where another program opens it. In a
            // directory with the sticky bit nobody moves one of ours.
            default:
                if isOfFile, !isOurs(found) || found.st_mode & 0o022 != 0 { throw refusal("others can change \(next)") }
                return try check(directory, mayBeSticky: isOurs(found))
            }
        }
        try check(directory, mayBeSticky: false)
    }

    private mutating func follow(_ link: String) throws(DescriptorErrors) {
        links += 1
        guard links <= Self.mostLinks, let bytes = Linux.readlink(link), !bytes.isEmpty else {
            throw refusal("\(link) is a broken link")
        }
        // The kernel goes where the bytes lead. A text that was repaired would lead elsewhere, and that would be checked.
        guard let target = String(validating: bytes, as: UTF8.self) else {
            throw refusal("\(link) points to a name that is not UTF-8")
        }
        if target.isAbsolutePath { place = "" }
        names += Self.names(in: target)
    }

    /// - Parameter mayBeSticky: in a directory such as /tmp, with the sticky bit, nobody can move what is not theirs. That
    ///   is enough on the way, but not where the files themselves lie: others could add some.
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
