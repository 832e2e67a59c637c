import RouterStorage
import SchemeRouter
import Testing

@testable import RouterConfiguration
@testable import RouterProgram

/// How the router reaches the servers of a coin.
@Suite struct CoinServersTests {
    private static func echo(_ connection: ServerConnection) {
        while let line = connection.line() { connection.write(line + [0x0A]) }
    }

    private static func answer(_ server: LineServer, of servers: any LineNetwork) async throws -> String {
        let connection = try await servers.connect(to: server, until: .late)
        try await connection.send("there")
        return try await connection.text()
    }

    @Test("S7: servers on this computer are reached directly, by port or socket, and all others by the proxy")
    func ways() async throws {
        let scratch = try Scratch()
        let proxy = SocksServer(Self.echo)
        let here = LoopbackServer(Self.echo)
        let file = LoopbackServer(socket: scratch.path + "/socket", Self.echo)
        let connections = Connections(
            ConnectionSettings(
                proxy: proxy.url,
                sockets: [.init(name: "tcp://node.home:50001", path: scratch.path + "/socket")]),
            certificates: CertificateFiles(directory: scratch.path + "/servers"), home: "/")
        let near = here.inLines(host: "LocalHost")
        let socket = LineServer(host: "node.home", port: 50_001, certificate: nil)
        let far = LineServer(host: "electrum.invalid", port: 50_001, certificate: nil)
        let servers = connections.lines(to: [near, socket, far], of: "litecoin")
        for server in [near, socket, far] { #expect(try await Self.answer(server, of: servers) == "there") }
        #expect(here.connections == 1)
        #expect(file.connections == 1)
        #expect(proxy.reached.texts == ["litecoin@electrum.invalid:50001"])
        // What the person did not name is reached only where it is public.
        let other = LineServer(host: "127.0.0.1", port: here.port, certificate: nil)
        await #expect(throws: NetworkError(.refusedAddress, "", mayHaveArrived: false)) {
            try await servers.connect(to: other, until: .late)
        }
        #expect(here.connections == 1)
    }

    @Test("a certificate that nobody vouches for is remembered", .enabled(if: TLSServer.isThere, "no openssl"))
    func firstUse() async throws {
        let scratch = try Scratch()
        let memory = CertificateFiles(directory: scratch.path + "/servers")
        let server = try TLSServer(isReversing: true)
        let target = server.inLines(.any)
        let servers = Connections(ConnectionSettings(), certificates: memory, home: "/").lines(
            to: [target], of: "litecoin")
        _ = try await servers.connect(to: target, until: .late)
        #expect(try memory.proof(of: target) == .certificate(try server.fingerprint()))
    }

    @Test("a node at a socket is asked there")
    func node() async throws {
        let scratch = try Scratch()
        let file = LoopbackServer(socket: scratch.path + "/socket") { connection in
            while connection.request() != nil { connection.write(ok("by socket")) }
        }
        let connections = Connections(
            ConnectionSettings(sockets: [.init(name: "http://localhost:8888", path: scratch.path + "/socket")]),
            certificates: CertificateFiles(directory: scratch.path), home: "/")
        let url = try #require(ServerAddress("http://localhost:8888/eos"))
        let client = connections.node(at: url, of: "eos")
        let answer = try await client.send(.get(url.text + "/v1/chain/get_info"), until: .late)
        #expect(String(decoding: answer.body, as: UTF8.self) == "by socket")
        #expect(file.connections == 1)
        let other = try #require(ServerAddress("http://localhost:8889"))
        await #expect(throws: NetworkError(.connectFailed, "", mayHaveArrived: false)) {
            try await connections.node(at: other, of: "wax").send(.get(other.text), until: .late)
        }
    }
}
