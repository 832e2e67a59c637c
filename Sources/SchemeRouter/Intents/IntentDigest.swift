/// A digest (BLAKE2b-256) of all contents of an intent. The person approves an intent; the wallet signs only an intent
/// with the approved digest.
public struct IntentDigest: Sendable, Hashable {
    /// 32 bytes.
    public let bytes: [UInt8]

    public init(_ intent: Intent) {
        var encoding = CanonicalEncoding()
        encoding.add(intent)
        self.bytes = PublicDigest.blake2b(encoding.bytes, count: 32)
    }
}

/// Encodes an intent unambiguously: every text and list is preceded by its length.
private struct CanonicalEncoding {
    var bytes: [UInt8] = []

    mutating func add(_ number: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func add(_ text: String) {
        add(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(_ bytes: [UInt8]) {
        add(UInt64(bytes.count))
        self.bytes += bytes
    }

    mutating func add(_ signer: AccountSigner) {
        add(signer.account)
        add(signer.permission)
    }

    mutating func add(_ amount: Amount) { add(UInt64(amount.units)) }

    mutating func add(_ path: DerivationPath) {
        add(UInt64(path.steps.count))
        for step in path.steps { add(UInt64(step)) }
    }

    mutating func add(_ chain: ChainID) {
        add(chain.coin.name)
        add(chain.network.rawValue)
        add(chain.isPractice ? 1 : 0)
    }

    mutating func add(_ intent: Intent) {
        switch intent {
        case .payment(let payment):
            add("payment")
            add(payment.chain)
            add(UInt64(payment.inputs.count))
            for input in payment.inputs {
                add(input.outpoint.description)
                add(input.amount)
                add(input.path)
            }
            add(payment.recipient)
            add(payment.amount)
            add(payment.change == nil ? 0 : 1)
            if let change = payment.change {
                add(change.path)
                add(change.amount)
            }
            if let data = payment.data {
                add("data")
                add(data.bytes)
            }
            if let prepared = payment.prepared {
                add("node")
                add(prepared.payer ?? "")
                add(UInt64(payment.list.count))
                for payee in payment.list {
                    add(payee.address)
                    add(payee.amount)
                }
                add(prepared.bytes)
                add(prepared.fee)
                add(UInt64(prepared.size))
            }
        case .address(let address):
            add("address")
            add(address.chain)
            add(address.address.text)
            add(address.address.path)
        case .newAddress(let address):
            add("new address")
            add(address.chain)
            add(address.wallet)
        case .keys(let keys):
            add("keys")
            add(keys.chain)
            add(UInt64(keys.account))
            add(keys.bip32)
            add(keys.bip44)
        case .actions(let actions):
            add("actions")
            add(actions.chain)
            add(actions.chainID)
            add(actions.signer)
            add(UInt64(actions.actions.count))
            for action in actions.actions {
                add(action.contract)
                add(action.name)
                add(action.data)
            }
        case .handOver(let handOver):
            add("hand-over")
            add(handOver.chain)
            add(handOver.program.id)
            add(handOver.link)
        case .identity(let identity):
            add("identity")
            add(identity.chain)
            add(identity.chainID)
            add(identity.signer)
            add(identity.scope == nil ? 0 : 1)
            add(identity.scope ?? "")
        case .texts(let texts):
            add(texts.purpose.rawValue)
            add(texts.chain)
            add(texts.signer)
            add(UInt64(texts.texts.count))
            for text in texts.texts { add(text) }
        }
    }
}
