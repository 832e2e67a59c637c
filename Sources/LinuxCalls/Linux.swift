import Glibc
import RouterCLinux

/// Linux calls with memory safety: paths are strings, buffers are arrays or spans, and results are values.
///
/// Each function has the name, result and `errno` of its system call. Each `unsafe` here has the same justification:
/// the call receives the address and the size of one piece of memory, and keeps neither after it returns. Functions
/// with another justification state it.
package enum Linux {
    package static func strerror(_ code: Int32) -> String {
        // Thread-local memory, read before the thread can make another call.
        unsafe String(cString: Glibc.strerror(code))
    }

    /// The value of an environment variable; nil if there is none, or it is not UTF-8.
    package static func getenv(_ name: String) -> String? {
        guard let value = unsafe Glibc.getenv(name) else { return nil }
        return unsafe String(validatingCString: value)
    }

    /// Whether there is an environment variable of this name, whatever its bytes are.
    package static func hasEnvironment(_ name: String) -> Bool { unsafe Glibc.getenv(name) != nil }

    /// The environment variables of this process. Those that are not UTF-8 are omitted.
    package static func environment() -> [String: String] {
        var variables: [String: String] = [:]
        // A null-terminated list. Nothing in this program changes it while threads run.
        var entry = unsafe linux_environment()
        while let text = unsafe entry?.pointee {
            unsafe entry = entry?.successor()
            guard let pair = unsafe String(validatingCString: text),
                let equals = pair.utf8.firstIndex(of: UInt8(ascii: "="))
            else {
                continue
            }
            variables[String(pair[..<equals])] = String(pair[pair.utf8.index(after: equals)...])
        }
        return variables
    }
}
