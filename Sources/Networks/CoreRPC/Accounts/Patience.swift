import SchemeRouter

typealias Deadline = ContinuousClock.Instant

/// How long somebody waits for work that takes long: a person who clicked a link does not, one who asked for it does.
struct Patience: Sendable {
    /// Of one request while somebody waits for its end. Nodes continue with it when nobody is listening any more.
    private static let longest = Duration.seconds(120)

    /// When the one who clicked gives up; nil if somebody waits for the end.
    let end: Deadline?
    let progress: ProgressReport?

    /// For as long as it takes if progress is shown, otherwise for `limit`.
    init(_ progress: ProgressReport?, orAtMost limit: Duration) {
        end = progress == nil ? .now + limit : nil
        self.progress = progress
    }

    /// When a request that begins now must have its answer.
    var deadline: Deadline { end ?? .now + Self.longest }

    var isOver: Bool { end.map { $0 <= .now } ?? false }

    /// Lets some time pass; throws if nobody waits that long.
    func pause(_ time: Duration) async throws(ServiceError) {
        guard !isOver, (try? await Task.sleep(for: time)) != nil else {
            throw ServiceError(.networkUnreachable, "The node is busy.", hint: "Nothing was sent. Try again later.")
        }
    }
}
