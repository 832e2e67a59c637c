import SchemeRouter
import Testing

@testable import RouterNetworks

/// A node that never answers.
private struct SilentNode: NetworkClient {
    let asked: AsyncStream<Void>.Continuation

    func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> NetworkAnswer {
        asked.yield()
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
        throw NetworkError(.cancelled, "The request was given up.", mayHaveArrived: true)
    }
}

/// Nodes that do not answer in time.
@Suite struct NodeosDelayTests {
    @Test("reads end when the engine gives them up, all that run beside each other (S13)", .timeLimit(.minutes(60)))
    func cancelled() async throws {
        let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
        let chain = try NodeosChain(
            url: "https://node.example", chainID: [UInt8](repeating: 1, count: 32), coin: .eos,
            client: SilentNode(asked: continuation),
            now: { RecordedNodeos.now })
        let reading = Task {
            await error {
                _ = try await chain.authority(of: AccountSigner(account: "bobbobbobbob", permission: "active"))
            }
        }
        var questions = asked.makeAsyncIterator()
        _ = await questions.next()
        _ = await questions.next()
        reading.cancel()
        #expect(await reading.value?.code == .networkUnreachable)
    }

    @Test("a transaction whose answer is not waited for is not known")
    func sending() async throws {
        let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
        let chain = try NodeosChain(
            url: "https://node.example", chainID: [UInt8](repeating: 1, count: 32), coin: .eos,
            client: SilentNode(asked: continuation),
            now: { RecordedNodeos.now })
        let transaction = SignedTransaction(
            id: try #require(TransactionID(hex: String(repeating: "7a", count: 32))), bytes: [])
        let sending = Task { await error { try await chain.send(transaction) } }
        var questions = asked.makeAsyncIterator()
        _ = await questions.next()
        sending.cancel()
        #expect(await sending.value?.code == .answerUnknown)
    }
}
