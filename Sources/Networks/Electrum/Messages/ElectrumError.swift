import ExactJSON
import SchemeRouter

/// A server's own refusal of one call (Documentation/protocols/electrum.md §2.3).
struct ElectrumError: Error, Sendable, Hashable {
    let code: Int64
    /// The first part of the server's message. Untrusted text.
    let message: String

    /// More transactions than the server lists.
    static let historyTooLarge: Int64 = 10_001
    /// The request was too large; the server closes the connection.
    static let tooMuchAsked: Int64 = -101
    /// The server's own backend, such as its node, did not answer in time.
    static let timedOut: Int64 = -102

    /// The message, safe to show. Refusals of transactions repeat all their bytes, which are cut.
    var text: String { "\(Self.shown(message))" }

    /// Whether a node answered that it does not know the transaction. One without a complete transaction index gives
    /// this answer about mined transactions too, so it proves nothing.
    var saysUnknownTransaction: Bool {
        // The code is the node's, inside the text that the server made from the node's answer.
        let words = [
            "'code': -5", "\"code\": -5", "\"code\":-5", "No such mempool", "No such transaction",
            "missing transaction",
        ]
        return words.contains(where: message.contains) && !message.contains("-txindex")
            && !message.contains("being indexed")
    }

    /// A server's message, without long runs of hexadecimal digits.
    static func shown(_ message: String) -> Quoted {
        var kept: [UInt8] = []
        var rest = Array(message.utf8)[...]
        while !rest.isEmpty {
            let run = rest.prefix { $0.hexDigitValue != nil }
            kept += run.count <= 64 ? Array(run) : Array("…".utf8)
            rest = rest.dropFirst(run.count)
            if let other = rest.popFirst() { kept.append(other) }
        }
        return Quoted(ForeignText(kept, limit: 200))
    }
}

extension ElectrumError {
    /// Reads the `error` of an answer. Some servers send only a string.
    init(_ json: JSON) {
        let message = json["message"]?.string ?? json.string ?? ""
        self.init(code: json["code"]?.wholeNumber() ?? 0, message: message.beginning())
    }
}
