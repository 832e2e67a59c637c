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

/// Paths and lists of paths, split as the kernel and the desktop split them: by bytes. In a String, a slash before a
/// combining accent belongs to another character.
extension String {
    /// Whether it is an absolute path.
    package var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }

    /// The names between its slashes.
    package var pathNames: [String] { split(at: "/") }

    /// The parts between the ASCII scalars `separator`; empty parts are omitted.
    package func split(at separator: Unicode.Scalar) -> [String] {
        // By hand: `split` makes an array of another type, and its first use costs more at every start than all of this.
        var parts: [String] = []
        var start = utf8.startIndex
        while start < utf8.endIndex {
            let end = utf8[start...].firstIndex(of: UInt8(ascii: separator)) ?? utf8.endIndex
            if start < end { parts.append(String(self[start..<end])) }
            start = end < utf8.endIndex ? utf8.index(after: end) : end
        }
        return parts
    }

    /// The part before its last slash; nil if it has none.
    package var parentPath: String? { utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[..<$0]) } }
}

extension Linux {
    /// The path of the terminal behind a descriptor; nil if there is none.
    package static func ttyname(_ descriptor: Int32) -> String? {
        var name = [CChar](repeating: 0, count: 128)
        guard unsafe ttyname_r(descriptor, &name, name.count) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The columns of the terminal behind a descriptor; nil if it does not say.
    package static func terminalColumns(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    package static func tcgetattr(_ descriptor: Int32, _ settings: inout termios) -> Int32 {
        unsafe Glibc.tcgetattr(descriptor, &settings)
    }

    @discardableResult
    package static func tcsetattr(_ descriptor: Int32, _ actions: Int32, _ settings: termios) -> Int32 {
        var settings = settings
        return unsafe Glibc.tcsetattr(descriptor, actions, &settings)
    }
}

extension termios {
    /// Disables a special key.
    /// - Parameter key: its index among the special keys, such as `VSUSP`.
    package mutating func disable(_ key: Int32) {
        precondition((0..<NCCS).contains(key), "no special key")
        // A tuple in Swift, an array of `NCCS` bytes in C.
        unsafe withUnsafeMutableBytes(of: &c_cc) { unsafe $0[Int(key)] = 0 }
    }
}

/// Runs `body`, and converts an error with `change`: each layer has its own errors.
package func rethrowing<Value: ~Copyable, Inner: Error, Outer: Error>(
    _ body: @autoclosure () throws(Inner) -> Value, _ change: (Inner) -> Outer
) throws(Outer) -> Value {
    do throws(Inner) {
        return try body()
    } catch {
        throw change(error)
    }
}
