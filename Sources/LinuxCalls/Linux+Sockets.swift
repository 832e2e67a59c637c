import Glibc

extension Linux {
    /// Binds a socket to an address. False if the system refuses.
    package static func bind(_ descriptor: Int32, _ address: inout sockaddr_in) -> Bool {
        unsafe withGeneric(&address) { unsafe Glibc.bind(descriptor, $0, $1.pointee) == 0 }
    }

    /// Reads the socket's address. False if the system has none.
    package static func getsockname(_ descriptor: Int32, _ address: inout sockaddr_in) -> Bool {
        unsafe withGeneric(&address) { unsafe Glibc.getsockname(descriptor, $0, $1) == 0 }
    }

    /// Passes an address of any family as C's generic type, with its length.
    private static func withGeneric<Address>(
        _ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Bool
    ) -> Bool {
        var length = socklen_t(MemoryLayout<Address>.size)
        return unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, &length) }
        }
    }
}
