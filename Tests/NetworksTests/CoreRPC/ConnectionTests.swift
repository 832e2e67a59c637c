import ExactJSON
import SchemeRouter
import Testing

@testable import RouterNetworks

/// Calls over HTTP: what is turned away, what is tried again, and what is never taken for an answer
/// (Documentation/protocols/core-rpc.md §1).
@Suite struct ConnectionTests {
    let node = ScriptedNode()

    private func connection() -> RPCConnection { RPCConnection(node, url: "http://127.0.0.1:19898") }

    private func read(_ time: Duration = .seconds(3_600)) async throws -> JSON? {
        try await connection().read(RPCCall("getblockcount"), until: .now + time).result
    }

    @Test("a node that has written a new cookie is asked once more, and only once")
    func cookie() async throws {
        node.say("5", to: "getblockcount")
        node.next("getblockcount", .answer(401, ""))
        #expect(try await read()?.integer == 5)
        node.next("getblockcount", .answer(401, ""), .answer(401, ""))
        #expect(await error { _ = try await read() }?.code == .networkRefused)
        #expect(node.calls.count == 4)
    }

    @Test("a node that starts or has too much to do is waited for, within the time there is")
    func waiting() async throws {
        node.say("5", to: "getblockcount")
        node.next(
            "getblockcount", Recorded.failure("356"), Recorded.failure("404"), .answer(503, "Work queue depth exceeded")
        )
        #expect(try await read()?.integer == 5)
        #expect(node.calls.count == 4)
        node.on("getblockcount") { _ in Recorded.failure("393") }
        let reply = try await connection().read(RPCCall("getblockcount"), until: .now + .milliseconds(300))
        #expect(reply.failure?.error(of: "getblockcount").code == .networkUnreachable)
    }

    @Test("a user with a list of allowed calls, who may make no batch, is served one by one")
    func whitelist() async throws {
        node.refuseBatches()
        let connection = connection()
        for _ in 0..<2 {
            let replies = try await connection.read(Node.checks, until: .now + .seconds(3_600))
            #expect(replies.count == Node.checks.count && replies.allSatisfy { $0.result != nil })
        }
        #expect(node.calls.count == 2 * Node.checks.count)
    }

    static let strange: [(status: Int, text: String)] = [
        (200, ""), (200, "<html>"), (200, "{\"result\":5"), (200, "5"), (200, "[]"), (200, "{}"),
        (200, #"{"result":5,"error":null,"id":"another"}"#), (200, #"{"result":5,"error":null}"#),
        (200, #"{"result":5,"error":"why","id":1}"#), (200, #"{"error":null,"id":1}"#),
        (200, #"{"result":5,"error":null,"id":1}{"result":6,"error":null,"id":1}"#),
        (200, String(repeating: "[", count: 100_000)), (500, ""), (301, "elsewhere"), (302, ""), (204, ""),
        (400, "Bad Request"), (405, "JSONRPC server handles only POST requests"), (413, "<HTML>"), (501, "<HTML>"),
    ]

    @Test("an answer that no node gives is refused, whatever its status", arguments: strange.indices)
    func noAnswer(_ index: Int) async throws {
        let (status, text) = Self.strange[index]
        node.on("getblockcount") { _ in .answer(status, text) }
        #expect(await error { _ = try await read() }?.code == .networkRefused)
        // Sent, the same answers leave open what became of it, if they do not say that it was turned away.
        let wasTurnedAway = [405, 413, 501].contains(status)
        let code = await error {
            _ = try await connection().send(RPCCall("getblockcount"), until: .now + .seconds(3_600))
        }?.code
        #expect(code == (wasTurnedAway ? .networkRefused : .answerUnknown))
    }

    static let lost: [(NetworkError, sent: ServiceError.Code)] = [
        (.refused, .networkUnreachable), (.lost, .answerUnknown),
        (NetworkError(.timedOut, "Time ran out.", mayHaveArrived: true), .answerUnknown),
        (NetworkError(.tooLarge, "More than 16 MiB.", mayHaveArrived: true), .answerUnknown),
        (NetworkError(.courierEnded, "Courier ended.", mayHaveArrived: true), .answerUnknown),
        (NetworkError(.credentialsUnreadable, "No cookie.", mayHaveArrived: false), .networkUnreachable),
        (NetworkError(.refusedAddress, "Not public.", mayHaveArrived: false), .networkUnreachable),
    ]

    @Test("S6: without an answer nothing is known, and what was not sent is said to be", arguments: lost.indices)
    func noConnection(_ index: Int) async throws {
        let (failure, sent) = Self.lost[index]
        node.on("getblockcount") { _ in .nothing(failure) }
        #expect(await error { _ = try await read() }?.code == .networkUnreachable)
        let error = await error {
            _ = try await connection().send(RPCCall("getblockcount"), until: .now + .seconds(3_600))
        }
        #expect(error?.code == sent)
        let message = try #require(error?.message)
        #expect(message.hasSuffix(".") && !message.hasSuffix(".."), "\(message)")
    }

    @Test("what is sent may not arrive twice by itself; what is read may")
    func repeating() async throws {
        node.say("5", to: "getblockcount")
        _ = try await read()
        _ = try await connection().send(RPCCall("getblockcount"), until: .now + .seconds(3_600))
        #expect(node.calls.map(\.isRepeatable) == [true, false])
    }

    @Test("a batch with missing or swapped replies is refused")
    func swapped() async throws {
        node.on("getblockchaininfo") { _ in .answer(200, "[]") }
        #expect(
            await error { _ = try await connection().read(Node.checks, until: .now + .seconds(3_600)) }?.code
                == .networkRefused)
        let swapped = Node.checks.indices.reversed().map { #"{"result":5,"error":null,"id":\#($0 + 1)}"# }
        node.on("getblockchaininfo") { _ in .answer(200, "[" + swapped.joined(separator: ",") + "]") }
        #expect(
            await error { _ = try await connection().read(Node.checks, until: .now + .seconds(3_600)) }?.code
                == .networkRefused)
    }
}
