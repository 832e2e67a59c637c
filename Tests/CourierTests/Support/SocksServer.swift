import Foundation

/// A SOCKS5 proxy (RFC 1928) on loopback that plays the servers behind it itself.
struct SocksServer {
    /// What it was asked to reach, as `user@name:port`.
    let reached = Box()
    private let server: LoopbackServer

    /// - Parameters:
    ///   - reply: its answer to the request to connect (RFC 1928, 6); 0 succeeds.
    ///   - serve: has the connection from then on.
    init(reply: UInt8 = 0, _ serve: @escaping @Sendable (ServerConnection) -> Void) {
        let reached = reached
        server = LoopbackServer { connection in
            let greeting = connection.read(2)
            guard greeting.first == 5, greeting.count == 2 else { return }
            let methods = connection.read(Int(greeting[1]))
            var user = ""
            // As Tor does: with a name where one is offered.
            if methods.contains(2) {
                connection.write([5, 2])
                guard connection.read(1) == [1], let length = connection.read(1).first else { return }
                user = String(decoding: connection.read(Int(length)), as: UTF8.self) + "@"
                guard let rest = connection.read(1).first else { return }
                _ = connection.read(Int(rest))
                connection.write([1, 0])
            } else {
                connection.write([5, 0])
            }
            let request = connection.read(4)
            // Only names: an address would mean that it was resolved here.
            guard request == [5, 1, 0, 3], let length = connection.read(1).first else { return reached.add("no name") }
            let name = String(decoding: connection.read(Int(length)), as: UTF8.self)
            let port = connection.read(2)
            reached.add("\(user)\(name):\(Int(port[0]) << 8 | Int(port[1]))")
            connection.write([5, reply, 0, 1, 0, 0, 0, 0, 0, 0])
            if reply == 0 { serve(connection) }
        }
    }

    /// How it is configured.
    var url: String { "socks5h://127.0.0.1:\(server.port)" }
    /// The requests of HTTP that it got.
    var requests: [ServerRequest] { server.requests }
    /// How often it was connected to.
    var connections: Int { server.connections }
}
