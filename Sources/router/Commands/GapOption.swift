import ArgumentParser
import Wallet

/// How far a search for used addresses goes.
struct GapOption: ParsableArguments {
    @Option(
        help: """
            After how many unused addresses in a row no more are looked for: 20 to 10000. What is found behind 20 is looked \
            for from then on.
            """)
    var gap: UInt32?

    func validate() throws {
        guard let gap, !WalletKeyring.gaps.contains(gap) else { return }
        let gaps = WalletKeyring.gaps
        throw ValidationError("--gap: \(gaps.lowerBound) to \(gaps.upperBound).")
    }
}
