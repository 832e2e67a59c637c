import Foundation
import RouterBitcoinFamily
import RouterBitcoinFormat
import SchemeRouter

/// The cost of choosing UTXOs for a payment, in a wallet with few of them and in one with very many.
struct Selecting {
    /// The maximum time for a choice among 100,000 UTXOs, in milliseconds.
    private static let goal = 50.0

    private let chain: ChainFacts
    private let router: Router

    init(coin: CoinDescriptor, router: Router) {
        self.router = router
        guard let parameters = coin.networks[.main] else { preconditionFailure("the coin has no main network") }
        chain = ChainFacts(
            coin: coin, id: ChainID(coin: coin.id, network: .main, isPractice: false), parameters: parameters,
            isLockOn: true)
    }

    /// Values of UTXOs, and the amount to pay.
    private struct Wallet {
        let name: String
        let values: [Int64]
        let amount: Int64
    }

    /// Measures and prints. Returns false if the goal is missed.
    func run() -> Bool {
        var isFast = true
        for count in [10, 100_000] {
            for wallet in Self.wallets(count) {
                let milliseconds = time(wallet)
                let goal = count == 10 ? "" : String(format: " (goal: at most %.0f ms)", Self.goal)
                print(
                    String(format: "%8.3f ms to choose among %6lld UTXOs, ", milliseconds, count) + wallet.name + goal)
                if milliseconds > Self.goal { isFast = false }
            }
        }
        return isFast
    }

    private func time(_ wallet: Wallet) -> Double {
        let utxos = wallet.values.enumerated().compactMap { index, units in
            Amount(units: units).map { amount in
                OwnedUTXO(
                    outpoint: Outpoint(
                        transaction: TransactionID(digest: [UInt8](repeating: 7, count: 32)), index: UInt32(index)),
                    amount: amount, path: .bip44(coinType: 5, account: 0).appending(0, UInt32(index)), confirmations: 6)
            }
        }
        let path = DerivationPath.bip44(coinType: 5, account: 0).appending(1, 0)
        let text = String(
            format: "dashwallet://pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa&amount=%lld.%08lld&sender=myapp",
            wallet.amount / 100_000_000, wallet.amount % 100_000_000)
        guard case .payment(let request)? = try? router.read(Array(text.utf8)).request, let fee = Amount(units: 1_000)
        else { preconditionFailure("no such payment") }
        let services = PaymentServices(
            chain: chain, utxos: utxos, changeAddress: OwnAddress(text: "", path: path), feePerKB: fee)
        precondition(
            (try? PaymentProposal.payment(request, answers: Answers(), with: services)) != nil, "not enough coins")
        var measurement = Measurement(name: "", repetitions: wallet.values.count > 1_000 ? 1 : 1_000) {
            (try? PaymentProposal.payment(request, answers: Answers(), with: services)) == nil ? 0 : 1
        }
        for _ in 0..<7 { measurement.round(of: 1) }
        return Double(measurement.median) / 1_000_000
    }

    /// Easy and hard wallets: equal UTXOs, UTXOs without a match, and UTXOs that almost match.
    private static func wallets(_ count: Int) -> [Wallet] {
        var random = SplitMix(state: 1)
        let mixed = (0..<count).map { _ in Int64.random(in: 1_000...50_000_000, using: &random) }
        let sum = mixed.prefix(5).reduce(0, +)
        let even = (0..<count).map { _ in 2 * Int64.random(in: 100_000...10_000_000, using: &random) }
        let grains = [Int64(7_000_000), 5_000_000] + [Int64](repeating: 10_000, count: count - 2)
        return [
            Wallet(name: "one suffices", values: mixed, amount: 20_000_000),
            Wallet(name: "several are needed", values: mixed, amount: sum),
            Wallet(name: "equal ones but two", values: grains, amount: 12_015_000),
            Wallet(name: "steps of an even number, an odd amount", values: even, amount: 20_000_001),
        ]
    }
}

/// A generator of the same numbers in each run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
