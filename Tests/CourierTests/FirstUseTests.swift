import Foundation
import RouterCourierClient
import RouterCourierMessages
import RouterStorage
import SchemeRouter
import Testing

/// Servers that are trusted on first use, each `openssl s_server` with a certificate that it signed itself.
@Suite(.enabled(if: TLSServer.isThere, "openssl is not installed"))
struct FirstUseTests {
    private let scratch: Scratch
    private let memory: CertificateFiles

    init() throws {
        scratch = try Scratch()
        memory = CertificateFiles(directory: scratch.path + "/servers")
    }

    /// A run of the program: a courier, and what the last run remembered.
    private struct Run: LineNetwork {
        let courier: TestCourier
        let network: FirstUseNetwork

        func connect(
            to server: LineServer, until deadline: ContinuousClock.Instant
        ) async throws(NetworkError) -> any LineConnection {
            try await network.connect(to: server, until: deadline)
        }
    }

    private func run(trusting server: TLSServer? = nil) throws -> Run {
        let courier = try TestCourier(
            CourierConfiguration(allowedNetworks: ["127.0.0.0/8"], authorities: server?.certificate))
        return Run(courier: courier, network: FirstUseNetwork(courier.client, memory: memory))
    }

    @Test("a certificate that nobody vouches for is taken once and remembered; another one in its place is refused")
    func changed() async throws {
        let first = try TLSServer(isReversing: true)
        let second = try TLSServer(isReversing: true)
        let proxy = Switch(first.port)
        let target = LineServer(host: "localhost", port: proxy.port, certificate: .any)
        let network = try run()
        for _ in 0..<2 {
            let connection = try await network.connect(to: target, until: .late)
            #expect(connection.certificate == (try first.fingerprint()))
            #expect(try memory.proof(of: target) == .certificate(try first.fingerprint()))
            try await connection.send("desrever")
            #expect(try await connection.text() == "reversed")
        }
        proxy.aim(at: second.port)
        // An authority that vouches for the other one changes nothing.
        for trusted in [nil, second] {
            let network = try run(trusting: trusted)
            let error = await #expect(throws: NetworkError(.certificateChanged, "", mayHaveArrived: false)) {
                try await network.connect(to: target, until: .late)
            }
            #expect(error?.message.contains(try first.fingerprint().map(Self.hex).joined()) == true)
            #expect(error?.hint?.contains("delete the file \(scratch.path)/servers/localhost:\(target.port).") == true)
        }
        try FileManager.default.removeItem(atPath: "\(scratch.path)/servers/localhost:\(target.port)")
        #expect(try await network.connect(to: target, until: .late).certificate == second.fingerprint())
    }

    @Test(
        "a server that an authority vouches for may change its certificate, and never comes without an authority again")
    func authority() async throws {
        let server = try TLSServer(isReversing: true)
        let network = try run(trusting: server)
        _ = try await network.connect(to: server.inLines(.any), until: .late)
        #expect(try memory.proof(of: server.inLines(.any)) == .authority)
        _ = try await network.connect(to: server.inLines(.any), until: .late)
        let distrusting = try run()
        let error = await #expect(throws: NetworkError(.tlsFailed, "", mayHaveArrived: false)) {
            try await distrusting.connect(to: server.inLines(.any), until: .late)
        }
        #expect(error?.hint?.contains("delete the file") == true)
    }

    @Test("other rules remember nothing; without TLS there is nothing to remember")
    func otherRules() async throws {
        let server = try TLSServer(isReversing: true)
        let plain = LoopbackServer { $0.waitForEnd() }
        let network = try run()
        _ = try await network.connect(to: server.inLines(.pinned(try server.fingerprint())), until: .late)
        await #expect(throws: NetworkError(.tlsFailed, "", mayHaveArrived: false)) {
            try await network.connect(to: server.inLines(.authority), until: .late)
        }
        _ = try await network.connect(to: plain.inLines(), until: .late)
        // A server that speaks no TLS shows nothing that could be remembered.
        let broken = LineServer(host: "127.0.0.1", port: plain.port, certificate: .any)
        await #expect(throws: NetworkError.self) {
            try await network.connect(to: broken, until: .now.advanced(by: .milliseconds(200)))
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/servers"))
    }

    @Test("where the memory cannot be read or written nobody is trusted")
    func noMemory() async throws {
        let server = try TLSServer(isReversing: true)
        let network = try run()
        try scratch.write("servers", "a file where a directory belongs")
        let error = await #expect(throws: NetworkError(.badConfiguration, "", mayHaveArrived: false)) {
            try await network.connect(to: server.inLines(.any), until: .late)
        }
        #expect(error?.message.contains("/servers") == true)
    }

    private static func hex(_ byte: UInt8) -> String { String(format: "%02x", byte) }
}
