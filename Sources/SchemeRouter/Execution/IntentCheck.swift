/// Compares a plugin's proposal with the request before the person is asked (S11).
///
/// The wallet verifies values and scripts again when it signs (S12). This check needs only the intent, the request and
/// the wallet's own addresses, so that a lying plugin never even reaches the person.
struct IntentCheck {
    let chain: ChainFacts
    let account: any AccountReader
    /// What the plugin may spend, and the change address; nil if it proposes no payment.
    var reads: PaymentServices?

    /// Throws ``ServiceError/Code/refusedByCheck`` if the intent is not exactly what was requested.
    func check(_ intent: Intent, against request: WalletRequest, answers: Answers) throws(ServiceError) {
        switch (intent, request) {
        case (.payment(let payment), .payment(let asked)):
            try check(payment, against: asked, answers: answers)
        case (.address(let address), .address):
            try require(address.chain == chain.id, "the address is for another network")
            try require(
                account.address(at: address.address.path) == address.address,
                "the address does not belong to the wallet")
        case (.keys(let keys), .key(let asked)):
            try require(keys.chain == chain.id, "the keys are for another network")
            try require(keys.account == asked.account, "the keys belong to another account")
            try require(keys.bip32 == .bip32(account: asked.account).on(chain.id), "a key has another path")
            try require(
                keys.bip44 == .bip44(coinType: chain.parameters.coinType, account: asked.account).on(chain.id),
                "a key has another path")
        default:
            throw refusal("it does not match the link")
        }
    }

    private func check(
        _ payment: PaymentIntent, against asked: PaymentRequest, answers: Answers
    ) throws(ServiceError) {
        try require(payment.chain == chain.id, "it pays on another network")
        try require(payment.prepared == nil, "a node's wallet would pay")
        try require(payment.recipient == asked.address, "it pays to another address")
        try require(payment.amount == asked.amount ?? answers.amount, "it pays another amount")
        try require(payment.data == asked.data, "it records other data on the chain")
        try require(!payment.inputs.isEmpty, "it spends nothing")
        try require(Set(payment.inputs.map(\.outpoint)).count == payment.inputs.count, "it spends a UTXO twice")
        for input in payment.inputs {
            try require(account.address(at: input.path) != nil, "it spends a UTXO of another account")
            if let reads {
                try require(reads.utxos.contains(input), "it spends a UTXO that it was not given")
                try require(input.isSpendable, "it spends money whose sender can still take it back")
            }
        }
        if let change = payment.change {
            try require(account.address(at: change.path) != nil, "its change goes elsewhere")
            if payment.data != nil {
                try require(
                    change.path == payment.inputs[0].path,
                    "its change does not return to the address of its first input")
            } else if let reads {
                // Beyond that, a wallet would not find it (BIP44's gap limit).
                try require(
                    change.path == reads.changeAddress.path, "its change does not go to the next change address")
            }
            try require(change.amount >= chain.coin.dust, "its change is below the dust limit")
        }
        guard
            reads?.mustSpend.allSatisfy({ !$0.isDisjoint(with: payment.inputs.map(\.outpoint)) }) ?? true
        else {
            throw ServiceError(
                .refusedByCheck,
                "The payment does not replace an earlier one that was given up, so both could be paid.",
                hint: "Nothing was sent. This is a bug in the coin's plugin; please report it.")
        }
        guard let fee = payment.fee else { throw refusal("it spends more than its UTXOs hold") }
        try require(fee <= payment.highestFee(of: chain.coin), "its fee is above the limit")
    }

    private func require(_ holds: Bool, _ complaint: String) throws(ServiceError) {
        guard holds else { throw refusal(complaint) }
    }

    private func refusal(_ complaint: String) -> ServiceError {
        ServiceError(
            .refusedByCheck, "The prepared action does not match the link: \(complaint).",
            hint: "Nothing was signed. This is a bug in the coin's plugin; please report it.")
    }
}

extension PaymentIntent {
    /// The highest fee that may be paid, none for a coin without addresses: the coin's maximum rate for the size of the
    /// transaction, with at most 43 bytes per output (P2WSH, the largest output that can be paid), and 12 around data.
    func highestFee(of coin: CoinDescriptor) -> Amount {
        guard let ledger = coin.addressLedger else { return .zero }
        let outputs = (change == nil ? 1 : 2) * 43 + (data.map { 12 + Int64($0.bytes.count) } ?? 0)
        let size = 12 + InputsWeight(spending: inputs).size + outputs
        let (product, overflow) = ledger.feePerKB.max.units.multipliedReportingOverflow(by: size)
        return overflow ? ledger.maxMoney : Amount(units: product / 1_000) ?? .zero
    }
}
