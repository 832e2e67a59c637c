/// Where the money of a coin lies.
enum Ledger {
    /// At addresses, on networks with numbers of their own.
    case addresses
    /// In named accounts of one chain.
    case accounts
}

extension DescriptorReader {
    /// Where the money of a coin lies, by which of two keys it has; nil where it has both, or another one than the coin it
    /// starts from, which is noted.
    mutating func ledger(in coin: Fields, like base: CoinDescriptor?) -> Ledger? {
        let (networks, chain) = (coin.entry("networks"), coin.entry("account-chain"))
        if networks != nil, let chain {
            document.note(
                .conflict, at: chain.mark, in: coin.node, "a coin has either 'networks' or 'account-chain'",
                hint: "'account-chain' is for money in named accounts, as on chains of EOSIO")
            return nil
        }
        let own: Ledger = chain == nil ? .addresses : .accounts
        guard let base, let written = networks ?? chain else { return base?.ledger ?? own }
        guard own == base.ledger else {
            document.note(
                .conflict, at: written.mark, in: coin.node,
                "'\(base.id)', which it starts from, has no '\(written.key)'",
                hint: "write the coin out without 'extends'")
            return nil
        }
        return own
    }

    /// Reads the chain of a coin whose money lies in named accounts; nil where anything is wrong with it, which is noted.
    /// - Parameter base: that of the coin it starts from. The coin type is the coin's own (S12).
    mutating func accountChain(in coin: Fields, like base: AccountChainParameters?) -> AccountChainParameters? {
        guard let fields = document.nested("account-chain", in: coin, known: DescriptorKeys.accountChain) else {
            return nil
        }
        let chainID = field("chain-id", in: fields, or: base?.chainID) { $0.chainID($1) }
        let coinType = document.required("bip44", in: fields) { document, node in
            document.integer(node, in: DescriptorLimits.hardened).map { UInt32($0) }
        }
        guard let chainID, let coinType else { return nil }
        return AccountChainParameters(chainID: chainID, coinType: coinType)
    }

    /// Notes what only money at addresses has.
    mutating func refuseAddressKeys(in fields: Fields) {
        for key in DescriptorKeys.addressCoin {
            guard let entry = fields.entry(key) else { continue }
            document.note(
                .conflict, at: entry.mark, in: fields.node, "a coin with 'account-chain' has no '\(key)'",
                hint: "leave it out: the contracts of its tokens decide")
        }
    }
}

extension CoinDescriptor {
    fileprivate var ledger: Ledger { accountChain == nil ? .addresses : .accounts }
}

extension DocumentReader {
    /// The id of a chain, or the hash of its first block: 32 bytes in hexadecimal digits.
    /// - Parameter hint: where a person finds it.
    package mutating func chainID(
        _ node: YAMLNode, _ hint: String = "“get_info” of a node of the chain says its 'chain_id'"
    ) -> [UInt8]? {
        guard let text = text(node) else { return nil }
        guard text.utf8.count == DescriptorLimits.chainID, let id = [UInt8](hexDigits: text) else {
            note(
                .invalidValue, at: node.mark, in: node,
                "expected \(DescriptorLimits.chainID) hexadecimal digits, not \(quoted(text))",
                hint: hint)
            return nil
        }
        return id
    }
}
