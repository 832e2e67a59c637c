import Glibc

/// Descriptor files in the order in which they count: later ones add to earlier ones, tighten them, or take their place.
public struct DescriptorStack: Sendable {
    /// Where the distribution and the administrator put descriptors, earlier first. The person's own come last.
    public static let systemDirectories = ["/usr/share/schemerouter/schemes.d", "/etc/schemerouter/schemes.d"]

    /// The files.
    public private(set) var files: [DescriptorFile]
    /// What is wrong with files and directories that were not read.
    public private(set) var refusals: [DescriptorDiagnostic] = []

    /// Files as given.
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
    public mutating func add(_ file: DescriptorFile) {
        files.append(file)
    }

    /// Adds the regular files of a directory whose names end in `.yaml` and do not begin with a point, in the order of
    /// the bytes of their names. Directories inside are not entered; a directory that does not exist has no files.
    ///
    /// Files and directories must belong to the user or root, and others must not be able to change them (S7), also where
    /// a directory has no files: whoever can take them away can loosen what they tighten. What is refused is said in
    /// ``refusals``.
    public mutating func add(directory: String) {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno != ENOENT { refuse(directory, .unreadable, "the directory cannot be opened: \(reason(errno))") }
            return
        }
        defer { close(descriptor) }
        do {
            let names = try names(in: descriptor, of: directory)
            try TrustedPath.check(directory)
            for name in names { addFile("\(directory)/\(name)", name, in: descriptor) }
        } catch {
            refusals += error.diagnostics
        }
    }

    /// Refuses everything where others can change a directory, or take it away and with it what it forbids.
    ///
    /// It is said of the person's own settings, whose directories need not exist; in those of the system nobody else can
    /// do anything.
    public mutating func require(trusted directory: String) {
        do {
            try TrustedPath.check(directory)
        } catch {
            refusals += error.diagnostics
        }
    }

    private mutating func addFile(_ path: String, _ name: String, in directory: Int32) {
        var status = stat()
        guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        do {
            switch status.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFLNK:
                guard fstatat(directory, name, &status, 0) == 0 else {
                    return refuse(path, .unreadable, "this link leads nowhere: \(reason(errno))")
                }
                guard status.st_mode & S_IFMT == S_IFREG else { return }
                try TrustedPath.check(path)
            default: return
            }
            if let file = try DescriptorFile.read(path: path, trust: .notWritableByOthers) { files.append(file) }
        } catch {
            refusals += error.diagnostics
        }
    }

    /// The names of what may be descriptor files, in the order of their bytes.
    private func names(in descriptor: Int32, of directory: String) throws(DescriptorErrors) -> [String] {
        // The stream closes its descriptor, and ours is needed longer.
        guard let stream = fdopendir(fcntl(descriptor, F_DUPFD_CLOEXEC, 0)) else {
            throw DescriptorErrors([
                DescriptorDiagnostic(
                    file: directory, code: .unreadable, message: "the directory cannot be read: \(reason(errno))")
            ])
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.utf8.first != UInt8(ascii: "."), name.utf8.suffix(5).elementsEqual(".yaml".utf8) {
                names.append(name)
            }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private mutating func refuse(_ path: String, _ code: DescriptorDiagnostic.Code, _ message: String) {
        refusals.append(DescriptorDiagnostic(file: path, code: code, message: message))
    }

    private func reason(_ error: Int32) -> String {
        strerror(error).map { String(cString: $0) } ?? "error \(error)"
    }
}
