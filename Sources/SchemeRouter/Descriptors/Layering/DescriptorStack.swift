import Glibc
import RouterLinux

/// Descriptor files in order of precedence: later ones add to, tighten or replace parts of earlier ones.
public struct DescriptorStack: Sendable {
    /// Where the distribution and the administrator put descriptors, lowest precedence first. The person's own come
    /// last.
    public static let systemDirectories = ["/usr/share/schemerouter/schemes.d", "/etc/schemerouter/schemes.d"]

    public private(set) var files: [DescriptorFile]
    /// The reasons why files and directories were not read.
    public private(set) var refusals: [DescriptorDiagnostic] = []

    /// Creates a stack of files.
    public init(_ files: [DescriptorFile]) {
        self.files = files
    }

    /// A file, with the drop-ins of `directories` on top, lowest precedence first. See ``add(directory:)``.
    public init(_ file: DescriptorFile, directories: [String]) {
        self.init([file])
        for directory in directories { add(directory: directory) }
    }

    /// Whether the stack contains only the built-in descriptors.
    public var isShippedOnly: Bool {
        files.count == 1 && refusals.isEmpty && files[0].name == DescriptorFile.shipped.name
            && files[0].bytes == DescriptorFile.shipped.bytes
    }

    /// Adds a file on top of all others.
    public mutating func add(_ file: DescriptorFile) { files.append(file) }

    /// Adds the regular files of a directory whose names end in `.yaml` and do not begin with a point, in the byte
    /// order of their names. Subdirectories are ignored; a directory that does not exist has no files.
    ///
    /// Files and directories must belong to the user or root, and others must not be able to change them (S7). This
    /// also applies to an empty directory: whoever can remove files can loosen what they tightened. ``refusals``
    /// reports what was rejected.
    public mutating func add(directory: String) {
        let descriptor = Linux.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = errno
            // A missing directory has no files, but a broken link is an error: its target may have contained
            // restrictions.
            if reason != ENOENT || Linux.lstat(directory) != nil {
                refuse(directory, .unreadable, "the directory cannot be opened: \(Linux.strerror(reason))")
            }
            return
        }
        defer { close(descriptor) }
        do {
            let names = try names(in: descriptor, of: directory)
            try TrustedPath.check(directory)
            for bytes in names {
                let name = String(decoding: bytes, as: UTF8.self)
                guard name.utf8.elementsEqual(bytes) else {
                    refuse("\(directory)/\(name)", .unreadable, "the file's name is not UTF-8", hint: "rename the file")
                    continue
                }
                guard name.hasSuffix(".yaml") else {
                    // Whoever named it so meant it to count, and it may have limits.
                    refuse(
                        "\(directory)/\(name)", .unreadable, "the file's name does not end in “.yaml”",
                        hint: "rename the file")
                    continue
                }
                addFile("\(directory)/\(name)", name, in: descriptor)
            }
        } catch {
            refusals += error.diagnostics
        }
    }

    /// Rejects all files if others can change a directory, or remove it with the restrictions in it.
    ///
    /// For the person's own settings, whose directory need not exist; only root can change those of the system.
    public mutating func require(trusted directory: String) {
        do {
            try TrustedPath.check(directory)
        } catch {
            refusals += error.diagnostics
        }
    }

    private mutating func addFile(_ path: String, _ name: String, in directory: Int32) {
        guard let status = Linux.fstatat(directory, name, AT_SYMLINK_NOFOLLOW) else {
            // It may have been removed after its name was read.
            if errno != ENOENT { refuse(path, .unreadable, "the file cannot be examined: \(Linux.strerror(errno))") }
            return
        }
        do {
            switch status.kind {
            case S_IFREG: break
            case S_IFLNK:
                guard let target = Linux.fstatat(directory, name, 0) else {
                    return refuse(path, .unreadable, "this is a broken link: \(Linux.strerror(errno))")
                }
                guard target.kind == S_IFREG else { return refuse(path, .unreadable, "this is not a regular file") }
                try TrustedPath.check(path)
            default: return refuse(path, .unreadable, "this is not a regular file")
            }
            if let file = try DescriptorFile.read(path: path, trust: .notWritableByOthers) { files.append(file) }
        } catch {
            refusals += error.diagnostics
        }
    }

    /// The names of possible descriptor files, also those that end in `.yml` or `.YAML`, in byte order.
    private func names(in descriptor: Int32, of directory: String) throws(DescriptorErrors) -> [[UInt8]] {
        guard let names = Linux.names(in: descriptor) else {
            throw DescriptorErrors(
                file: directory, .unreadable, "the directory cannot be read: \(Linux.strerror(errno))")
        }
        return names.filter { name in
            let end = String(decoding: name.suffix(5), as: UTF8.self).lowercased()
            return name.first != UInt8(ascii: ".") && (end == ".yaml" || end.hasSuffix(".yml"))
        }
        .sorted { $0.lexicographicallyPrecedes($1) }
    }

    private mutating func refuse(
        _ path: String, _ code: DescriptorDiagnostic.Code, _ message: String, hint: String? = nil
    ) {
        refusals.append(DescriptorDiagnostic(file: path, code: code, message: message, hint: hint))
    }
}
