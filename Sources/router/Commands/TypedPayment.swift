import SchemeRouter

/// The arguments of `router pay`. They become a link that the person never sees, so errors refer to what they typed.
struct TypedPayment {
    let address: String
    /// Whether it pays everything that an account can spend.
    let paysAll: Bool

    /// Rewords an error in terms of an address and an amount, without a position in the link.
    func worded(_ error: RequestError) -> RequestError {
        var worded: RequestError
        switch error.code {
        case .malformedURL:
            worded = RequestError(
                .invalidAddress, "\(Quoted(address, limit: 80)) is not an address of any configured coin.",
                hint: Self.comparison)
        case .urlTooLong: worded = RequestError(.urlTooLong, "The address or the amount is too long.")
        case .invalidEncoding:
            worded = RequestError(
                .invalidAmount, "The amount is not a decimal number.",
                hint: "Write amounts in coins, such as “0.5”: digits and at most one decimal point.")
        case .privateKeyInAddress:
            worded = error
            worded.hint = "Never give a private key to anyone: whoever sees it can take the money."
        case .invalidAddress:
            worded = error
            if error.reason != "extendedKey" { worded.hint = Self.comparison }
        case .ambiguousCoin:
            let names = (error.candidates ?? []).map(\.name)
            worded = RequestError(
                .ambiguousCoin, "This is an address of several coins: \(names.joined(separator: ", ")).",
                hint: "Add the coin that you mean, such as “--coin \(names.first ?? "")”.", candidates: error.candidates
            )
        default: worded = error
        }
        worded.range = nil
        return worded
    }

    /// Rewords an outcome that is such an error.
    func worded(_ outcome: Outcome) -> Outcome {
        if case .rejected(let error) = outcome { .rejected(worded(error)) } else { outcome }
    }

    private static let comparison =
        "Compare it with the address you were given; a single wrong character can cause this."
}
