import Foundation
import RouterBitcoinFormat
import RouterStorage
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

/// A practice network in a directory of its own, with keys of the vectors.
final class Practice: Sendable {
    static let vectors = JSONValue.file("dash-axe/transactions.json")
    static let keys: [VectorKey] = vectors.rows("transactions").flatMap { row in
        (row["inputs"]?.elements ?? []).map { input in
            VectorKey(
                privateKey: [UInt8](hex: input["privkey"]?.text ?? ""),
                publicKey: [UInt8](hex: input["pubkey"]?.text ?? ""))
        }
    }

    let coin: CoinDescriptor
    let directory: String
    let ledger: SandboxLedger

    init(_ coin: CoinDescriptor = .dash) throws {
        self.coin = coin
        directory = NSTemporaryDirectory() + "chains-tests-" + UUID().uuidString
        ledger = try SandboxLedger(of: coin, network: .main, in: directory)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    var key: VectorKey { Self.keys[0] }
    var other: VectorKey { Self.keys[1] }
    var chain: SandboxChain { SandboxChain(ledger) }

    /// The same ledger as another process sees it.
    func reopened() throws -> SandboxLedger {
        try SandboxLedger(of: coin, network: .main, in: directory)
    }

    /// Practice money of the first key.
    func utxos(_ amounts: Int64...) throws -> [Outpoint] {
        try amounts.map { units in
            Outpoint(transaction: try ledger.fund(key.address, try #require(Amount(units: units))), index: 0)
        }
    }

    /// A payment of the other key's, unsigned.
    func payment(_ outpoints: [Outpoint], _ amounts: Int64...) throws -> Transaction {
        Transaction(
            inputs: outpoints.map { .init(outpoint: $0) },
            outputs: try amounts.map { .init(amount: try #require(Amount(units: $0)), script: other.address.script) })
    }

    /// Why `bytes` are refused; nil if they are taken.
    func refusal(of bytes: [UInt8]) throws -> String? {
        do {
            try ledger.accept(bytes)
            return nil
        } catch {
            #expect(error.code == .networkRefused)
            return error.message
        }
    }

    func refusal(of transaction: Transaction) throws -> String? {
        try refusal(of: transaction.bytes)
    }

    /// An output of a transaction that is not the ledger's own.
    func seed(_ outpoint: Outpoint, _ units: Int64, _ script: [UInt8]) throws {
        try ledger.database.write { (connection) throws(ServiceError) in
            let txid = DatabaseValue.text(outpoint.transaction.hex)
            try connection.execute("INSERT OR IGNORE INTO tx (txid, raw, height) VALUES (?, x'00', 0)", txid)
            try connection.execute(
                "INSERT INTO output (txid, vout, amount, script) VALUES (?, ?, ?, ?)", txid,
                .integer(Int64(outpoint.index)), .integer(units), .blob(script))
        }
    }
}

extension CoinDescriptor {
    private static func like(
        _ id: CoinID, maxMoney: Int64, dust: Int64, minFee: Int64, _ parameters: NetworkParameters
    ) throws -> CoinDescriptor {
        CoinDescriptor(
            id: id, title: id.name, ticker: id.name, unit: "unit", decimals: 8,
            maxMoney: try #require(Amount(units: maxMoney)), dust: try #require(Amount(units: dust)),
            feePerKB: .init(
                min: try #require(Amount(units: minFee)), normal: try #require(Amount(units: minFee)),
                max: try #require(Amount(units: 1_000_000_000))),
            coinbaseMaturity: id == "dogecoin" ? 240 : AddressLedger.usualMaturity, hasLock: false,
            plugin: "bitcoin-like",
            networks: [.main: parameters])
    }

    static func doge() throws -> CoinDescriptor {
        try like(
            "dogecoin", maxMoney: 1_000_000_000_000_000_000, dust: 1_000_000, minFee: 100_000,
            NetworkParameters(p2pkh: 30, p2sh: [22], wif: 158, xpub: 1, xprv: 2, bech32: nil, coinType: 3))
    }

    static func bitcoin() throws -> CoinDescriptor {
        try like(
            "bitcoin", maxMoney: 2_100_000_000_000_000, dust: 546, minFee: 1_000,
            NetworkParameters(p2pkh: 0, p2sh: [5], wif: 128, xpub: 1, xprv: 2, bech32: "bc", coinType: 0))
    }
}
