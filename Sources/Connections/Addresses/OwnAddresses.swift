import Glibc

/// The addresses of this computer's network interfaces.
enum OwnAddresses {
    /// Whether an interface has this address now. Interfaces come and go, so each question asks the system.
    static func contain(_ address: IPAddress) -> Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return false }
        defer { unsafe freeifaddrs(first) }
        var next = unsafe first
        // The list is freed only after its last element was read, and no pointer leaves this function.
        while let interface = unsafe next {
            if let found = unsafe self.address(interface.pointee.ifa_addr), found == address { return true }
            unsafe next = interface.pointee.ifa_next
        }
        return false
    }

    /// Nil for an address of another family, such as that of the hardware.
    private static func address(_ socket: UnsafeMutablePointer<sockaddr>?) -> IPAddress? {
        guard let socket = unsafe socket else { return nil }
        switch Int32(unsafe socket.pointee.sa_family) {
        case AF_INET:
            return unsafe socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                unsafe IPAddress($0.pointee.sin_addr)
            }
        case AF_INET6:
            return unsafe socket.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                unsafe IPAddress($0.pointee.sin6_addr)
            }
        default: return nil
        }
    }
}
