import Glibc
import RouterLinux

/// Whether a file can be executed.
package enum ExecutableFile {
    /// Why the file at `path` cannot be executed, as the end of a sentence; nil if it can.
    package static func problem(at path: String) -> String? {
        guard path.isAbsolutePath else { return "is not an absolute path" }
        guard !path.utf8.contains(0), let status = Linux.stat(path) else { return "does not exist" }
        guard status.kind == S_IFREG, Linux.access(path, X_OK) == 0 else {
            return "is not an executable file"
        }
        return nil
    }

    /// The file for `name`: itself if it is an absolute path, else the first file of that name in `directories`. Nil if
    /// none can be executed.
    package static func find(_ name: String, in directories: [String] = ProcessEnvironment.searchPath) -> String? {
        guard !name.isEmpty else { return nil }
        if name.utf8.contains(UInt8(ascii: "/")) { return problem(at: name) == nil ? name : nil }
        return directories.lazy.map { "\($0)/\(name)" }.first { problem(at: $0) == nil }
    }
}
