import RouterCourierMessages
import SchemeRouter
import Testing

/// Connections that last, by way of proxies and sockets.
@Suite struct LineProxyTests {
    private static func echo(_ connection: ServerConnection) {
        while let line = connection.line() { connection.write(line + [0x0A]) }
    }

    private static func server(_ host: String, _ rule: CertificateRule? = nil) -> LineServer {
        LineServer(host: host, port: 50_001, certificate: rule)
    }

    @Test("S7: names go to SOCKS5 as they are, under the coin's name there, and nothing is looked up here")
    func socks() async throws {
        let proxy = SocksServer(Self.echo)
        for (user, shown) in [(nil, ""), ("litecoin", "litecoin@")] {
            let courier = try TestCourier(CourierConfiguration(proxy: proxy.url, proxyUser: user))
            for host in ["hidden.onion", "nowhere.invalid"] {
                let connection = try await courier.client.connect(to: Self.server(host), until: .late)
                try await connection.send("by socks")
                #expect(try await connection.text() == "by socks")
                #expect(proxy.reached.texts.last == "\(shown)\(host):50001")
            }
        }
        #expect(proxy.connections == 4)
    }

    @Test("a proxy of HTTP makes a tunnel for lines, and gets nothing else")
    func http() async throws {
        let asked = Box()
        let proxy = LoopbackServer { connection in
            guard let request = connection.request() else { return }
            asked.add(request.line)
            connection.write("HTTP/1.1 200 OK\r\n\r\nunasked\n")
            Self.echo(connection)
        }
        let courier = try TestCourier(CourierConfiguration(proxy: proxy.url("")))
        let connection = try await courier.client.connect(to: Self.server("nowhere.invalid"), until: .late)
        try await connection.send("by tunnel")
        #expect(try await connection.text() == "unasked")
        #expect(try await connection.text() == "by tunnel")
        #expect(asked.texts == ["CONNECT nowhere.invalid:50001 HTTP/1.1"])
    }

    @Test("TLS is with the server and not with the proxy", .enabled(if: TLSServer.isThere, "openssl is not installed"))
    func throughProxy() async throws {
        let server = try TLSServer(name: "DNS:hidden.onion", isReversing: true)
        let port = UInt16(server.port)
        let proxy = SocksServer { $0.join(port: port) }
        let courier = try TestCourier(CourierConfiguration(proxy: proxy.url, authorities: server.certificate))
        for rule in [CertificateRule.authority, .pinned(try server.fingerprint()), .any] {
            let connection = try await courier.client.connect(to: Self.server("hidden.onion", rule), until: .late)
            #expect(connection.certificate == (try server.fingerprint()))
            try await connection.send("desrever")
            #expect(try await connection.text() == "reversed")
        }
        await #expect(throws: NetworkError(.tlsFailed, "", mayHaveArrived: false)) {
            try await courier.client.connect(to: Self.server("other.onion", .authority), until: .late)
        }
        #expect(proxy.reached.texts.last == "other.onion:50001")
    }

    @Test("a proxy that refuses, is silent, is gone or is none: the proxy's failure, and nothing was sent")
    func refusals() async throws {
        let closed = LoopbackServer { _ in }
        let nonsense = LoopbackServer { connection in
            connection.write("220 mail ESMTP\r\n")
            connection.waitForEnd()
        }
        let forbidding = LoopbackServer.answering { _ in "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n" }
        let refusing = (1...8).map { SocksServer(reply: $0) { _ in } }
        let urls =
            refusing.map(\.url) + [
                "socks5h://127.0.0.1:\(closed.port)", "socks5h://127.0.0.1:\(nonsense.port)", "socks5h://127.0.0.1:1",
                forbidding.url(""),
            ]
        for url in urls {
            let courier = try TestCourier(CourierConfiguration(proxy: url))
            await #expect(throws: NetworkError(.proxyFailed, "", mayHaveArrived: false), "\(url)") {
                try await courier.client.connect(to: Self.server("node.example"), until: .late)
            }
        }
        let silent = LoopbackServer { $0.waitForEnd() }
        let courier = try TestCourier(CourierConfiguration(proxy: "socks5h://127.0.0.1:\(silent.port)"))
        await #expect(throws: NetworkError(.timedOut, "", mayHaveArrived: false)) {
            try await courier.client.connect(
                to: Self.server("node.example"), until: .now.advanced(by: .milliseconds(200)))
        }
    }

    @Test("S7: inner addresses are not asked of a proxy unless allowed, and onion names of nothing but SOCKS")
    func refusedAddresses() async throws {
        let proxy = SocksServer(Self.echo)
        let courier = try TestCourier(CourierConfiguration(proxy: proxy.url))
        for host in ["localhost", "127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1", "fe80::1"] {
            await #expect(throws: NetworkError(.refusedAddress, "", mayHaveArrived: false), "\(host)") {
                try await courier.client.connect(to: Self.server(host, .any), until: .late)
            }
        }
        #expect(proxy.connections == 0)
        let web = LoopbackServer { $0.waitForEnd() }
        for proxy in [nil, web.url("")] {
            let courier = try TestCourier(CourierConfiguration(proxy: proxy))
            await #expect(throws: NetworkError(.resolveFailed, "", mayHaveArrived: false)) {
                try await courier.client.connect(to: Self.server("hidden.onion"), until: .late)
            }
            await #expect(throws: NetworkError(.resolveFailed, "", mayHaveArrived: false)) {
                try await courier.client.send(.get("http://hidden.onion/"), until: .late)
            }
        }
        #expect(web.connections == 0)
    }

    @Test("a socket stands for its origin, for lines and for HTTP, whatever proxy there is; other origins are others")
    func socket() async throws {
        let scratch = try Scratch()
        let path = scratch.path + "/socket"
        let server = LoopbackServer(socket: path) { connection in
            guard let first = connection.line() else { return }
            if first.starts(with: "GET".utf8) {
                connection.write(ok("by socket"))
            } else {
                connection.write(first + [0x0A])
                Self.echo(connection)
            }
        }
        for proxy in [nil, "socks5h://127.0.0.1:1"] {
            let courier = try TestCourier(
                CourierConfiguration(
                    proxy: proxy, sockets: [CourierSocket(origin: "http://node.home:50001", path: path)]))
            let connection = try await courier.client.connect(to: Self.server("NODE.home"), until: .late)
            try await connection.send("by socket")
            #expect(try await connection.text() == "by socket")
            let answer = try await courier.client.send(.get("http://node.home:50001/x"), until: .late)
            #expect(String(decoding: answer.body, as: UTF8.self) == "by socket")
        }
        #expect(server.connections == 4)
        let courier = try TestCourier(
            CourierConfiguration(sockets: [CourierSocket(origin: "http://localhost:50001", path: path)]))
        let others = [
            LineServer(host: "localhost", port: 50_002, certificate: nil), Self.server("127.0.0.1"),
            Self.server("localhost", .any),
        ]
        for other in others {
            await #expect(throws: NetworkError(.refusedAddress, "", mayHaveArrived: false)) {
                try await courier.client.connect(to: other, until: .late)
            }
        }
        #expect(server.connections == 4)
    }

    @Test("a socket that is not there, is a file, or has a wrong path")
    func badSockets() async throws {
        let scratch = try Scratch()
        let file = try scratch.write("file", "x")
        let tries: [(String, NetworkError.Code)] = [
            (scratch.path + "/missing", .connectFailed), (file, .connectFailed), ("relative", .badConfiguration),
            ("/" + String(repeating: "x", count: 108), .badConfiguration), ("/a\u{0}b", .badConfiguration),
        ]
        for (path, code) in tries {
            let courier = try TestCourier(
                CourierConfiguration(sockets: [CourierSocket(origin: "http://localhost:50001", path: path)]))
            await #expect(throws: NetworkError(code, "", mayHaveArrived: false), "\(path)") {
                try await courier.client.connect(to: Self.server("localhost"), until: .late)
            }
        }
    }
}
