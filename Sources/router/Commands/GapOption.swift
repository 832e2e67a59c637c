import ArgumentParser
import RouterWallet

/// How far a search for used addresses goes.
struct GapOption: ParsableArguments {
    @Option(
        help: """
            How many unused addresses in a row end the search: 20 (the default) to 10000. What a longer search finds is \
            remembered.
            """)
    var gap: UInt32?

    func validate() throws {
        guard let gap, !WalletKeyring.gaps.contains(gap) else { return }
        let gaps = WalletKeyring.gaps
        throw ValidationError("--gap must be between \(gaps.lowerBound) and \(gaps.upperBound).")
    }
}
