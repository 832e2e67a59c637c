import Glibc
import RouterLinux

/// Listens on 127.0.0.1, on a port that the system chooses.
///
/// The wallet's rule that only one program opens sockets applies to the networks of coins. Even so, this page is a
/// separate program: it holds no keys, links no wallet code and starts `router` like anyone else, so no process that
/// knows a secret reads what arrives here.
struct LoopbackListener: ~Copyable {
    let descriptor: Int32
    let port: UInt16

    /// Opens the socket. Throws the system's error.
    static func open() throws(DemoError) -> LoopbackListener {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw .system("socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        guard Linux.bind(descriptor, &address), listen(descriptor, 16) == 0, Linux.getsockname(descriptor, &address)
        else {
            let error = DemoError.system("listen on 127.0.0.1")
            close(descriptor)
            throw error
        }
        return LoopbackListener(descriptor: descriptor, port: UInt16(bigEndian: address.sin_port))
    }

    private init(descriptor: Int32, port: UInt16) {
        self.descriptor = descriptor
        self.port = port
    }

    deinit {
        close(descriptor)
    }

    /// The next pending connection; nil if there is none.
    func accept() -> Int32? {
        let connection = Glibc.accept(descriptor, nil, nil)
        guard connection >= 0 else { return nil }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        return connection
    }
}
