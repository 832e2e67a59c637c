import Glibc

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
