import ExactJSON
import Foundation
import RouterTestSupport
import Testing

@testable import RouterNetworks

/// Conversations with real servers, of `Tests/Vectors/electrum`.
enum Recordings {
    /// A request and its answer.
    struct Exchange: Sendable {
        let method: String
        let parameters: JSON
        let reply: ElectrumMessage.Answer

        var result: JSON? { try? reply.get() }
        var failure: ElectrumError? {
            if case .failure(let error) = reply { error } else { nil }
        }
        /// Whether it asks for a transaction as the node tells of it.
        var asksForDetails: Bool {
            method == "blockchain.transaction.get" && parameters.elements?.dropFirst().first == .bool(true)
        }
    }

    /// One conversation.
    struct Conversation: Sendable, CustomTestStringConvertible {
        let id: String
        let entries: [JSON]

        var testDescription: String { id }

        /// The lines that the server sent, with the spaces before their last character that were taken out.
        var serverLines: [[UInt8]] {
            entries.filter { $0["dir"]?.string == "s" }.compactMap { entry in
                guard entry["truncated"] == nil, let line = entry["line"]?.string.map({ Array($0.utf8) }),
                    let last = line.last
                else { return nil }
                let padding: Int = entry["pad"]?.wholeNumber() ?? 0
                return line.dropLast() + [UInt8](repeating: 0x20, count: padding) + [last]
            }
        }

        /// Each single request with the answer to it, in the order of the requests.
        var answers: [Exchange] {
            var replies: [Int: ElectrumMessage.Answer] = [:]
            for case .answer(let id, let reply) in serverLines.compactMap(ElectrumMessage.read).joined() {
                replies[id] = reply
            }
            return entries.filter { $0["dir"]?.string == "c" }.compactMap { entry in
                guard let line = entry["line"]?.string,
                    let request = try? JSON(reading: Array(line.utf8), limits: ElectrumMessage.limits),
                    let id: Int = request["id"]?.wholeNumber(), let method = request["method"]?.string,
                    let reply = replies[id]
                else { return nil }
                return Exchange(method: method, parameters: request["params"] ?? .array([]), reply: reply)
            }
        }
    }

    static let all: [Conversation] = {
        let url = testFolder.appending(path: "Vectors/electrum/exchanges.jsonl")
        guard let data = try? Data(contentsOf: url) else { preconditionFailure("vectors missing: \(url.path)") }
        return data.split(separator: 0x0A).map { line in
            guard let json = try? JSON(reading: Array(line), limits: ElectrumMessage.limits),
                let id = json["id"]?.string, let entries = json["exchange"]?.elements
            else { preconditionFailure("a recording is none") }
            return Conversation(id: id, entries: entries)
        }
    }()

    /// The conversation of that name. One that is missing would be a test that cannot fail, so it ends the run.
    static func named(_ id: String) -> Conversation {
        guard let found = all.first(where: { $0.id == id }) else { preconditionFailure("no recording \(id)") }
        return found
    }

    /// Those whose names end so, of all servers; at least one.
    static func all(named name: String) -> [Conversation] {
        let found = all.filter { $0.id.split(separator: "/").last.map(String.init) == name }
        precondition(!found.isEmpty, "no recording \(name)")
        return found
    }
}

/// The addresses of the recordings' wallet, m/44'/1'/0', as their scripts.
enum RecordedWallet {
    static let receive = [
        "76a9143a2d4145a4f098523b3e8127f1da87cfc55b8e7988ac", "76a914d3c0870e8e13a9ec320f1280889127aa15a4c0a188ac",
        "76a9144c2e2bf28069045a8eb627c839ff2306b73bba3088ac", "76a914628d3ddd3a9413983a0f5ad854fb1c0f8791cd5288ac",
        "76a914e2a5f07cff5a47a306bf6e5da322063029727fd088ac", "76a914a47caa835823b8283014cc66c6e78e1e43cd165088ac",
        "76a91498e8e949b3d69eb1fd5ff98e4e17e55c86c1ae3d88ac", "76a914b0d2a30e49dbdb0e1d6af8541547bfd10bc5a5c388ac",
        "76a91425ddfcd593563950f2fa2cebe2a85ab6886c9c9b88ac", "76a9144d290d204a913bc6cfa178eccbb5684454f86f0288ac",
        "76a914b54aefa00bc712c231328e16a8297844f214fad488ac",
    ].map { [UInt8](hexDigits: $0) ?? [] }
    /// m/44'/1'/0'/0/20.
    static let twentieth = [UInt8](hexDigits: "76a914f957b119de1e9dee7e76088117562e8f2a3461f488ac") ?? []
    /// m/44'/1'/0'/0/21.
    static let twentyFirst = [UInt8](hexDigits: "76a9143c554afd1537cda0f2ecd921e830bc2e212e159888ac") ?? []
    /// m/44'/1'/0'/1/0.
    static let change = [UInt8](hexDigits: "76a9141cb73920b5ac38f460e38deb684b9c4a408ff3c088ac") ?? []
}
