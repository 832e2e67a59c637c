/// Limits the rate of all links of a scheme together. A person never notices the limit; a page runs into it.
///
/// ``FloodRule`` stops a sender that is refused again and again. But a page chooses the sender in its links, can use
/// another one in each link, or can send unreadable links. So every link counts here, whatever its outcome. Each costs
/// ten seconds, and each that the person had to refuse costs another minute. Time pays off the debt, and agreeing to a
/// link shows that a person is at work and clears it. If the debt exceeds five minutes, all links of the scheme are
/// refused until it is paid off.
///
/// The numbers: a person who opens thirty links at once and agrees to none, or refuses five dialogues in a row, is not
/// stopped; going on after that is not normal use. A page can cause five dialogues, or thirty links that fail without
/// one, followed by five minutes of silence: in the long run, at most one dialogue a minute.
///
/// Refused links cost nothing, so that a page in a forgotten tab cannot lock the person out for ever. A clock that was
/// set back neither pays anything off nor adds anything: the debt stays the same and runs from the new time on.
struct SchemeFloodRule {
    /// The cost of a link, in seconds.
    static let link: UnixTime = 10
    /// The additional cost of a link that the person was asked about and did not agree to, in seconds.
    static let unwanted: UnixTime = 60
    /// The largest debt, in seconds.
    static let limit: UnixTime = 300

    /// Counts a link at `now`. Returns the end of the pause if the link is refused; otherwise nil.
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
        // Values that others wrote into the file must not trap, nor lock anybody out for longer than five minutes.
        let (passed, overflow) = now.subtractingReportingOverflow(debt.at)
        let paid = overflow ? limit : max(0, passed)
        debt.seconds = max(0, min(max(0, debt.seconds), limit) - min(paid, limit))
        debt.at = now
        if debt.seconds == 0 { debt.isRefused = false }
    }
}

/// Proof that a link was counted and may go on: no link is answered without it.
public struct LinkAdmission: Sendable {
    /// The scheme that the link counts toward; nil if it counts toward none.
    let scheme: String?

    /// For a payment that the person typed: no page can flood anybody with those, nor keep the person from paying.
    package static let typed = LinkAdmission(scheme: nil)

    private init(scheme: String?) {
        self.scheme = scheme
    }

    /// Counts a link before it is read.
    /// - Parameters:
    ///   - link: its bytes as received. Links of all schemes without a descriptor count together.
    ///   - routes: the descriptors.
    ///   - tally: counts the links of each scheme.
    ///   - now: the time.
    ///
    /// Throws ``ServiceError/Code/tooManyRefusals`` if there were so many that they are refused for a while, and
    /// ``ServiceError/Code/cannotWrite`` if they cannot be counted.
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
