import Glibc

/// Where symbolic links lead.
enum SymbolicLink {
    /// The text of the link at `path`; nil where there is none, or its text is not UTF-8.
    static func destination(of path: String) -> String? {
        let buffer = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { memory, count in
            guard let base = memory.baseAddress else { return }
            count = base.withMemoryRebound(to: CChar.self, capacity: memory.count) {
                max(0, readlink(path, $0, memory.count))
            }
        }
        guard !buffer.isEmpty, buffer.count < Int(PATH_MAX) else { return nil }
        return String(validating: buffer, as: UTF8.self)
    }
}
