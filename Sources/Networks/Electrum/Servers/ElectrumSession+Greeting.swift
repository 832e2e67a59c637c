import ExactJSON
import RouterBytes
import SchemeRouter

extension ElectrumSession {
    /// Negotiates the protocol version, and verifies that the server is on the right network. Nothing else is asked
    /// before.
    /// - Parameter genesis: the first block of that network.
    func greet(genesis: [UInt8], until deadline: ContinuousClock.Instant) async throws(ElectrumFailure) {
        // Small enough to arrive at once: the server delays only what follows the first kilobyte of answers.
        let answers = try await ask([.version, .features, .newestBlock], isUrgent: false, until: deadline)
        guard case .success(let version) = answers[0] else {
            throw .strange("it refuses protocol 1.4\(Self.detail(answers[0]))")
        }
        guard let parts = version.elements, parts.count == 2, let spoken = parts[1].string,
            ["1.4", "1.4.1", "1.4.2"].contains(where: spoken.isSame)
        else { throw .strange("its protocol version is not 1.4") }
        software = ForeignText((parts[0].string ?? "").utf8, limit: 200).text
        guard case .success(let features) = answers[1], let shown = features["genesis_hash"]?.string else {
            throw .strange("it does not identify its network\(Self.detail(answers[1]))")
        }
        guard shown.utf8.elementsEqual(genesis.hex.utf8, by: { $0.lowercasedASCII == $1 }) else {
            throw ElectrumFailure(
                .wrong, "is on another network, whose first block is \(ElectrumError.shown(shown))",
                hint: "List servers of this coin and network in config.yaml.")
        }
        guard case .success(let block) = answers[2], let newest = block.newestBlock else {
            throw .strange("it does not report its newest block\(Self.detail(answers[2]))")
        }
        note(newest)
    }

    private static func detail(_ answer: ElectrumMessage.Answer) -> String {
        if case .failure(let error) = answer { ": \(error.text)" } else { "" }
    }
}
