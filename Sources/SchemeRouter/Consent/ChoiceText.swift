/// The dialogue in which the person chooses a wallet for a link.
struct ChoiceText {
    /// The most programs in the list; the others are in a list of their own. With this wallet, the other ways to pay and the
    /// refusal, that makes ten rows.
    static let mostPrograms = 5

    let link: ReadLink
    let choice: WalletChoice
    /// Whether this wallet would pay with practice money.
    let isPractice: Bool
    /// A notice that the same link was handed over before; nil if it was not recently.
    var before: RecentHandOverNotice?
    /// As ``Prompt/columns``.
    var columns = LineLayout.maxColumns

    func dialogue() throws(RequestError) -> Dialogue {
        let notice = choice.lostRule.map { HandOverText.notice(of: $0) }
        let question: Paragraph =
            link.isTyped ? "Which wallet should make this payment?" : "Which wallet should open this link?"
        let asked = [question] + [notice, before?.paragraph].compactMap(\.self) + HandOverText.asked(link)
        return try dialogue(
            asked + InstructionText(link.request, of: link.coin).ways + ["Refuse if you did not just ask for this."],
            leading: asked.count)
    }

    func rulesDialogue() throws(RequestError) -> Dialogue {
        try dialogue(["Which rule should be added to your config.yaml? It will come before all other rules there."])
    }

    private func dialogue(_ paragraphs: [Paragraph], leading: Int = 0) throws(RequestError) -> Dialogue {
        guard
            let text = PageLayout.text(
                about: .choice, notice: nil, columns: columns, leading: leading, groups: [paragraphs])
        else { throw .tooMuchToShow }
        return Dialogue(title: link.coin.title, text: text, agree: "OK")
    }

    func option(_ way: WalletChoice.Way) -> PromptOption {
        guard let other = way.other else {
            guard link.askedAmount != nil || link.request.action == .payment else {
                return PromptOption(
                    isPractice ? "Answer from here (PRACTICE)" : "Answer from this wallet",
                    detail: isPractice ? "no real money" : "asks for your passcode", picture: .ours)
            }
            return PromptOption(
                isPractice ? "Pay from here (PRACTICE)" : "Pay from this wallet",
                detail: isPractice ? "no real money" : "asks for your passcode", picture: .ours)
        }
        let kinds = choice.ways.filter { $0.program?.id == other.program.id }
        let how = kinds.count > 1 ? ", \(other.link.instruction.kind.shortName)" : ""
        return PromptOption(
            "Open in \(HandOverText.shortName(other.program))\(how)", detail: other.program.locationText,
            picture: .program(entry: other.program.program.desktopEntry), takes: other.link.instruction.kind.shortName)
    }

    var more: PromptOption { PromptOption("Other…", detail: "more programs for such links") }

    var copying: PromptOption { PromptOption("Copy the address", detail: "for a wallet that cannot open links") }

    var always: PromptOption { PromptOption("Remember this choice", detail: "adds a rule") }

    /// A rule that can be added, and the way to pay that it means for this link.
    struct Offer {
        let rule: HandOverRule
        let way: WalletChoice.Way
    }

    /// For each wallet: always for this coin, and from this amount on if the link has one.
    func rules(for ways: [WalletChoice.Way]) -> [Offer] {
        var seen: Set<HandOverRule.Target> = []
        var offers: [Offer] = []
        for way in ways {
            let target: HandOverRule.Target = way.program.map { .program($0.id) } ?? .here
            guard seen.insert(target).inserted else { continue }
            guard link.hasCoin else {
                offers.append(Offer(rule: HandOverRule(scheme: link.request.header.scheme, target: target), way: way))
                continue
            }
            offers.append(Offer(rule: HandOverRule(coin: link.coin.id, target: target), way: way))
            guard let amount = link.askedAmount, amount > .zero, amount < .largest else { continue }
            offers.append(
                Offer(rule: HandOverRule(coin: link.coin.id, atLeast: amount, target: target), way: way))
        }
        return Array(offers.prefix(8))
    }

    func label(of offer: Offer) -> String {
        let name = offer.way.program.map { HandOverText.shortName($0) } ?? "this wallet"
        let from = offer.rule.atLeast.map { " from \(link.coin.text($0)) up" } ?? ""
        return "Always \(name) for \(link.coin.title)\(from)"
    }
}
