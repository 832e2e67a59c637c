import ArgumentParser
import RouterWallet

/// How far a search for used addresses goes.
struct GapOption: ParsableArguments {
    @Option(
        help: """
            How many unused addresses in a row end the search: 20 (the default) to 10000. What a longer search finds is \
            remembered.
            """,
        transform: { (text: String) throws in
            let gaps = WalletKeyring.gaps
            if let gap = UInt32(text), gaps.contains(gap) { return gap }
            throw ValidationError("--gap must be between \(gaps.lowerBound) and \(gaps.upperBound).")
        })
    var gap: UInt32?
}
