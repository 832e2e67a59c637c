/// What will be done if the person agrees: everything that is shown, and everything that may be signed.
public enum Intent: Sendable, Hashable {
    /// Sign and send a payment.
    case payment(PaymentIntent)
    /// Tell an address of the wallet.
    case address(AddressIntent)
    /// Tell extended public keys of the wallet.
    case keys(KeyIntent)
    /// Sign and send calls of contracts.
    case actions(ActionsIntent)
    /// Sign a proof of who the person is.
    case identity(IdentityIntent)
    /// Sign texts.
    case texts(TextIntent)
    /// Give the link to another wallet program.
    case handOver(HandOverIntent)
}
