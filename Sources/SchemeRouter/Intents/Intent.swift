/// What will be done if the person agrees: everything that is shown, and everything that may be signed.
public enum Intent: Sendable, Hashable {
    /// Sign and send a payment.
    case payment(PaymentIntent)
    /// Share an address of the wallet.
    case address(AddressIntent)
    /// Share extended public keys of the wallet.
    case keys(KeyIntent)
    /// Sign and send contract calls.
    case actions(ActionsIntent)
    /// Sign a proof of the person's identity.
    case identity(IdentityIntent)
    /// Sign texts.
    case texts(TextIntent)
    /// Give the link to another wallet program.
    case handOver(HandOverIntent)
}
