import ExactJSON
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
        guard quantity.units > 0 else {
            throw place.invalidRequest("the amount must be more than zero", at: "quantity")
        }
        guard from != to else { throw place.invalidRequest("payer and recipient are the same", at: "to") }
        guard memo.utf8.count <= Self.maxMemo else {
            throw place.invalidRequest("the memo has more than \(Self.maxMemo) bytes", at: "memo")
        }
    }

    var payment: TokenPayment {
        TokenPayment(
            from: from.description, to: to.description, units: quantity.units, decimals: Int(quantity.symbol.precision),
            token: quantity.symbol.code.description, memo: memo)
    }
}

/// Checks payments against their tokens, and against the payer's balance.
struct TokenCheck {
    let facts: any ContractFacts
    /// The account whose balance counts. The chain refuses payments that others must sign.
    let payer: Name

    /// One token, and all payments in it.
    private struct Group: Sendable {
        let contract: Name
        let code: SymbolCode
        var transfers: [TokenTransfer]
    }

    /// Throws ``ServiceError/Code/unfitRequest`` if a token does not exist or has a different number of decimals, and
    /// ``ServiceError/Code/insufficientFunds`` if the balance is too low.
    func check(_ transfers: [TokenTransfer]) async throws(ServiceError) {
        var groups: [Group] = []
        for transfer in transfers {
            try transfer.check()
            let code = transfer.quantity.symbol.code
            if let place = groups.firstIndex(where: { $0.contract == transfer.contract && $0.code == code }) {
                groups[place].transfers.append(transfer)
            } else {
                groups.append(Group(contract: transfer.contract, code: code, transfers: [transfer]))
            }
        }
        let (facts, payer) = (facts, payer)
        _ = try await groups.concurrently { (group) throws(ServiceError) in
            try await Self.check(group, payer, facts)
        }
    }

    private static func check(
        _ group: Group, _ payer: Name, _ facts: any ContractFacts
    ) async throws(ServiceError) {
        let token = try await facts.token(group.code, of: group.contract)
        for transfer in group.transfers {
            guard let token else {
                throw transfer.place.invalidRequest("\(group.contract) has no token \(group.code)", at: "quantity")
            }
            guard token == transfer.quantity.symbol else {
                throw transfer.place.invalidRequest(
                    "amounts of \(group.code) need \(token.precision) decimals", at: "quantity")
            }
        }
        let amounts = group.transfers.filter { $0.from == payer }.map(\.quantity.units)
        guard let token, !amounts.isEmpty else { return }
        let balance = try await facts.balance(of: payer, in: token, of: group.contract)
        // Amounts are positive, so no payment returns money in between.
        guard amounts.reduce(Int128(0), { $0 + Int128($1) }) <= Int128(balance) else {
            throw ServiceError(
                .insufficientFunds,
                "\(payer) has \((try? Asset(units: balance, symbol: token))?.description ?? "no \(token.code)"), "
                    + "which is less than the payment.",
                hint: "Nothing was signed.")
        }
    }
}

/// What a permission requires (EOSIO `authority.hpp`), as nodes report it and actions set it.
struct RequiredAuthority: Sendable {
    /// The least sum of weights that satisfies it; never zero.
    let threshold: UInt32
    /// Its secp256k1 keys, each with its weight. Other keys cannot sign here.
    let keys: [(key: PublicKey, weight: UInt16)]
    /// Whether it has keys of any kind.
    let hasKeys: Bool
    /// The accounts that satisfy it, alone or together with others.
    let accounts: [Name]
    let weights: UInt64

    /// Nil if `json` is not an authority.
    init?(_ json: JSON?) {
        guard let json, let threshold: UInt32 = json.integer("threshold"), threshold > 0,
            let keys = json["keys"]?.elements
        else { return nil }
        var weights: UInt64 = 0
        var known: [(PublicKey, UInt16)] = []
        for entry in keys {
            guard let weight: UInt16 = entry.integer("weight"), let text = entry["key"]?.string else { return nil }
            weights += UInt64(weight)
            if let key = try? PublicKey(text) { known.append((key, weight)) }
        }
        var accounts: [Name] = []
        for entry in json["accounts"]?.elements ?? [] {
            guard let weight: UInt16 = entry.integer("weight"),
                let actor = entry["permission"]?["actor"]?.string.flatMap({ try? Name($0) })
            else { return nil }
            weights += UInt64(weight)
            accounts.append(actor)
        }
        for entry in json["waits"]?.elements ?? [] {
            guard let weight: UInt16 = entry.integer("weight") else { return nil }
            weights += UInt64(weight)
        }
        self.threshold = threshold
        self.keys = known
        self.hasKeys = !keys.isEmpty
        self.accounts = accounts
        self.weights = weights
    }

    /// The account that controls this one, if it is another account and there are no keys.
    func manager(of account: Name) -> Name? { hasKeys ? nil : accounts.first { $0 != account } }

    /// The engine's view: the keys that each satisfy it alone.
    func authority(of account: Name, isFrozen: Bool = false) -> AccountAuthority {
        AccountAuthority(
            keys: keys.filter { UInt32($0.weight) >= threshold }.map(\.key.description),
            isManaged: manager(of: account) != nil, isFrozen: isFrozen)
    }

    /// Whether these keys together satisfy it.
    func isSatisfied(by signers: [PublicKey]) -> Bool {
        keys.reduce(UInt64(0)) { $0 + (signers.contains($1.key) ? UInt64($1.weight) : 0) } >= UInt64(threshold)
    }
}

extension JSON {
    /// A member that is a whole number, or a string of one, as nodes write large ones; nil for anything else.
    func integer<Number: FixedWidthInteger>(_ name: String) -> Number? {
        switch self[name] {
        case .number(let number)?: try? number.decimal.units(decimals: 0, as: Number.self)
        case .string(let text)?: Number(text)
        default: nil
        }
    }
}
