import RouterCourierMessages
import SchemeRouter
import Testing

/// Connections with TLS that last, to a server that is `openssl s_server` and sends each line back reversed.
@Suite(.enabled(if: TLSServer.isThere, "openssl is not installed"))
struct LineTLSTests {
    private func makeCourier(trusting server: TLSServer? = nil) throws -> TestCourier {
        try TestCourier(
            CourierConfiguration(allowedNetworks: ["127.0.0.0/8"], authorities: server?.certificate))
    }

    @Test("a server that proves who it is is heard, and its certificate is told")
    func authority() async throws {
        let server = try TLSServer(isReversing: true)
        let courier = try makeCourier(trusting: server)
        let connection = try await courier.client.connect(to: server.inLines(.authority), until: .late)
        #expect(connection.certificate == (try server.fingerprint()))
        try await connection.send("desrever")
        #expect(try await connection.text() == "reversed")
    }

    @Test("an unknown authority or another name: no connection, and the failure is of the certificate")
    func unproved() async throws {
        let server = try TLSServer(isReversing: true)
        let other = try TLSServer(name: "DNS:node.example", isReversing: true)
        let tries: [(TLSServer, trusting: TLSServer?, host: String)] = [
            (server, nil, "localhost"), (server, other, "localhost"), (server, server, "127.0.0.1"),
            (other, other, "localhost"),
        ]
        for (server, trusted, host) in tries {
            let courier = try makeCourier(trusting: trusted)
            await #expect(throws: NetworkError(.tlsFailed, "", mayHaveArrived: false)) {
                try await courier.client.connect(to: server.inLines(.authority, host: host), until: .late)
            }
        }
    }

    @Test("a certificate that is known is taken whatever its name and signer; no other is")
    func pinned() async throws {
        let server = try TLSServer(name: "DNS:node.example", isReversing: true)
        let other = try TLSServer(isReversing: true)
        let courier = try makeCourier()
        let digest = try server.fingerprint()
        for host in ["localhost", "127.0.0.1"] {
            let connection = try await courier.client.connect(
                to: server.inLines(.pinned(digest), host: host), until: .late)
            #expect(connection.certificate == digest)
            try await connection.send("desrever")
            #expect(try await connection.text() == "reversed")
        }
        // Even where an authority vouches for it.
        let trusting = try makeCourier(trusting: other)
        for courier in [courier, trusting] {
            await #expect(throws: NetworkError(.certificateChanged, "", mayHaveArrived: false)) {
                try await courier.client.connect(to: other.inLines(.pinned(digest)), until: .late)
            }
        }
        for wrong in [[], Array(digest.dropLast()), digest + [0]] {
            await #expect(throws: NetworkError(.badRequest, "", mayHaveArrived: false)) {
                try await courier.client.connect(to: server.inLines(.pinned(wrong)), until: .late)
            }
        }
    }

    @Test("on first use any certificate is taken, and told")
    func any() async throws {
        let server = try TLSServer(name: "DNS:node.example", isReversing: true)
        let courier = try makeCourier()
        let connection = try await courier.client.connect(to: server.inLines(.any), until: .late)
        #expect(connection.certificate == (try server.fingerprint()))
    }

    @Test("TLS before 1.2 is not spoken, whatever certificate is taken", arguments: ["-tls1", "-tls1_1"])
    func oldVersions(_ version: String) async throws {
        let server = try TLSServer(isReversing: true, options: [version, "-cipher", "ALL:@SECLEVEL=0"])
        let courier = try makeCourier()
        await #expect(throws: NetworkError(.tlsFailed, "", mayHaveArrived: false)) {
            try await courier.client.connect(to: server.inLines(.any), until: .late)
        }
    }

    @Test("a server without TLS is not spoken to without it")
    func plain() async throws {
        let server = LoopbackServer { connection in
            connection.write("{\"jsonrpc\":\"2.0\"}\n")
            connection.waitForEnd()
        }
        let courier = try makeCourier()
        for rule in [CertificateRule.authority, .any] {
            let target = LineServer(host: "127.0.0.1", port: server.port, certificate: rule)
            await #expect(throws: NetworkError(.tlsFailed, "", mayHaveArrived: false)) {
                try await courier.client.connect(to: target, until: .late)
            }
        }
    }

    @Test("much goes both ways at once", arguments: ["-tls1_2", "-tls1_3"])
    func much(_ version: String) async throws {
        let server = try TLSServer(isReversing: true, options: [version])
        let courier = try makeCourier(trusting: server)
        let connection = try await courier.client.connect(to: server.inLines(.authority), until: .late)
        let count = 160
        let line = (0..<8_000).map { UInt8(0x61 + $0 % 26) }
        let sending = Task {
            for _ in 0..<count / 40 { try await connection.send([[UInt8]](repeating: line, count: 40)) }
        }
        let reversed = Array(line.reversed())
        for _ in 0..<count { #expect(try await connection.receive(until: .late) == reversed) }
        try await sending.value
    }
}
