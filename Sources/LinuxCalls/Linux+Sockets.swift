import Glibc

extension Linux {
    /// Gives a socket an address. False if the system refuses it.
    package static func bind(_ descriptor: Int32, _ address: inout sockaddr_in) -> Bool {
        unsafe withGeneric(&address) { unsafe Glibc.bind(descriptor, $0, $1.pointee) == 0 }
    }

    /// The address that a socket has. False if the system tells none.
    package static func getsockname(_ descriptor: Int32, _ address: inout sockaddr_in) -> Bool {
        unsafe withGeneric(&address) { unsafe Glibc.getsockname(descriptor, $0, $1) == 0 }
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
