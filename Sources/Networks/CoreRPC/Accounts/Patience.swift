import SchemeRouter

typealias Deadline = ContinuousClock.Instant

/// How long to wait for long work: a person who clicked a link does not wait, one who ran a command does.
struct Patience: Sendable {
    /// The limit of one request if there is no other end. Nodes continue the work after the client disconnects.
    private static let longest = Duration.seconds(120)

    /// When a click gives up; nil to wait for the end of the work.
    let end: Deadline?
    let progress: ProgressReport?

    /// Without limit if progress is shown, otherwise for `limit`.
    init(_ progress: ProgressReport?, orAtMost limit: Duration) {
        end = progress == nil ? .now + limit : nil
        self.progress = progress
    }

    /// The deadline of a request that begins now.
    var deadline: Deadline { end ?? .now + Self.longest }

    var isOver: Bool { end.map { $0 <= .now } ?? false }

    /// Waits for some time; throws if the end has passed.
    func pause(_ time: Duration) async throws(ServiceError) {
        guard !isOver, (try? await Task.sleep(for: time)) != nil else {
            throw ServiceError(.networkUnreachable, "The node is busy.", hint: "Nothing was sent. Try again later.")
        }
    }
}
