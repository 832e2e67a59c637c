/// Limits how fast all links of a scheme together may come. A person never notices the limit; a page runs into it.
///
/// ``FloodRule`` stops a sender that is refused again and again. But a page chooses the sender it names, names another one
/// in each link, or sends links that nobody can read. So every link counts here, whatever becomes of it. Each costs ten
/// seconds, and each that the person had to refuse costs a minute more; time pays off the debt, and agreeing to a link
/// proves that a person is at work and clears it. Where more than five minutes are owed, all links of the scheme are
/// refused until nothing is.
///
/// The numbers: a person who opens thirty links at once and agrees to none, or refuses five dialogues in a row, is not
/// stopped; anyone who continues after that does not want anything. A page can cause five dialogues, or thirty links
/// that fail without one, followed by five minutes of silence: in the long run, no more than one dialogue a minute.
///
/// Links that are refused cost nothing, so that a page in a forgotten tab cannot keep the person out for ever. A clock that
/// was set back pays nothing off and adds nothing: the debt is the same, and due from the new time on.
struct SchemeFloodRule {
    /// What a link costs, in seconds.
    static let link: UnixTime = 10
    /// What a link costs further that the person was asked about and did not agree to.
    static let unwanted: UnixTime = 60
    /// The most that may be owed.
    static let limit: UnixTime = 300

    /// Counts a link at `now`. Returns until when links are refused; nil where this one is not.
    static func count(_ debt: inout LinkDebt, now: UnixTime) -> UnixTime? {
        settle(&debt, now: now)
        if !debt.isRefused {
            debt.seconds += link
            guard debt.seconds > limit else { return nil }
            debt.seconds = limit
            debt.isRefused = true
        }
        return now + debt.seconds
    }

    static func countUnwanted(_ debt: inout LinkDebt, now: UnixTime) {
        settle(&debt, now: now)
        debt.seconds = min(debt.seconds + unwanted, limit)
    }

    static func forgive(_ debt: inout LinkDebt, now: UnixTime) {
        debt = LinkDebt(at: now)
    }

    private static func settle(_ debt: inout LinkDebt, now: UnixTime) {
        // What others wrote into the file must not trap, nor keep anybody out for longer than five minutes.
        let (passed, overflow) = now.subtractingReportingOverflow(debt.at)
        let paid = overflow ? limit : max(0, passed)
        debt.seconds = max(0, min(max(0, debt.seconds), limit) - min(paid, limit))
        debt.at = now
        if debt.seconds == 0 { debt.isRefused = false }
    }
}

/// A link that was counted and may go on: no link is answered without one.
public struct LinkAdmission: Sendable {
    /// The scheme whose links it counts with.
    let scheme: String

    private init(scheme: String) {
        self.scheme = scheme
    }

    /// Counts a link before it is read.
    /// - Parameters:
    ///   - link: its bytes as received. Links of all schemes that no descriptor names count together.
    ///   - routes: the descriptors.
    ///   - tally: counts the links of each scheme.
    ///   - now: the time.
    ///
    /// Throws ``ServiceError/Code/tooManyRefusals`` where so many came that they are refused for a while, and
    /// ``ServiceError/Code/cannotWrite`` where they cannot be counted.
    public init(
        counting link: [UInt8], routes: RouteTable, tally: any LinkTally, at now: UnixTime
    ) throws(ServiceError) {
        let name = (try? LinkBytes(link)).flatMap { routes.scheme(named: $0.bytes[$0.scheme])?.name }
        self = try .counting(name ?? "", tally: tally, at: now)
    }

    /// Counts a link that was read.
    static func counting(_ scheme: String, tally: any LinkTally, at now: UnixTime) throws(ServiceError) -> Self {
        var end: UnixTime?
        try tally.change(scheme) { end = SchemeFloodRule.count(&$0, now: now) }
        guard let end else { return LinkAdmission(scheme: scheme) }
        let links = scheme.isEmpty ? "Links" : "“\(scheme):” links"
        throw ServiceError(
            .tooManyRefusals,
            "\(links) arrived faster than a person can open them, and you agreed to none. They are refused without a "
                + "question until \(LinkExecution.timeOfDay(end)) UTC.",
            hint: "That is in \(end - now) seconds; after that you are asked again.")
    }
}
