import MYKEYWalletLib

/// Keeps links instead of opening them, or fails as it is told.
final class RecordingOpener: LinkOpener {
    private let failure: LinkOpenerError?
    private let links: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init(failing failure: LinkOpenerError? = nil) {
        self.failure = failure
        (links, continuation) = AsyncStream.makeStream()
    }

    func open(_ link: String) async throws(LinkOpenerError) {
        continuation.yield(link)
        if let failure { throw failure }
    }

    /// The next link that is opened, read as a wallet reads it.
    func next() async throws -> AskedLink {
        for await link in links { return try AskedLink(link) }
        throw CancellationError()
    }
}
