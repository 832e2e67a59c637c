import Foundation
import LinkServer
import PostgresJournal
import RouterAxe
import RouterBitcoinFormat
import RouterDash
import RouterNetworks
import RouterSecrets
import RouterWallet
import SchemeRouter

extension Secret {
    init(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(count: bytes.count) { memory in for place in bytes.indices { memory[place] = bytes[place] } }
    }
}

/// A wallet with practice money, copied to each host, and the practice network, which all share.
struct PracticeMoney {
    static let passcode = "correct horse battery"
    static let recipient = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"

    let directory: String
    let coin: CoinDescriptor
    let ledger: SandboxLedger

    var ledgers: String { "\(directory)/ledgers" }
    var networks: PracticeNetworks { PracticeNetworks(directory: ledgers) }

    /// - Parameter outputs: the number of UTXOs in the wallet, each of 1 DASH.
    init(hosts: Int, outputs: Int) async throws {
        let temporary = URL(fileURLWithPath: NSTemporaryDirectory()).path
        directory = "\(temporary)/money-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: "\(directory)/ledgers", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard let coin = try RouteTable.load([.shipped]).coin("dash") else { throw Mistake("there is no Dash") }
        self.coin = coin
        let words = String(repeating: "abandon ", count: 11) + "about"
        try WalletFiles(directory: "\(directory)/host-1").create(
            from: try Mnemonic.reading(Secret(words)), passphrase: Secret(""), passcode: Secret(Self.passcode),
            coinTypes: [5])
        for host in 2..<max(hosts + 1, 2) {
            try FileManager.default.copyItem(atPath: "\(directory)/host-1", toPath: "\(directory)/host-\(host)")
        }
        _ = FileManager.default.createFile(
            atPath: "\(directory)/passcode", contents: Data(Self.passcode.utf8),
            attributes: [.posixPermissions: 0o600])
        ledger = try SandboxLedger(of: coin, network: .main, in: "\(directory)/ledgers")
        let network = try PracticeNetworks(directory: "\(directory)/ledgers").network(of: coin)
        let account = try WalletKeyring(files: WalletFiles(directory: "\(directory)/host-1"))
            .account(.number(0), of: coin, on: network)
        for _ in 0..<outputs {
            let own = try await account.survey(progress: nil).receiveAddress
            guard let parameters = coin.networks[.main], let amount = Amount(units: 100_000_000) else {
                throw Mistake("no amount")
            }
            _ = try ledger.fund(try Address(own.text, on: parameters), amount)
        }
    }

    /// The amounts that the recipient got, in the smallest unit, in order.
    func received() async throws -> [Int64] {
        guard let parameters = coin.networks[.main] else { throw Mistake("no network") }
        let script = try Address(Self.recipient, on: parameters).script
        return try await SandboxChain(ledger).unspentOutputs(payingTo: [script]).map(\.amount.units).sorted()
    }

    /// A link with a unique amount: 0.01 DASH plus `number` of the smallest unit.
    static func link(_ number: Int) -> String {
        let units = String(amount(number))
        return
            "dashwallet://pay=\(recipient)&amount=0.\(String(repeating: "0", count: 8 - units.count))\(units)&sender=shop"
    }

    static func amount(_ number: Int) -> Int64 { 1_000_000 + Int64(number) }

    static func router() throws -> Router {
        Router(
            routes: try RouteTable.load([.shipped]),
            plugins: [DashPlugin.name: DashPlugin(), AxePlugin.name: AxePlugin()])
    }

    func remove() { try? FileManager.default.removeItem(atPath: directory) }
}

/// A name that no other test uses.
func newWallet() -> String { "wallet-\(UUID().uuidString)" }

/// Steps of a payment with any transaction.
enum Steps {
    static let chain = ChainID(coin: "dash", network: .main, isPractice: false)

    static func request(_ link: String) -> JournalRequest {
        JournalRequest(
            action: .payment, scheme: "dashwallet", fingerprint: link, chain: chain, sender: "shop", recipient: "X",
            amount: Amount(units: 1_000), reply: .toSender)
    }

    static func approved() throws -> JournalStep {
        guard let amount = Amount(units: 1_000), let worth = Amount(units: 2_000) else { throw Mistake("no amount") }
        let path = DerivationPath.bip44(coinType: 5, account: 0)
        let utxo = OwnedUTXO(outpoint: try outpoint(0), amount: worth, path: path, confirmations: 1)
        return .approved(
            .payment(PaymentIntent(chain: chain, inputs: [utxo], recipient: "X", amount: amount, change: nil)))
    }

    static func signed(_ outputs: UInt32...) throws -> JournalStep {
        .signed(
            SignedTransaction(id: try outpoint(0).transaction, bytes: [0, 255, 1]), inputs: try outputs.map(outpoint))
    }

    private static func outpoint(_ index: UInt32) throws -> Outpoint {
        guard let id = TransactionID(hex: String(repeating: "0f", count: 32)) else { throw Mistake("no id") }
        return Outpoint(transaction: id, index: index)
    }
}
