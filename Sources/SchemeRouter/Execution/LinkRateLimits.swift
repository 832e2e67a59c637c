extension LinkExecution {
    /// Notes that the person agreed to a link: the debt of its source is forgiven (``SchemeFloodRule``).
    func noteAgreement(_ attempt: inout Attempt) {
        let now = services.now()
        (attempt.hasAgreed, attempt.agreed) = (true, now)
        noteAgreement(to: attempt.admission)
    }

    /// The same for a link that was only counted.
    func noteAgreement(to admission: LinkAdmission) {
        guard let source = admission.source else { return }
        let now = services.now()
        // If this cannot be stored, nothing is lost: time pays off the debt.
        try? services.tally.change(source) { SchemeFloodRule.forgive(&$0, now: now) }
    }

    /// Notes that the person had to look at a link and did not agree to it.
    func noteUnwanted(_ admission: LinkAdmission) {
        guard let source = admission.source else { return }
        let now = services.now()
        try? services.tally.change(source) { SchemeFloodRule.countUnwanted(&$0, now: now) }
    }

    /// Refuses a link that was refused too often, or one of its sender (``FloodRule``), without showing anything. Never a
    /// command that the person typed.
    func refuseFlood(_ link: ReadLink, on chain: ChainID) throws {
        guard !link.isTyped, services.opener?.kind != .typed else { return }
        let now = services.now()
        let request = link.journalRequest(on: chain, openedBy: services.opener)
        let entries = try services.journal.entries(changedSince: FloodRule.horizon(at: now))
        // Nothing is read in vain: most links follow no refusal.
        guard let block = FloodRule.block(request, entries: entries, unlocked: 0, now: now),
            case let unlocked = try services.tally.unlocked(),
            let block = unlocked == 0
                ? block : FloodRule.block(request, entries: entries, unlocked: unlocked, now: now)
        else { return }
        if block.mustBeRecorded {
            let entry = try services.journal.begin(request, at: now)
            try services.journal.note(.ended(.failed), of: entry, at: now)
        }
        let (what, these) =
            request.sender.map { ("links from “\($0)”", "Until \(Self.timeOfDay(block.until)) UTC they are refused") }
            ?? ("this link", "Until \(Self.timeOfDay(block.until)) UTC it is refused")
        throw ServiceError(
            .tooManyRefusals,
            "You refused \(what) \(FloodRule.refusals) times within a minute. \(these) without asking you.",
            hint: "That is in \(block.until - now) seconds; after that, you will be asked again.".adding(Remedy.endLock)
        )
    }

    /// Shows how the same link ended a moment ago and asks whether to go on (``ReplayRule``).
    ///
    /// Throws ``PromptError/refused`` if the person stops.
    func askAboutReplay(_ conversation: Conversation, _ attempt: inout Attempt) async throws {
        let link = conversation.link
        let now = services.now()
        let entries = try services.journal.entries(changedSince: ReplayRule.horizon(at: now))
        // The consent already says when it was handed over.
        guard let before = attempt.entry,
            let earlier = ReplayRule.earlierEnd(
                of: link.fingerprint, on: conversation.consent.chain, before: before, entries: entries, now: now)
        else { return }
        let goesElsewhere = conversation.consent.handOver != nil
        guard !(goesElsewhere && earlier.end == .handedOver) else { return }
        attempt.wasAsked = true
        try await conversation.goOn(
            after: ReplayText(
                entry: earlier, coin: link.coin, now: now, goesElsewhere: goesElsewhere, isTyped: link.isTyped))
    }

    /// The journal's earlier payment by the same link, or of the same amount to the same recipient. If another program pays,
    /// also one to the same recipient that was given up, which nothing here can prevent then (S16). Nil if there is none.
    func paidBefore(
        _ intent: Intent, of link: ReadLink, on chain: ChainID, before entry: Int64
    ) throws(ServiceError) -> PaidText? {
        let amount: Amount?
        switch intent {
        case .payment(let payment): amount = payment.amount
        // Limits count a fee in the link, too, but an earlier payment paid the recipient the amount without it.
        case .handOver(let handOver): amount = link.request.asDescribed.map(\.paidAmount) ?? handOver.cost.known
        case .actions: amount = nil
        case .address, .newAddress, .keys, .identity, .texts: return nil
        }
        let request = link.journalRequest(on: chain)
        var earlier = try services.journal.latest(repeating: request, amount: amount, before: entry)
        let payments = link.journalPayments(request, amount: amount)
        for payment in payments where payment.recipient != request.recipient {
            var same = request
            same.recipient = payment.recipient
            let other = try services.journal.latest(repeating: same, amount: payment.amount, before: entry)
            if let other, other.id > earlier?.id ?? 0 { earlier = other }
        }
        if case .handOver = intent, earlier == nil {
            let recipients = payments.map(\.recipient)
            earlier = try GivenUpPayments(on: chain, services: services).payments.last { $0.pays(recipients) }?.entry
        }
        guard let earlier else { return nil }
        let named = payments.first { earlier.pays($0.recipient) }?.named
        return PaidText(
            entry: earlier, request: request, isTyped: link.isTyped, recipient: named,
            replacement: earlier.settlement == .replaced ? try services.journal.replacement(of: earlier) : nil)
    }

    /// `14:05:09`, in UTC everywhere, as in the log.
    static func timeOfDay(_ time: UnixTime) -> String {
        [time / 3_600 % 24, time / 60 % 60, time % 60].map { ($0 < 10 ? "0" : "") + String($0) }
            .joined(separator: ":")
    }
}

/// After three refusals within a minute, links of the same source are refused for five minutes (S10).
///
/// A person who is asked again and again may finally agree just to be left alone. But most links name no sender, and
/// who refuses three of them in a minute may want the fourth, of another page. So these are the same source: links that
/// name the same sender, and, without one, the same link. If two programs are known to have opened them, they are two
/// sources: no page in a browser can silence another program by naming its sender. What the person typed is none. A
/// page that opens another link each time is stopped by ``SchemeFloodRule``.
///
/// The rule needs no memory except the journal, and up to which entry the person ended the lock. Its clock is the
/// computer's, which can be set back; the journal then
/// has entries in the future. They keep their distances from each other, and the last one counts as made when the next
/// one was seen, or now: refusals do not lose their effect, and keep it for at most five minutes.
struct FloodRule {
    static let refusals = 3
    /// The time span for counting refusals, in seconds.
    static let window: UnixTime = 60
    /// How long links are then refused, in seconds.
    static let pause: UnixTime = 300

    struct Block: Equatable {
        let until: UnixTime
        /// Whether the journal does not yet show that the clock was set back, so that this link must be recorded: the
        /// five minutes run from now.
        let mustBeRecorded: Bool
    }

    /// The time of the oldest entry that can matter.
    static func horizon(at now: UnixTime) -> UnixTime { now - window - pause }

    /// Whether a link is refused at `now`; nil if it is not.
    /// - Parameters:
    ///   - request: the link, as the journal would record it.
    ///   - entries: of the journal, newest first, back to the oldest that changed since ``horizon(at:)``.
    ///   - unlocked: refusals up to this entry do not count.
    static func block(
        _ request: JournalRequest, entries: [JournalEntry], unlocked: Int64, now: UnixTime
    ) -> Block? {
        let source = Source(request)
        var times: [UnixTime] = []
        // No entry can be newer than its successor. If one seems to be, the clock was set back in between, and the
        // entry is shifted with all older ones.
        var shift: UnixTime = 0
        var next = now
        for entry in entries {
            shift = max(shift, entry.changed - next)
            if entry.id > unlocked, entry.countsAsRefusal, source.isSame(entry.request) {
                times.append(entry.changed - shift)
            }
            next = entry.seen - shift
        }
        for (last, first) in zip(times, times.dropFirst(refusals - 1)) where last - first <= window {
            let until = last + pause
            guard now < until else { continue }
            return Block(until: until, mustBeRecorded: entries.first.map { $0.changed > now } ?? false)
        }
        return nil
    }

    /// Where a link came from, as far as that is known.
    private struct Source {
        private let sender: String?
        private let fingerprint: String
        private let opener: Opener?

        init(_ request: JournalRequest) {
            (sender, fingerprint, opener) = (request.sender?.lowercased(), request.fingerprint, request.opener)
        }

        func isSame(_ request: JournalRequest) -> Bool {
            let other = Source(request)
            guard opener?.kind != .typed, other.opener?.kind != .typed else { return false }
            if let opener, let theirs = other.opener, opener != theirs { return false }
            return sender == nil ? other.sender == nil && fingerprint == other.fingerprint : sender == other.sender
        }
    }
}

extension JournalEntry {
    /// Whether it ended with a refusal, or its sender was notified as if it had: the pause afterwards must not
    /// distinguish them either (``FailureCode``). Dapps receive a separate code for a failure after the agreement, so
    /// those failures do not count.
    fileprivate var countsAsRefusal: Bool {
        if end == .refused { return true }
        let isTold = [.login, .sign, .transfer, .transaction].contains(request.action) && progress != .seen
        return (end == .failed || end == .locked) && toldFailure == .declined && !isTold
    }
}

/// Limits the rate of all links of a scheme that the same program opened; those of unknown openers count together. A
/// person hardly ever notices the limit; a page runs into it.
///
/// ``FloodRule`` stops a sender that is refused again and again. But a page chooses the sender in its links, can use
/// another one in each link, or can send unreadable links. It cannot choose the program that opens them. So every link
/// counts here, whatever its outcome, unless the person typed it. Each costs
/// ten seconds, and each that the person had to refuse costs another minute. Time pays off the debt, and agreeing to a
/// link shows that a person is at work and clears it. If the debt exceeds five minutes, all links of the scheme from
/// that program are refused until it is paid off.
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
    /// What the link counts toward; nil if it counts toward nothing.
    let source: String?

    /// For a command that the person typed: no page can flood anybody with those, nor keep the person from paying.
    package static let typed = LinkAdmission(source: nil)

    private init(source: String?) {
        self.source = source
    }

    /// Counts a link before it is read.
    /// - Parameters:
    ///   - link: its bytes as received. Links of all schemes without a descriptor count together.
    ///   - routes: the descriptors.
    ///   - opener: who opened it, as far as the desktop knows; nil if that is unknown.
    ///   - tally: counts the links of each source.
    ///   - now: the time.
    ///
    /// Throws ``ServiceError/Code/tooManyRefusals`` if there were so many that they are refused for a while, and
    /// ``ServiceError/Code/cannotWrite`` if they cannot be counted.
    public init(
        counting link: [UInt8], routes: RouteTable, openedBy opener: Opener? = nil, tally: any LinkTally,
        at now: UnixTime
    ) throws(ServiceError) {
        let name = (try? LinkBytes(link)).flatMap { routes.scheme(named: $0.bytes[$0.scheme])?.name }
        self = try .counting(name ?? "", openedBy: opener, tally: tally, at: now)
    }

    /// Counts a link that was read.
    static func counting(
        _ scheme: String, openedBy opener: Opener? = nil, tally: any LinkTally, at now: UnixTime
    ) throws(ServiceError) -> Self {
        guard opener?.kind != .typed else { return .typed }
        let source = scheme + (opener.map { "@\(PercentEncoding.encode($0.record))" } ?? "")
        var end: UnixTime?
        try tally.change(source) { end = SchemeFloodRule.count(&$0, now: now) }
        guard let end else { return LinkAdmission(source: source) }
        let links = (scheme.isEmpty ? "Links" : "“\(scheme):” links") + (opener.map { " from \($0.text)" } ?? "")
        throw ServiceError(
            .tooManyRefusals,
            "\(links) arrived faster than a person can open them, and you agreed to none. They are refused without a "
                + "question until \(LinkExecution.timeOfDay(end)) UTC.",
            hint: "That is in \(end - now) seconds; after that you are asked again.".adding(Remedy.endLock))
    }
}

/// If the same link is opened again within a minute of its end, that end is shown first: a page that opens it twice, or
/// a person who clicks twice, must not pay twice unnoticed.
struct ReplayRule {
    /// How long an end is shown first, in seconds.
    static let window: UnixTime = 60

    /// The time of the oldest entry that can matter.
    static func horizon(at now: UnixTime) -> UnixTime { now - window }

    /// The entry in which the link of `entry` ended before; nil if it did not.
    ///
    /// An end in the future – the clock was set back – counts as recent: the question costs little. An interruption by
    /// a crash does not count, because nobody saw it. An end on another network counts only if that was practice, which
    /// its text says: otherwise, real money or keys would be shown under the heading of practice (S14).
    /// - Parameter entries: of the journal, newest first, back to the oldest that changed since ``horizon(at:)``.
    static func earlierEnd(
        of fingerprint: String, on chain: ChainID, before entry: Int64, entries: [JournalEntry], now: UnixTime
    ) -> JournalEntry? {
        entries.first {
            $0.id < entry && $0.request.fingerprint == fingerprint && $0.end != nil && $0.end != .interrupted
                && ($0.request.chain == chain || $0.request.chain.isPractice) && $0.changed >= horizon(at: now)
        }
    }
}
