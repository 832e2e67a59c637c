import Foundation
import RouterBitcoinFormat
import RouterCourierClient
import RouterCourierMessages
import RouterNetworks
import RouterSecrets
import RouterWallet
import SchemeRouter

/// How long a restored wallet searches for its accounts under many families of paths, compared with a single family:
/// over Electrum's protocol, through the courier and a socket, to a server that responds at once. The work must grow at
/// most linearly with the number of used addresses.
struct Restoring {
    /// The number of used addresses in each family: half are receive addresses, half change addresses.
    private static let usedPerFamily: UInt32 = 1_000
    /// How often both are measured, alternating.
    private static let rounds = 5
    /// The maximum time for eight families, relative to eight times that of one.
    private static let goal = 1.3
    /// Custom families, besides those of BIP84, BIP49 and BIP44.
    private static let further = ["m/44h/0h/100h", "m/49h/0h/100h", "m/84h/0h/100h", "m/1h/0h/0h", "m/2h/0h/0h"]

    let router: Router
    let courier: String

    /// Measures and prints. Returns false if the goal is missed.
    func run() async throws -> Bool {
        guard let coin = router.routes.coins["bitcoin"], let parameters = coin.networks[.main],
            let genesis = parameters.genesis
        else { preconditionFailure("there is no Bitcoin") }
        let words = Mnemonic.random(.twelve).words()
        var times: (one: [Double], all: [Double]) = ([], [])
        var asked: (one: (lines: Int, requests: Int), all: (lines: Int, requests: Int)) = ((0, 0), (0, 0))
        let used = try await usedScripts(words, coin, parameters)
        for _ in 0..<Self.rounds {
            let server = (
                one: LoopbackElectrum(used: used, genesis: genesis), all: LoopbackElectrum(used: used, genesis: genesis)
            )
            times.one.append(try await restore(words, coin, families: 1, server.one))
            times.all.append(try await restore(words, coin, families: 8, server.all))
            asked = (server.one.asked, server.all.asked)
        }
        let ratio = Self.median(zip(times.one, times.all).map { $1 / (8 * $0) })
        print(
            String(
                format:
                    "%8.2f s to find 8,000 used addresses of 8 families, %.2f s for 1,000 of one: %.2f × as long for each "
                    + "(goal: at most %.1f ×); %lld lines to the server with %lld requests, and %lld with %lld",
                Self.median(times.all), Self.median(times.one), ratio, Self.goal, asked.all.lines, asked.all.requests,
                asked.one.lines, asked.one.requests))
        return ratio <= Self.goal
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// The families with used accounts.
    private func families(
        _ coin: CoinDescriptor, _ network: ConfiguredNetwork, _ parameters: NetworkParameters
    ) throws -> [AccountDiscovery.Family] {
        try AccountDiscovery.families(of: coin, on: parameters)
            + Self.further.map { text in
                guard let path = DerivationPath(typed: text) else { preconditionFailure("\(text) is no path") }
                return try AccountDiscovery.family(at: path, of: coin, on: network)
            }
    }

    /// A wallet without stored accounts.
    private func withWallet<Value>(
        _ words: borrowing Secret, _ body: (UnlockedWallet, WalletFiles) async throws -> Value
    ) async throws -> Value {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("restoring-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let files = WalletFiles(directory: directory.path)
        let passcode = Secret(count: 16) { memory in memory.copyBytes(from: "only for a moment".utf8.prefix(16)) }
        let copy = words.withBytes { bytes in
            Secret(count: bytes.count) { memory in for index in bytes.indices { memory[index] = bytes[index] } }
        }
        let wallet = try files.create(
            from: try Mnemonic.reading(copy), passphrase: Secret(count: 0) { _ in }, passcode: passcode,
            coinTypes: [], witnessTypes: [0])
        return try await body(wallet, files)
    }

    private func usedScripts(
        _ words: borrowing Secret, _ coin: CoinDescriptor, _ parameters: NetworkParameters
    ) async throws -> Set<[UInt8]> {
        let network = ConfiguredNetwork(
            id: ChainID(coin: coin.id, network: .main, isPractice: false), chain: UsedChain(used: []))
        let paths =
            [
                DerivationPath.bip84(coinType: 0, account: 0), .bip49(coinType: 0, account: 0),
                .bip44(coinType: 0, account: 0),
            ] + Self.further.compactMap { DerivationPath(typed: $0) }
        return try await withWallet(words) { wallet, files in
            var used: Set<[UInt8]> = []
            for path in paths {
                try wallet.note(.path(path), of: coin, on: network.id)
                let addresses = try WalletKeyring(files: files).account(.path(path), of: coin, on: network)
                for index in 0..<Self.usedPerFamily {
                    guard let address = try addresses.address(at: path.appending(index % 2, index / 2))?.text else {
                        preconditionFailure("no such address")
                    }
                    used.insert(try Address(address, on: parameters).script)
                }
            }
            return used
        }
    }

    /// The duration in seconds of wall time, because three processes work at the same time.
    private func restore(
        _ words: borrowing Secret, _ coin: CoinDescriptor, families count: Int, _ server: LoopbackElectrum
    ) async throws -> Double {
        let client = CourierClient(CourierConfiguration(allowedHosts: [server.address.host]), program: courier)
        let chain = try ElectrumChain(of: coin, network: .main, servers: [server.address], lines: client)
        let network = ConfiguredNetwork(id: ChainID(coin: coin.id, network: .main, isPractice: false), chain: chain)
        guard let parameters = coin.networks[.main] else { preconditionFailure("the coin has no main network") }
        let families = Array(try families(coin, network, parameters).prefix(count))
        return try await withWallet(words) { wallet, _ in
            let start = ContinuousClock.now
            let found = try await AccountDiscovery(in: wallet).accounts(
                of: coin, on: network, among: families, progress: nil)
            let time = (ContinuousClock.now - start) / .seconds(1)
            let used = found.reduce(0) { $0 + $1.whole.usedScripts.count }
            precondition(used == count * Int(Self.usedPerFamily), "not all used addresses were found: \(used)")
            return time
        }
    }
}
