import Foundation
import RouterBitcoinFormat
import RouterWallet
import SchemeRouter

/// How fast a wallet's used addresses are found without network delays: during a restore, and later.
struct Discovering {
    /// The number of used addresses: half are receive addresses, half change addresses.
    private static let count: UInt32 = 10_000

    private let wallet: UnlockedWallet
    let files: WalletFiles
    let coin: CoinDescriptor

    init(_ wallet: UnlockedWallet, in files: WalletFiles, coin: CoinDescriptor) {
        self.wallet = wallet
        self.files = files
        self.coin = coin
    }

    /// Measures and prints.
    /// - Parameter courier: the program that opens connections.
    func run(addresses: any AccountReader, courier: String) async throws {
        guard let parameters = coin.networks[.main] else { preconditionFailure("the coin has no main network") }
        var used: Set<[UInt8]> = []
        for index in 0..<Self.count {
            let path = addresses.path.appending(index % 2, index / 2)
            guard let address = try addresses.address(at: path)?.text else { preconditionFailure("no such address") }
            used.insert(try Address(address, on: parameters).script)
        }
        let network = ConfiguredNetwork(
            id: ChainID(coin: coin.id, network: .main, isPractice: false), chain: UsedChain(used: used))
        let (coin, wallet, files) = (coin, wallet, files)
        try await time("when the wallet is restored") {
            try await AccountDiscovery(in: wallet).accounts(of: coin, on: network, progress: nil).first?.whole
        }
        try await time("later") {
            try await WalletKeyring(files: files).account(.number(0), of: coin, on: network).wholeSurvey(progress: nil)
        }
        try await runOverElectrum(used: used, courier: courier)
    }

    private func time(_ name: String, _ survey: () async throws -> WholeSurvey?) async throws {
        let start = Self.cpuTime()
        let found = try await survey()?.usedScripts.count
        let time = Self.cpuTime() - start
        precondition(found == Int(Self.count), "not all used addresses were found")
        print(
            String(
                format: "%8.0f used addresses are found in a second of CPU time, of %lld, ", Double(Self.count) / time,
                Int(Self.count)) + name)
    }

    /// The processor time of all threads: network queries run in parallel.
    private static func cpuTime() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
