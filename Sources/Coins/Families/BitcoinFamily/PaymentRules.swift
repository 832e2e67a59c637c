import SchemeRouter

/// Sizes, fees and limits of a payment from outputs that pay to one key each.
struct PaymentRules: Sendable {
    /// Larger transactions are not relayed, in virtual bytes (MAX_STANDARD_TX_WEIGHT of the coins' nodes).
    static let largestTransaction: Int64 = 100_000

    /// Bytes of the recipient's output.
    let recipientSize: Int64
    /// The fee for 1,000 bytes.
    let feePerKB: Amount
    /// The most that may be paid for 1,000 bytes (S11).
    let highestFeePerKB: Amount
    /// The smallest output that is relayed.
    let dust: Amount
    /// What the output of change looks like.
    var change = KeyScript.keyHash

    /// Bytes of the output of change: amount, length of the script, and script.
    var changeSize: Int64 {
        switch change {
        case .keyHash: 34
        case .nestedWitness: 32
        case .witness: 31
        }
    }

    /// Less than this does not come back: it would not be relayed, or cost more to spend than it is worth.
    var leastChange: Int64 { max(dust.units, changeSpendingFee, 1) }

    /// The fee for spending the change one day.
    var changeSpendingFee: Int64 { fee(ofSize: size(of: change)) }

    /// Virtual bytes of a signed input, at most.
    func size(of input: KeyScript) -> Int64 { (input.inputWeight + 3) / 4 }

    /// The most inputs that a payment with change can have, none of which weighs more than that.
    func mostInputs(ofWeight weight: Int64) -> Int {
        // Two bytes more than few inputs need: 253 are counted with three bytes instead of one. And one for what tells
        // witnesses.
        let overhead = weight == KeyScript.keyHash.inputWeight ? 12 : 13 as Int64
        return Int(4 * (Self.largestTransaction - overhead - recipientSize - changeSize) / weight)
    }

    /// Virtual bytes of a signed transaction, at most.
    func size(_ inputs: InputsWeight, hasChange: Bool) -> Int64 {
        (inputs.count < 253 ? 10 : 12) + recipientSize + inputs.size + (hasChange ? changeSize : 0)
    }

    /// The fee for so many bytes. It rounds up: a payment a unit below the rate is not relayed.
    func fee(ofSize size: Int64) -> Int64 { (feePerKB.units * size + 999) / 1_000 }

    func fee(_ inputs: InputsWeight, hasChange: Bool) -> Int64 { fee(ofSize: size(inputs, hasChange: hasChange)) }

    /// Whether `fee` suffices for a payment without change, and is not more than may be paid.
    func mayPay(_ fee: Int64, _ inputs: InputsWeight) -> Bool {
        let size = size(inputs, hasChange: false)
        return fee >= self.fee(ofSize: size) && fee <= highestFeePerKB.units * size / 1_000
    }
}
