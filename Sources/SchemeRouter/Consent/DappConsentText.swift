import ExactJSON

/// The words of a consent about what a dapp asks for. What will be signed is told from its bytes, read back; the dapp's
/// own words are quoted and come last (S5).
struct DappConsentText {
    let link: ReadLink

    /// What a transaction will do.
    func paragraphs(_ intent: ActionsIntent) -> [String] {
        let warnings = intent.actions.flatMap(\.warnings).map { "Attention: \($0.message)" }
        let count = intent.actions.count
        let actions = intent.actions.enumerated().map { position, action in
            let number = count > 1 ? "\(position + 1) of \(count): " : ""
            return number + text(of: action)
        }
        let head = count == 1 ? "" : "One transaction with \(count) actions, "
        return warnings + actions + ["\(head)\(count == 1 ? "S" : "s")igned by \(text(of: intent.signer))."]
    }

    /// What texts will be signed.
    func paragraphs(_ intent: TextIntent) -> [String] {
        let signer = text(of: intent.signer)
        switch intent.purpose {
        case .login:
            return ["Log in as \(signer).", "This is signed:"] + intent.texts.map(Self.visible)
        case .message:
            let warnings = link.request.header.warnings.map { "Attention: \($0.message)" }
            return warnings + ["Sign this text as \(signer):"] + intent.texts.map(Self.visible)
        }
    }

    /// Who asks, and where the result goes.
    func caller(_ dapp: DappClaims) -> String {
        var lines = [
            dapp.name.map { "A dapp that calls itself “\($0.text)” asks; nobody has verified that." }
                ?? "The dapp does not say what it is called."
        ]
        if let server = dapp.server {
            lines.append(
                "The result is sent to the server \(server.host)\(server.isPlain ? ", readable on the way" : "").")
        }
        return lines.joined(separator: "\n")
    }

    /// The dapp's own words.
    func quotes(_ dapp: DappClaims) -> [String] {
        var quotes =
            [
                dapp.note.map { "The dapp says: “\($0.text)”" }, dapp.userName.map { "It calls you “\($0.text)”." },
                dapp.orderID.map { "Its number for this: “\($0.text)”" },
            ].compactMap(\.self) + sent(dapp)
        if case .actions(let request) = link.request {
            quotes += request.calls.enumerated().compactMap { position, call in
                call.note.map { "It says of action \(position + 1): “\($0.text)”" }
            }
        }
        return quotes
    }

    /// The dapp's own words that go back to it, or to a server that it names: into links that are opened and into what is
    /// posted. They are shown whole (S5).
    private func sent(_ dapp: DappClaims) -> [String] {
        [
            dapp.server.map { "The result is sent to “\(Self.visible($0.text))”." },
            dapp.wake.map { "The answer is added to “\(Self.visible($0.text))”." },
            dapp.userID.map { "The dapp's number for you: “\(Self.visible($0))”" },
            dapp.appKey.map { "The dapp's own number: “\(Self.visible($0))”" },
        ].compactMap(\.self)
    }

    private func text(of action: PreparedAction) -> String {
        if let transfer = TokenTransfer(action) {
            return "Pay \(transfer.quantity) of the token contract \(action.contract)\nto \(transfer.to)"
                + (transfer.memo.isEmpty ? "" : "\nwith the memo “\(Self.visible(transfer.memo))”")
                + "\nfrom \(transfer.from)"
        }
        let content = action.content.members?.map { "\($0.name): \(Self.text(of: $0.value))" } ?? []
        return (["\(action.contract) → \(action.name)"] + content).joined(separator: "\n")
    }

    private func text(of signer: AccountSigner) -> String { "\(signer.account) (\(signer.permission))" }

    private static func text(of value: JSON) -> String {
        visible(value.string ?? value.text)
    }

    /// A text that is signed is shown whole: what cannot be seen is written as its number.
    static func visible(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { shown, scalar in
            if ForeignText.isSafe(scalar) {
                shown.unicodeScalars.append(scalar)
            } else {
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
    }
}

/// What a transfer of a token says, read back from its bytes.
private struct TokenTransfer {
    let from: String
    let to: String
    let quantity: String
    let memo: String

    /// Nil where the action is none.
    init?(_ action: PreparedAction) {
        guard action.name == "transfer", action.content.members?.count == 4, let from = action.content["from"]?.string,
            let to = action.content["to"]?.string, let quantity = action.content["quantity"]?.string,
            let memo = action.content["memo"]?.string
        else { return nil }
        self.from = from
        self.to = to
        self.quantity = quantity
        self.memo = memo
    }
}
