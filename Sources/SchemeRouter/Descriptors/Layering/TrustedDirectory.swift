import Glibc
import LinuxCalls

/// Whether others could put another file in the place of one that was checked (S7), as ssh looks at it: the directory and
/// all above it belong to the user or root, and nobody else may write there.
enum TrustedDirectory {
    /// Throws ``DescriptorDiagnostic/Code/insecureFile`` where others could.
    /// - Parameters:
    ///   - descriptor: an open directory. Its place is looked at, not its name, which could be exchanged.
    ///   - path: its name in messages.
    static func check(_ descriptor: Int32, path: String) throws(DescriptorErrors) {
        try check("/proc/self/fd/\(descriptor)", from: descriptor, path: path)
    }

    /// Checks the directory of the file that a symbolic link leads to.
    static func checkTarget(of link: String) throws(DescriptorErrors) {
        guard let target = Linux.realpath(link) else { throw refusal(link, "this link leads nowhere") }
        let slash = target.utf8.lastIndex(of: UInt8(ascii: "/")) ?? target.startIndex
        try check(String(target[...slash]), from: nil, path: link)
    }

    /// Goes up from a directory: the open one `descriptor`, or else the one that `name` names.
    private static func check(_ name: String, from descriptor: Int32?, path: String) throws(DescriptorErrors) {
        var way = descriptor == nil ? name : "."
        var shown = name
        var below: stat?
        while true {
            var status = stat()
            guard Linux.fstatat(descriptor ?? AT_FDCWD, way, &status, 0) == 0 else {
                throw refusal(path, "the directories above it cannot be examined")
            }
            // The root is above itself.
            if let below, below.st_dev == status.st_dev, below.st_ino == status.st_ino { return }
            try check(status, isAbove: below != nil, name: shown, path: path)
            below = status
            way += "/.."
            shown += "/.."
        }
    }

    private static func check(
        _ status: stat, isAbove: Bool, name: String, path: String
    ) throws(DescriptorErrors) {
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw refusal(path, "\(Linux.realpath(name) ?? "a directory above it") belongs to another user")
        }
        // In a directory such as /tmp, with the sticky bit, nobody can move what is not theirs.
        guard status.st_mode & 0o022 == 0 || (isAbove && status.st_mode & S_ISVTX != 0) else {
            let name = Linux.realpath(name)
            throw refusal(
                path, "other users may write to \(name ?? "a directory above it")",
                hint: name.map { "run: chmod go-w \(ShellWord.of($0))" })
        }
    }

    private static func refusal(_ path: String, _ message: String, hint: String? = nil) -> DescriptorErrors {
        DescriptorErrors([DescriptorDiagnostic(file: path, code: .insecureFile, message: message, hint: hint)])
    }
}
