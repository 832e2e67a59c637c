import RouterBitcoinFormat
import SchemeRouter

/// Chooses the outputs whose transactions are read to check them: without its transaction, an output is money only by a
/// server's word (S12).
package enum BalanceCheck {
    /// The most outputs that are checked at once. The largest come first: anybody can send an account thousands of small
    /// ones, and those must not keep the others from being counted.
    package static let most = 500

    /// The outputs to check, and the rest.
    package static func divided(
        _ outputs: [UnspentOutput], atMost most: Int = most
    ) -> (checked: [UnspentOutput], rest: [UnspentOutput]) {
        guard outputs.count > most else { return (outputs, []) }
        let sorted = outputs.sorted { $0.amount > $1.amount }
        return (Array(sorted[..<most]), Array(sorted[most...]))
    }
}

extension Transaction {
    /// Whether it has this output, with this amount and script.
    package func pays(_ output: UnspentOutput) -> Bool {
        guard let index = Int(exactly: output.outpoint.index), outputs.indices.contains(index) else { return false }
        return outputs[index].amount == output.amount && outputs[index].script == output.script
    }
}
