import Glibc

extension Linux {
    /// Gives a socket an address. False where the system refuses it.
    package static func bind(_ descriptor: Int32, _ address: inout sockaddr_in) -> Bool {
        unsafe withGeneric(&address) { unsafe Glibc.bind(descriptor, $0, $1.pointee) == 0 }
    }

    /// The address that a socket has. False where the system tells none.
    package static func getsockname(_ descriptor: Int32, _ address: inout sockaddr_in) -> Bool {
        unsafe withGeneric(&address) { unsafe Glibc.getsockname(descriptor, $0, $1) == 0 }
    }

    /// Connects to an address. False where that fails.
    package static func connect(_ descriptor: Int32, _ address: inout sockaddr_in) -> Bool {
        unsafe withGeneric(&address) { unsafe Glibc.connect(descriptor, $0, $1.pointee) == 0 }
    }

    /// Gives a socket of this computer a path. False where the system refuses it, or the path is too long.
    package static func bind(_ descriptor: Int32, path: String) -> Bool {
        unsafe withAddress(path) { unsafe Glibc.bind(descriptor, $0, $1.pointee) == 0 }
    }

    /// Connects to a socket of this computer. False where that fails.
    package static func connect(_ descriptor: Int32, path: String) -> Bool {
        unsafe withAddress(path) { unsafe Glibc.connect(descriptor, $0, $1.pointee) == 0 }
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Bool
    ) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        // A tuple in Swift, an array of bytes in C, with room for a zero at the end.
        let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { memory in
            guard bytes.count < memory.count else { return false }
            unsafe memory.copyBytes(from: bytes)
            return true
        }
        errno = ENAMETOOLONG
        return unsafe fits && withGeneric(&address, body)
    }

    /// Lends an address of any family as C takes all of them, with its length.
    private static func withGeneric<Address>(
        _ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Bool
    ) -> Bool {
        var length = socklen_t(MemoryLayout<Address>.size)
        return unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, &length) }
        }
    }
}
