import RouterCourierMessages
import SchemeRouter
import Testing

/// HTTPS, to a server that is `openssl s_server`.
@Suite(.enabled(if: TLSServer.isThere, "openssl is not installed"))
struct TLSTests {
    private func makeCourier(trusting server: TLSServer?, proxy: String? = nil) throws -> TestCourier {
        try TestCourier(
            CourierConfiguration(
                proxy: proxy, allowedNetworks: ["127.0.0.0/8"], authorities: server?.certificate))
    }

    @Test("a server that proves who it is is heard")
    func trusted() async throws {
        let server = try TLSServer()
        let courier = try makeCourier(trusting: server)
        let answer = try await courier.client.send(.get(server.url()), until: .late)
        #expect(answer.body == Array("ok".utf8))
    }

    @Test("an unknown authority or another name: nothing is sent")
    func unproved() async throws {
        let server = try TLSServer()
        let other = try TLSServer(name: "DNS:node.example")
        let tries: [(TLSServer, trusting: TLSServer?, host: String)] = [
            (server, nil, "localhost"), (server, other, "localhost"), (server, server, "127.0.0.1"),
            (other, other, "localhost"),
        ]
        for (server, trusted, host) in tries {
            let courier = try makeCourier(trusting: trusted)
            await #expect(throws: NetworkError(.tlsFailed, "", mayHaveArrived: false)) {
                try await courier.client.send(.get(server.url(host: host)), until: .late)
            }
        }
    }

    @Test("TLS before 1.2 is not spoken", arguments: ["-tls1", "-tls1_1"])
    func oldVersions(_ version: String) async throws {
        let server = try TLSServer(options: [version, "-cipher", "ALL:@SECLEVEL=0"])
        let courier = try makeCourier(trusting: server)
        await #expect(throws: NetworkError(.tlsFailed, "", mayHaveArrived: false)) {
            try await courier.client.send(.get(server.url()), until: .late)
        }
    }

    @Test("a server without TLS is not spoken to without it")
    func plain() async throws {
        let first = Box()
        let server = LoopbackServer { connection in
            first.add("\(connection.read(1))")
            connection.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        }
        let courier = try makeCourier(trusting: nil)
        await #expect(throws: NetworkError(.tlsFailed, "", mayHaveArrived: false)) {
            try await courier.client.send(.get(server.url(scheme: "https")), until: .late)
        }
        // The first byte of a TLS handshake, and no other try.
        #expect(first.texts == ["[22]"])
    }

    @Test("a proxy of HTTPS has to prove who it is as well")
    func proxy() async throws {
        let proxy = try TLSServer()
        let courier = try makeCourier(trusting: nil, proxy: "https://localhost:\(proxy.port)")
        await #expect(throws: NetworkError.self) {
            try await courier.client.send(.get("http://node.invalid/answer"), until: .late)
        }
    }

    @Test("a damaged file of authorities makes every connection fail")
    func badAuthorities() async throws {
        let server = try TLSServer()
        let scratch = try Scratch()
        let courier = try TestCourier(
            CourierConfiguration(
                allowedNetworks: ["127.0.0.0/8"], authorities: try scratch.write("empty.pem", "nothing")))
        await #expect(throws: NetworkError(.tlsFailed, "", mayHaveArrived: false)) {
            try await courier.client.send(.get(server.url()), until: .late)
        }
    }
}
