import SchemeRouter

/// A form of replies: `<sender>://state=paid&to=…&id=…`. What it can say by itself, it declares here, before any link is read.
enum Voucher {
    static let form = ReplyForm(
        name: "receipt", fields: ["state", "to"], results: [("id", .txid), ("at", .address)],
        done: ["paid", "told"], declined: ["refused"], failed: ["refused"], unknown: ["unknown"])

    /// Blanks are filled by the engine, after what was asked for is done.
    static func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        guard let sender = request.sender, isNamed(by: request) else { return nil }
        let fields: [ReplyField]
        switch (ending, request.action) {
        case (.done, .payment):
            guard let recipient = request.recipient else { return nil }
            fields = [
                ReplyField("state", .text("paid")), ReplyField("to", .text(recipient)),
                ReplyField("id", .blank(.txid)),
            ]
        case (.done, _): fields = [ReplyField("state", .text("told")), ReplyField("at", .blank(.address))]
        case (.unknown, _): fields = [ReplyField("state", .text("unknown"))]
        case (.declined, _), (.failed, _): fields = [ReplyField("state", .text("refused"))]
        }
        return ReplyTemplate(link: LinkTemplate(to: sender, fields))
    }

    /// What the journal has of a request was replied to in this form before, or would have been.
    private static func isNamed(by request: ReplyRequest) -> Bool {
        guard case .link(let asked) = request else { return true }
        return asked.header.callbacks == form.name
    }
}
