import SchemeRouter

/// Sizes, fees and limits of a payment from single-key outputs.
struct PaymentRules: Sendable {
    /// The largest transaction that is relayed, in virtual bytes (MAX_STANDARD_TX_WEIGHT of the coins' nodes).
    static let largestTransaction: Int64 = 100_000

    /// Bytes of the recipient's output, and of one with data.
    let recipientSize: Int64
    /// The fee for 1,000 bytes.
    let feePerKB: Amount
    /// The highest fee for 1,000 bytes that may be paid (S11).
    let highestFeePerKB: Amount
    /// The smallest output that is relayed.
    let dust: Amount
    /// The kind of script of the change output.
    var change = KeyScript.keyHash

    /// Bytes of the change output: amount, script length, and script.
    var changeSize: Int64 {
        switch change {
        case .keyHash: 34
        case .nestedWitness: 32
        case .witness: 31
        }
    }

    /// The smallest change: less would not be relayed, or would cost more to spend than it is worth.
    var leastChange: Int64 { max(dust.units, changeSpendingFee, 1) }

    /// The fee for spending the change later.
    var changeSpendingFee: Int64 { fee(ofSize: size(of: change)) }

    /// The maximum size of a signed input, in virtual bytes.
    func size(of input: KeyScript) -> Int64 { (input.inputWeight + 3) / 4 }

    /// The most inputs of a payment with change, if none weighs more than `weight`.
    func mostInputs(ofWeight weight: Int64) -> Int {
        // Two more bytes than for few inputs, because a count of 253 or more takes three bytes instead of one. And one
        // for the witness marker.
        let overhead = weight == KeyScript.keyHash.inputWeight ? 12 : 13 as Int64
        return Int(4 * (Self.largestTransaction - overhead - recipientSize - changeSize) / weight)
    }

    /// The maximum size of a signed transaction, in virtual bytes.
    func size(_ inputs: InputsWeight, hasChange: Bool) -> Int64 {
        (inputs.count < 253 ? 10 : 12) + recipientSize + inputs.size + (hasChange ? changeSize : 0)
    }

    /// The fee for this size, rounded up: a payment one unit below the rate is not relayed.
    func fee(ofSize size: Int64) -> Int64 { (feePerKB.units * size + 999) / 1_000 }

    func fee(_ inputs: InputsWeight, hasChange: Bool) -> Int64 { fee(ofSize: size(inputs, hasChange: hasChange)) }

    /// Whether `fee` suffices for a payment without change, and is not more than may be paid.
    func mayPay(_ fee: Int64, _ inputs: InputsWeight) -> Bool {
        let size = size(inputs, hasChange: false)
        return fee >= self.fee(ofSize: size) && fee <= highestFeePerKB.units * size / 1_000
    }
}
