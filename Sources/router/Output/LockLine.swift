import Glibc
import SchemeRouter

/// Tells the person in a terminal whether a payment of a coin with InstantSend can still be replaced.
struct LockLine {
    /// How long to wait for a lock. The masternodes need a second or two.
    private static let patience = Duration.seconds(4)

    let network: ConfiguredNetwork
    let coin: CoinDescriptor

    /// Whether somebody will read it. A click is not kept waiting.
    var isWanted: Bool { coin.hasLock && !network.id.isPractice && isatty(STDOUT_FILENO) != 0 }

    /// What the network says about a payment that it accepted; nil if it says nothing.
    func text(of id: TransactionID) async -> String? {
        // A private network has no masternodes, so there is no lock to wait for.
        let end = ContinuousClock.now + (network.id.network == .regtest ? .zero : Self.patience)
        while true {
            guard let state = try? await network.chain.state(of: id) else { return nil }
            let isFinal = ContinuousClock.now >= end
            if let text = Self.text(state, isFinal: isFinal) { return text }
            guard !isFinal else { return nil }
            guard (try? await Task.sleep(for: .milliseconds(500))) != nil else { return nil }
        }
    }

    /// Nil for a state that can still improve.
    static func text(_ state: TransactionState, isFinal: Bool) -> String? {
        switch state {
        case .waiting(isLocked: true): "InstantSend has locked it: it cannot be taken back."
        case .confirmed(let count, isLocked: true): "In a block that a ChainLock keeps; confirmations: \(count)."
        case .confirmed(let count, isLocked: false): "In a block; confirmations: \(count)."
        case .waiting(isLocked: false): isFinal ? "InstantSend has not locked it yet; it waits for a block." : nil
        case .unknown: nil
        }
    }
}
