import Foundation
import RouterCourierMessages
import SchemeRouter
import Testing

/// Proxies from the person's configuration.
@Suite struct ProxyTests {
    private static func serve(_ connection: ServerConnection) {
        while connection.request() != nil { connection.write(ok("by socks")) }
    }

    @Test("SOCKS5 gets names, which are resolved there, and needs no permission for itself")
    func socks5h() async throws {
        let proxy = SocksServer(Self.serve)
        let courier = try TestCourier(CourierConfiguration(proxy: proxy.url))
        let answer = try await courier.client.send(.get("http://hidden.onion:8333/"), until: .late)
        #expect(String(decoding: answer.body, as: UTF8.self) == "by socks")
        #expect(proxy.reached.texts == ["hidden.onion:8333"])
        #expect(proxy.requests.first?.headers["host"] == "hidden.onion:8333")
    }

    @Test("a proxy of HTTP gets requests in full, and tunnels for TLS")
    func http() async throws {
        let proxy = LoopbackServer { connection in
            guard let request = connection.request() else { return }
            connection.write(
                request.line.hasPrefix("CONNECT") ? "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n" : ok("by proxy"))
        }
        let courier = try TestCourier(CourierConfiguration(proxy: "http://127.0.0.1:\(proxy.port)"))
        let header = NetworkHeader("X-Token", "for the server only")
        let answer = try await courier.client.send(.get("http://node.invalid/a", headers: [header]), until: .late)
        #expect(String(decoding: answer.body, as: UTF8.self) == "by proxy")
        await #expect(throws: NetworkError(.proxyFailed, "", mayHaveArrived: false)) {
            try await courier.client.send(.post("https://node.invalid/", headers: [header], body: [1]), until: .late)
        }
        #expect(
            proxy.requests.map(\.line) == ["GET http://node.invalid/a HTTP/1.1", "CONNECT node.invalid:443 HTTP/1.1"])
        #expect(proxy.requests[1].headers["x-token"] == nil)
    }

    @Test("what lies in inner networks is not asked of a proxy either (S7)")
    func refusedAddresses() async throws {
        let proxy = SocksServer(Self.serve)
        let courier = try TestCourier(CourierConfiguration(proxy: proxy.url))
        for host in ["localhost", "LOCALHOST.", "127.0.0.1", "10.0.0.1", "169.254.169.254", "[::1]", "2130706433"] {
            await #expect(throws: NetworkError(.refusedAddress, "", mayHaveArrived: false), "\(host)") {
                try await courier.client.send(.get("http://\(host)/"), until: .late)
            }
        }
        #expect(proxy.connections == 0)
    }

    @Test("a missing proxy, or something else in its place, is the proxy's failure and carried nothing")
    func noProxy() async throws {
        let closed = LoopbackServer { _ in }
        for scheme in ["http", "https", "socks5h"] {
            let courier = try TestCourier(CourierConfiguration(proxy: "\(scheme)://127.0.0.1:1"))
            await #expect(throws: NetworkError(.proxyFailed, "", mayHaveArrived: false), "\(scheme)") {
                try await courier.client.send(.get("http://node.invalid/"), until: .late)
            }
        }
        let courier = try TestCourier(CourierConfiguration(proxy: "socks5h://127.0.0.1:\(closed.port)"))
        await #expect(throws: NetworkError(.proxyFailed, "", mayHaveArrived: false)) {
            try await courier.client.send(.get("http://node.invalid/"), until: .late)
        }
    }
}
