import SchemeRouter

/// The family's replies: `<sender>://cowries=given&to=…&knot={txid}`, or that they were kept.
enum CowrieReply {
    /// All that such replies can say by themselves, declared before any link is read.
    static let form = ReplyForm(
        name: "cowrie-knot", fields: ["cowries", "to"], results: [("knot", .txid)], done: ["given"],
        declined: ["kept"], failed: ["kept"], unknown: ["adrift"])

    static func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        guard let sender = request.sender, let recipient = request.recipient else { return nil }
        let fields: [ReplyField] =
            switch ending {
            case .done:
                [
                    ReplyField("cowries", .text("given")), ReplyField("to", .text(recipient)),
                    ReplyField("knot", .blank(.txid)),
                ]
            case .declined, .failed: [ReplyField("cowries", .text("kept"))]
            case .unknown: [ReplyField("cowries", .text("adrift"))]
            }
        return ReplyTemplate(link: LinkTemplate(to: sender, fields))
    }
}
