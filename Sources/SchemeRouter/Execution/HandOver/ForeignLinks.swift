/// Gives links of another grammar to the program that previously had their scheme (S15): taking over a scheme must not
/// break its other uses.
extension LinkExecution {
    /// The program that receives a link of another grammar, and whether the person is asked.
    public struct ForeignTarget: Sendable {
        public let program: WalletProgram
        /// The rule of the person's settings that applies; nil if the program previously had the scheme.
        public let rule: HandOverRule?
        /// A rule that would apply if its program existed.
        public let lostRule: HandOverRule?
    }

    /// The program that receives a link of another grammar; nil if none had its scheme before and no rule names one.
    /// - Parameters:
    ///   - link: the link.
    ///   - target: the program that a command names; nil if it names none.
    public func target(of link: ForeignLink, to target: HandOverRule.Target? = nil) -> ForeignTarget? {
        Self.target(of: link, wallets: services.wallets, rules: services.settings.handOver, to: target)
    }

    /// The same without services, for showing it.
    public static func target(
        of link: ForeignLink, wallets: any WalletPrograms, rules: [HandOverRule], to target: HandOverRule.Target? = nil
    ) -> ForeignTarget? {
        let candidates = wallets.candidates(forScheme: link.scheme)
        let rule = target == nil ? rules.first { $0.fitsForeign(scheme: link.scheme, coins: link.coins) } : nil
        var lostRule: HandOverRule?
        if case .program(let id)? = target ?? rule?.target {
            if let named = candidates.first(where: { $0.id.isSame(id) }) {
                return ForeignTarget(program: named, rule: rule, lostRule: nil)
            }
            lostRule = rule
        }
        guard target == nil else { return nil }
        return candidates.first { $0.origin == .before }.map {
            ForeignTarget(program: $0, rule: nil, lostRule: lostRule)
        }
    }

    /// The question to the person before a program receives a link of another grammar.
    ///
    /// Throws ``RequestError/Code/tooMuchToShow`` if the program's names fill more pages than anybody reads.
    public func preview(_ link: ForeignLink, _ target: ForeignTarget) throws(RequestError) -> Dialogue {
        let program = target.program
        let notice = target.lostRule.map { HandOverText.notice(of: $0) }
        let paragraphs: [Paragraph] =
            [notice].compactMap(\.self) + [
                "Open this link with \(Quoted(program.program.name, limit: 80))?",
                link.other.map(Self.paragraph)
                    ?? "\(word: link.beginning) is not a payment link that this program supports. It was not read and is passed on unchanged.",
                "The program is \(word: program.program.executable)\(own: program.container.map { ", \($0)" } ?? "").",
            ]
            + [services.opener?.claim].compactMap(\.self) + ["Refuse if you did not just ask for this."]
        guard
            let text = PageLayout.text(
                about: .handOver, notice: nil, columns: services.prompt.columns, groups: [paragraphs])
        else { throw .tooMuchToShow }
        return Dialogue(
            title: "“\(link.scheme):” link", text: text,
            agree: "Open \(HandOverText.shortName(program))")
    }

    private static func paragraph(about other: ForeignLink.OtherAddress) -> Paragraph {
        """
        It asks to pay \(word: other.address). \(own: other.message) This program cannot pay it, and passes the link on \
        unchanged: what the other program pays, and how much, is for it to show.
        """
    }

    /// Asks, unless the rule says otherwise, and starts the program. Never throws: every link has an outcome (S10).
    /// - Parameters:
    ///   - link: the link.
    ///   - admission: proof that the link was counted.
    ///   - target: the program that receives the link.
    public func run(_ link: ForeignLink, _ admission: LinkAdmission, _ target: ForeignTarget) async -> LinkResult {
        var wasAsked = false
        let outcome: Outcome
        do {
            guard let pass = try services.gate.enter() else {
                throw ServiceError(
                    .busy, "Another link is waiting for an answer.",
                    hint: "Answer it first, then open this link again.")
            }
            defer { withExtendedLifetime(pass) {} }
            try refuseReturn([link.fingerprint], scheme: link.scheme)
            try policy.check(link, for: target.program)
            if link.other != nil || target.rule?.asks != false {
                wasAsked = true
                try await services.prompt.confirm(try preview(link, target))
                wasAsked = false
                noteAgreement(to: admission)
            }
            let failure = try await start(
                target.program, with: link.text, scheme: link.scheme, fingerprint: link.fingerprint)
            if let failure { throw failure }
            outcome = .handedOver(target.program)
        } catch {
            outcome = Outcome(stoppedBy: error)
        }
        if wasAsked { noteUnwanted(admission) }
        if case .failed(let error) = outcome, error.code == .handOverFailed {
            let announcement = Announcement(.words(error.message, error.hint))
            announcement.notify(by: services.notifier)
            await announcement.show(by: services.prompt)
        }
        return LinkResult(outcome: outcome, entry: nil)
    }
}
