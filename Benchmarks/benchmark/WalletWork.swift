import Foundation
import RouterSecrets
import RouterWallet
import SchemeRouter

/// The cost of the wallet's work, with a temporary wallet.
enum WalletWork {
    /// Measures and prints. Returns false if a goal is missed.
    /// - Parameter courier: the program that opens connections.
    static func run(_ router: Router, courier: String) async throws -> Bool {
        guard let coin = router.routes.coins["dash"] else { preconditionFailure("there is no Dash") }
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let files = WalletFiles(directory: directory.path)
        let passcode = Secret(count: 16) { memory in memory.copyBytes(from: "only for a moment".utf8.prefix(16)) }
        let wallet = try files.create(
            from: .random(.twelve), passphrase: Secret(count: 0) { _ in }, passcode: passcode, coinTypes: [5],
            witnessTypes: [0])
        let network = ConfiguredNetwork(
            id: ChainID(coin: coin.id, network: .main, isPractice: false), chain: UsedChain(used: []))
        let addresses = try WalletKeyring(files: files).account(.number(0), of: coin, on: network)

        let selectsFast = Selecting(coin: coin, router: router).run()
        let signsFast = try Signing(
            wallet, coin: coin, account: .bip44(coinType: 5, account: 0),
            recipient: "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"
        ).run(addresses: addresses)
        let signsWitnessesFast = try signsWitnesses(wallet, files, router)
        try await Discovering(wallet, in: files, coin: coin).run(addresses: addresses, courier: courier)
        let restoresFast = try await Restoring(router: router, courier: courier).run()
        return selectsFast && signsFast && signsWitnessesFast && restoresFast
    }

    /// The same from native segwit (BIP84), with BIP143's digests.
    private static func signsWitnesses(_ wallet: UnlockedWallet, _ files: WalletFiles, _ router: Router) throws -> Bool
    {
        guard let coin = router.routes.coins["bitcoin"] else { preconditionFailure("there is no Bitcoin") }
        let network = ConfiguredNetwork(
            id: ChainID(coin: coin.id, network: .main, isPractice: false), chain: UsedChain(used: []))
        let addresses = try WalletKeyring(files: files).account(.number(0), of: coin, on: network)
        return try Signing(
            wallet, coin: coin, account: .bip84(coinType: 0, account: 0),
            recipient: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
        ).run(addresses: addresses)
    }
}
