import Glibc
import RouterLinux

/// Descriptor files in the order in which they count: later ones add to earlier ones, tighten them, or take their place.
public struct DescriptorStack: Sendable {
    /// Where the distribution and the administrator put descriptors, earlier first. The person's own come last.
    public static let systemDirectories = ["/usr/share/schemerouter/schemes.d", "/etc/schemerouter/schemes.d"]

    /// The files.
    public private(set) var files: [DescriptorFile]
    /// What is wrong with files and directories that were not read.
    public private(set) var refusals: [DescriptorDiagnostic] = []

    /// Creates files.
    public init(_ files: [DescriptorFile]) {
        self.files = files
    }

    /// A file, and above it those that were dropped into `directories`, earlier first. See ``add(directory:)``.
    public init(_ file: DescriptorFile, directories: [String]) {
        self.init([file])
        for directory in directories { add(directory: directory) }
    }

    /// Whether these are the built-in descriptors and nothing else.
    public var isShippedOnly: Bool {
        files.count == 1 && refusals.isEmpty && files[0].name == DescriptorFile.shipped.name
            && files[0].bytes == DescriptorFile.shipped.bytes
    }

    /// Adds one file above all others.
    public mutating func add(_ file: DescriptorFile) { files.append(file) }

    /// Adds the regular files of a directory whose names end in `.yaml` and do not begin with a point, in the order of
    /// the bytes of their names. Directories inside are not entered; a directory that does not exist has no files.
    ///
    /// Files and directories must belong to the user or root, and others must not be able to change them (S7), also where
    /// a directory has no files: whoever can take them away can loosen what they tighten. What is refused is said in
    /// ``refusals``.
    public mutating func add(directory: String) {
        let descriptor = Linux.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = errno
            // Nothing there means no files. A link that leads nowhere is something: what it led to may forbid a lot.
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
                addFile("\(directory)/\(name)", name, in: descriptor)
            }
        } catch {
            refusals += error.diagnostics
        }
    }

    /// Refuses all files where others can change a directory, or remove it together with what it forbids.
    ///
    /// This is for the person's own settings, whose directory need not exist; only root can change those of the system.
    public mutating func require(trusted directory: String) {
        do {
            try TrustedPath.check(directory)
        } catch {
            refusals += error.diagnostics
        }
    }

    private mutating func addFile(_ path: String, _ name: String, in directory: Int32) {
        guard let status = Linux.fstatat(directory, name, AT_SYMLINK_NOFOLLOW) else {
            // It may have been taken away since its name was read.
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
                guard target.kind == S_IFREG else { return }
                try TrustedPath.check(path)
            default: return
            }
            if let file = try DescriptorFile.read(path: path, trust: .notWritableByOthers) { files.append(file) }
        } catch {
            refusals += error.diagnostics
        }
    }

    /// The names of what may be descriptor files, in the order of their bytes.
    private func names(in descriptor: Int32, of directory: String) throws(DescriptorErrors) -> [[UInt8]] {
        guard let names = Linux.names(in: descriptor) else {
            throw DescriptorErrors(
                file: directory, .unreadable, "the directory cannot be read: \(Linux.strerror(errno))")
        }
        return names.filter { $0.first != UInt8(ascii: ".") && $0.suffix(5).elementsEqual(".yaml".utf8) }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    private mutating func refuse(
        _ path: String, _ code: DescriptorDiagnostic.Code, _ message: String, hint: String? = nil
    ) {
        refusals.append(DescriptorDiagnostic(file: path, code: code, message: message, hint: hint))
    }
}
