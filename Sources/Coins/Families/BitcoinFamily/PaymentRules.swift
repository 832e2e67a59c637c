import SchemeRouter

/// Sizes, fees and limits of a payment from P2PKH outputs with compressed keys.
struct PaymentRules: Sendable {
    /// Bytes of a signed input, at most: a signature with a low S has 71 bytes and its type, a key 33.
    static let inputSize: Int64 = 148
    /// Bytes of a P2PKH output, which change is.
    static let changeSize: Int64 = 34
    /// Larger transactions are not relayed, in bytes (MAX_STANDARD_TX_SIZE of the coins' nodes).
    static let largestTransaction: Int64 = 100_000

    /// Bytes of the recipient's output.
    let recipientSize: Int64
    /// The fee for 1,000 bytes.
    let feePerKB: Amount
    /// The most that may be paid for 1,000 bytes (S11).
    let highestFeePerKB: Amount
    /// The smallest output that is relayed.
    let dust: Amount

    /// Less than this does not come back: it would not be relayed, or cost more to spend than it is worth.
    var leastChange: Int64 { max(dust.units, fee(ofSize: Self.inputSize), 1) }

    /// The most inputs that a payment with change can have.
    var mostInputs: Int {
        // Two bytes more than few inputs need: 253 are counted with three bytes instead of one.
        Int((Self.largestTransaction - 12 - recipientSize - Self.changeSize) / Self.inputSize)
    }

    /// Bytes of a signed transaction, at most.
    func size(inputs: Int, hasChange: Bool) -> Int64 {
        (inputs < 253 ? 10 : 12) + recipientSize + Int64(inputs) * Self.inputSize + (hasChange ? Self.changeSize : 0)
    }

    /// The fee for so many bytes. It rounds up: a payment a unit below the rate is not relayed.
    func fee(ofSize size: Int64) -> Int64 { (feePerKB.units * size + 999) / 1_000 }

    func fee(inputs: Int, hasChange: Bool) -> Int64 { fee(ofSize: size(inputs: inputs, hasChange: hasChange)) }

    /// Whether `fee` suffices for a payment without change, and is not more than may be paid.
    func mayPay(_ fee: Int64, inputs: Int) -> Bool {
        let size = size(inputs: inputs, hasChange: false)
        return fee >= self.fee(ofSize: size) && fee <= highestFeePerKB.units * size / 1_000
    }
}
