import ExactJSON
import SchemeRouter

/// An exception of a node (`libraries/chain/include/eosio/chain/exceptions.hpp`).
struct NodeosFailure: Error, Sendable {
    /// Its number; forks of EOSIO have reassigned some of them.
    var code: Int64 = 0
    /// Its name, such as `tx_duplicate`, without the suffix `_exception`.
    let name: String
    /// The node's message for this case. Untrusted text.
    let detail: String

    /// The message, safe to show.
    var text: String {
        let text = Quoted(detail.isEmpty ? name : detail, limit: 200)
        return text.isEmpty ? "it gives no reason" : "\(text)"
    }

    /// Whether the node reports that the account does not exist: until 2023 it did so with a library's message (Leap,
    /// pull request 912).
    var isUnknownAccount: Bool { name == "account_query" || says("unknown key") }

    /// Whether the node's message contains any of these words.
    func says(_ words: String...) -> Bool { words.contains { detail.utf8.contains($0.utf8) } }
}

extension NodeosFailure {
    /// The `error` of an answer other than 2xx; nil if it has none.
    init?(answer: JSON) {
        guard let error = answer["error"], let code: Int64 = error.integer("code") else { return nil }
        let details = (error["details"]?.elements ?? []).compactMap { $0["message"]?.string }
        self.init(
            code: code, name: Self.shortName(error),
            detail: (details.first ?? error["what"]?.string ?? answer["message"]?.string ?? "").beginning())
    }

    /// The `except` of a transaction that was accepted but not executed.
    init(except: JSON) {
        let entry = except["stack"]?.elements?.first
        let data = (entry?["data"]?.members ?? []).compactMap(\.value.string)
        let texts = [entry?["format"]?.string].compactMap(\.self) + data
        self.init(
            code: except.integer("code") ?? 0, name: Self.shortName(except),
            detail: (texts.isEmpty ? except["message"]?.string ?? "" : texts.joined(separator: " ")).beginning())
    }

    private static func shortName(_ error: JSON) -> String {
        let name = (error["name"]?.string ?? "").beginning()
        return name.hasSuffix("_exception") ? String(name.dropLast("_exception".count)) : name
    }
}
