import Glibc

/// How this process was started, kept as the kernel tells it: no encoding of ours stands between a test and the bytes.
struct Record {
    private let path: String

    /// A record of a program, one of many in `directory`.
    init(of name: String, in directory: String) {
        path = "\(directory)/\(name).\(getpid())"
    }

    /// Writes all of it, and only then gives it the name by which the test finds it.
    func write() {
        let unfinished = path + ".unfinished"
        guard unsafe mkdir(unfinished, 0o700) == 0 else { exit(73) }
        for file in ["cmdline", "environ", "limits", "status", "stat"] { copy("/proc/self/\(file)", unfinished, file) }
        // Our parent is alive while it asks or starts us; what protects it is seen from here.
        copy("/proc/\(getppid())/limits", unfinished, "parent-limits")
        put(descriptors(), unfinished, "descriptors")
        guard unsafe rename(unfinished, path) == 0 else { exit(73) }
    }

    /// The open descriptors and what they are, one a line.
    private func descriptors() -> [UInt8] {
        var text = ""
        for number in 0..<Int32(256) {
            var target = [CChar](repeating: 0, count: 4_096)
            let count = unsafe readlink("/proc/self/fd/\(number)", &target, target.count)
            guard count > 0 else { continue }
            let bytes = target.prefix(count).map(UInt8.init(bitPattern:))
            text += "\(number) \(String(decoding: bytes, as: UTF8.self))\n"
        }
        return Array(text.utf8)
    }

    private func copy(_ source: String, _ directory: String, _ name: String) {
        let descriptor = unsafe open(source, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(descriptor, &piece, piece.count)
            guard count > 0 else { break }
            content += piece[..<count]
        }
        put(content, directory, name)
    }

    private func put(_ content: [UInt8], _ directory: String, _ name: String) {
        let descriptor = unsafe open("\(directory)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0, unsafe Glibc.write(descriptor, content, content.count) == content.count else { exit(73) }
        close(descriptor)
    }
}
