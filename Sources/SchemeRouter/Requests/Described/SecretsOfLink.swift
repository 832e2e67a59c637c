import RouterBytes
import RouterLinks

/// What a link has that only its receiver may see, to keep it out of every text, wherever else in the link it stands (S8).
struct SecretsOfLink {
    /// The secrets, as the link has them and decoded.
    private let secrets: [[UInt8]]
    /// Whether such links can have any: one that was damaged may stand where nobody expects it.
    private let mayHaveSecrets: Bool
    /// More neighbouring characters than anybody may see of a secret.
    private static let most = 8

    init(_ parameters: [DescribedLink.Parameter], _ pieces: [PathPiece], of form: DescribedForm, in bytes: [UInt8]) {
        mayHaveSecrets = form.hasSecret
        let values = parameters.filter(\.rule.isSecret).flatMap { [$0.value, Array(bytes[$0.range])] }
        secrets = (values + pieces.filter { $0.kind == .secret }.map { Array(bytes[$0.range]) }).filter {
            $0.count >= Self.most
        }
    }

    /// The text, or a mark in its place if it has a piece of a secret, or looks like a key itself.
    func hidden(in text: String) -> String {
        guard mayHaveSecrets else { return text }
        return secrets.contains { Self.share($0, Array(text.utf8)) }
            ? KeyMaterial.mark : KeyMaterial.hidden(besideSecrets: text)
    }

    private static func share(_ secret: [UInt8], _ text: [UInt8]) -> Bool {
        guard text.count >= most else { return false }
        let pieces = Set((0...secret.count - most).map { secret[$0..<$0 + most] })
        return (0...text.count - most).contains { pieces.contains(text[$0..<$0 + most]) }
    }

    /// The fact with its texts hidden like that. Words of ours and numbers stay.
    func hidden(in fact: LinkFact) -> LinkFact {
        guard mayHaveSecrets else { return fact }
        return LinkFact(
            fact.field, title: fact.title, hidden(in: fact.value), shown: fact.shown.map(hidden), checked: fact.checked)
    }

    private func hidden(in value: LinkFact.Value) -> LinkFact.Value {
        switch value {
        case .text(let text): .text(hidden(in: text))
        case .name(let text):
            // Its form was checked, so it looks like a key only by chance.
            secrets.contains { Self.share($0, Array(text.utf8)) } ? .name(KeyMaterial.mark) : value
        case .list(let values): .list(values.map(hidden))
        case .fields(let fields): .fields(fields.map { LinkFact.Field($0.name, hidden(in: $0.value)) })
        case .own, .number, .flag, .null: value
        }
    }
}
