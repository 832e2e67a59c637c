import RouterEOSIO
import SchemeRouter

/// A payment through the standard token interface (`eosio.token`), read back from its bytes.
struct TokenTransfer: Sendable {
    /// The longest memo that token contracts accept, in bytes.
    static let maxMemo = 256
    let place: ActionPlace
    let contract: Name
    let from: Name
    let to: Name
    let quantity: Asset
    let memo: String

    /// Nil if the call is not known to be a payment: this program's own interface must show it, not the network's.
    init?(_ call: PackedCall) {
        guard KnownTokens.contains(call.contract.description), call.hasKnownInterface,
            call.name.description == "transfer", case .structure(let fields) = call.value, fields.count == 4,
            case .name(let from)? = call.value["from"], case .name(let to)? = call.value["to"],
            case .asset(let quantity)? = call.value["quantity"], case .string(let memo)? = call.value["memo"]
        else { return nil }
        place = call.place
        contract = call.contract
        self.from = from
        self.to = to
        self.quantity = quantity
        self.memo = memo
    }

    /// Refuses what every token contract refuses.
    func check() throws(ServiceError) {
        guard quantity.units > 0 else { throw place.unfit("the amount must be more than zero", at: "quantity") }
        guard from != to else { throw place.unfit("payer and recipient are the same", at: "to") }
        guard memo.utf8.count <= Self.maxMemo else {
            throw place.unfit("the memo has more than \(Self.maxMemo) bytes", at: "memo")
        }
    }

    var payment: TokenPayment {
        TokenPayment(
            from: from.description, to: to.description, units: quantity.units, decimals: Int(quantity.symbol.precision),
            token: quantity.symbol.code.description, memo: memo)
    }
}
