import Foundation
import RouterCourierMessages
import SchemeRouter
import Testing

@testable import RouterNetworks

/// A node of the coin's own kind by the real courier, over HTTP.
@Suite struct CoreNodeTests {
    private let scratch: Scratch
    private static let answers = [
        "getblockchaininfo": #"{"chain":"regtest","blocks":110,"headers":110}"#,
        "getnetworkinfo": #"{"connections":0,"networkactive":true,"subversion":"/Dash Core:23.1.2/"}"#,
        "getblockhash": #""000008ca1832a4baf228eb1553c03d3a2c8e02399550dd6ea8d65cec3ef23d2e""#,
    ]

    init() throws {
        scratch = try Scratch()
        try scratch.write("cookie", "__cookie__:right")
    }

    /// A node that lets in who has the cookie `right`.
    private func node(_ answer: @escaping @Sendable (String) -> String = { $0 }) -> LoopbackServer {
        let right = "Basic " + Data("__cookie__:right".utf8).base64EncodedString()
        return LoopbackServer.answering { request in
            guard request.headers["authorization"] == right else {
                return "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"
            }
            let calls = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [[String: Any]] ?? []
            let replies = calls.map { call in
                let result = Self.answers[call["method"] as? String ?? ""] ?? "null"
                return #"{"result":\#(result),"error":null,"id":\#(call["id"] ?? 0)}"#
            }
            return answer(ok("[" + replies.joined(separator: ",") + "]", headers: ["Content-Type: application/json"]))
        }
    }

    private func chain(_ server: LoopbackServer, timeout: Duration = .seconds(3_600)) throws -> (
        CoreRPCChain, TestCourier
    ) {
        let courier = try TestCourier(
            CourierConfiguration(
                allowedHosts: ["127.0.0.1"],
                credentials: CourierCredentials(origin: server.url(""), file: scratch.path + "/cookie")))
        let coin = try #require(try RouteTable.load([.shipped]).coin("dash"))
        var chain = try CoreRPCChain(url: server.url(), coin: coin, network: .regtest, client: courier.client)
        chain.readTimeout = timeout
        return (chain, courier)
    }

    private func code(_ chain: CoreRPCChain) async -> ServiceError.Code? {
        do {
            _ = try await chain.report()
            return nil
        } catch {
            return error.code
        }
    }

    @Test("a node is asked with its cookie, and again where it has just written a new one")
    func cookie() async throws {
        let server = node()
        let (chain, courier) = try chain(server)
        #expect(try await chain.report().version == "/Dash Core:23.1.2/")
        // The old cookie is refused; another file of the same name has the new one.
        try scratch.write("cookie", "__cookie__:wrong", atomically: true)
        #expect(await code(chain) == .networkRefused)
        try scratch.write("cookie", "__cookie__:right", atomically: true)
        #expect(await code(chain) == nil)
        #expect(courier.processes.count <= 2)
        #expect(server.requests.allSatisfy { !String(decoding: $0.body, as: UTF8.self).contains("right") })
    }

    @Test("answers that are cut off, too large, or not JSON are refused, and nobody waits longer than agreed")
    func hostile() async throws {
        let cut = node { String($0.dropLast(20)) }
        let (first, one) = try chain(cut, timeout: .milliseconds(700))
        #expect(await code(first) == .networkUnreachable)
        let huge = LoopbackServer { connection in
            guard connection.request() != nil else { return }
            let size = 17 << 20
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
            connection.write([UInt8](repeating: 0x20, count: size))
        }
        let (second, two) = try chain(huge)
        #expect(await code(second) == .networkUnreachable)
        let html = LoopbackServer.answering { _ in ok("<html>") }
        let (third, three) = try chain(html)
        #expect(await code(third) == .networkRefused)
        let silent = LoopbackServer { connection in connection.waitForEnd() }
        let (fourth, four) = try chain(silent, timeout: .milliseconds(300))
        #expect(await code(fourth) == .networkUnreachable)
        withExtendedLifetime([one, two, three, four]) {}
    }
}
