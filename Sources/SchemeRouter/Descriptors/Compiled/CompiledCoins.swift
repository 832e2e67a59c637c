import RouterLinks

extension CoinID: Compiled {
    init(_ reader: inout CompiledReader) { self.init(reader.text()) }
}

extension Amount: Compiled {
    init(_ reader: inout CompiledReader) { self = Amount(units: reader.next()) ?? .zero }
}

extension BlockHeight: Compiled {
    init(_ reader: inout CompiledReader) {
        guard let height = BlockHeight(reader.next()) else { preconditionFailure("no chain is as long") }
        self = height
    }
}

extension SourceLocation: Compiled {
    init(_ reader: inout CompiledReader) { self.init(file: reader.next(), line: reader.next(), column: reader.next()) }
}

extension Lineage: Compiled {
    /// Nothing replaces or tightens a shipped description.
    init(_ reader: inout CompiledReader) { self.init(base: reader.next()) }
}

extension Lineage.Base: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(name: reader.next(), origin: reader.next(), inherited: reader.next())
    }
}

extension CoinDescriptor: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(
            id: reader.next(), title: reader.next(), ticker: reader.next(), decimals: reader.next(),
            plugin: reader.next(), ledger: reader.next(), origin: reader.next(), lineage: reader.next())
    }
}

extension CoinLedger: Compiled {
    init(_ reader: inout CompiledReader) {
        switch reader.text() {
        case "addresses": self = .addresses(reader.next())
        case "accounts": self = .accounts(reader.next())
        default: self = .foreign(reader.next())
        }
    }
}

extension ForeignLedger: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(unit: reader.next(), maxMoney: reader.next(), addresses: reader.next())
    }
}

extension AccountChainParameters: Compiled {
    init(_ reader: inout CompiledReader) { self.init(chainID: reader.next(), coinType: reader.next()) }
}

extension AddressLedger: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(
            unit: reader.next(), maxMoney: reader.next(), dust: reader.next(), feePerKB: reader.next(),
            coinbaseMaturity: reader.next(), transactions: reader.next(), hasLock: reader.next(),
            hasOldAccount: reader.next(), hasMixingAccount: reader.next(), networks: reader.next(),
            otherAddresses: reader.next())
    }
}

extension AddressLedger.FeeRange: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(
            min: reader.next(), normal: reader.next(), high: reader.next() as Amount, max: reader.next())
    }
}

extension TransactionForm: Compiled {}
extension NetworkKind: Compiled {}

extension CoinNetworks: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init()
        for kind in [NetworkKind.main, .test, .regtest] { self[kind] = reader.next() }
    }
}

extension NetworkParameters: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(reader.next(), coinType: reader.next(), genesis: reader.next(), upgrade: reader.next())
    }
}

extension NetworkUpgrade: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(name: reader.next(), nodeVersion: reader.next(), height: reader.next())
    }
}

extension AddressEncoding: Compiled {
    init(_ reader: inout CompiledReader) {
        self = reader.text() == "numbers" ? .numbers(reader.next()) : .kinds(reader.next())
    }
}

extension AddressNumbers: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(
            p2pkh: reader.next(), p2sh: reader.next(), wif: reader.next(), xpub: reader.next(), xprv: reader.next(),
            bech32: reader.next())
    }
}

// MARK: Kinds of addresses

extension AddressForm: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(
            reader.next(), reader.next(), network: reader.next(), takesMemo: reader.next(),
            looksLikeOther: reader.next(), use: reader.next(), note: reader.next())
    }
}

extension AddressForm.Kind: Compiled {}
extension AddressForm.UnifiedReceivers: Compiled {}
extension AddressForm.NameShape: Compiled {}

extension AddressForm.Use: Compiled {
    init(_ reader: inout CompiledReader) {
        switch reader.text() {
        case "paid": self = .paid
        case "unpaid": self = .unpaid(why: reader.next(), name: reader.next())
        default: self = .secret
        }
    }
}

extension AddressForm.Rule: Compiled {
    init(_ reader: inout CompiledReader) {
        switch reader.text() {
        case "code": self = .code(reader.next())
        case "segwit": self = .segwit(prefix: reader.next())
        case "hex20": self = .hex20(hasChecksum: reader.next(), chains: reader.next())
        case "cryptonote": self = .cryptonote(tags: reader.next(), withPaymentID: reader.next())
        case "shelley": self = .shelley(prefix: reader.next(), networkID: reader.next())
        case "byron": self = .byron(magic: reader.next())
        case "unified": self = .unified(prefix: reader.next(), receivers: reader.next())
        case "iban": self = .iban
        default: self = .name(reader.next())
        }
    }
}

extension AddressCode: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(reader.next(), reader.next(), beginnings: reader.next(), versions: reader.next())
    }
}

extension AddressCode.Writing: Compiled {
    init(_ reader: inout CompiledReader) {
        switch reader.text() {
        case "base58": self = .base58(alphabet: reader.next())
        case "base32": self = .base32(alphabet: reader.next(), padding: reader.next())
        case "base64URL": self = .base64URL
        case "bech32": self = .bech32(prefix: reader.next(), symbol: reader.next())
        default: self = .cashaddr(prefix: reader.next())
        }
    }
}

extension AddressCode.Padding: Compiled {}
extension AddressCode.Checksum: Compiled {}

extension AddressCode.Version: Compiled {
    init(_ reader: inout CompiledReader) { self.init(reader.next(), lengths: reader.next(), content: reader.next()) }
}

extension AddressCode.Content: Compiled {
    init(_ reader: inout CompiledReader) {
        switch reader.text() {
        case "plain": self = .plain
        case "signedPayload": self = .signedPayload
        default: self = .tagged
        }
    }
}
