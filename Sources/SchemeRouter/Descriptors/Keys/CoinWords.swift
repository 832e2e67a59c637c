/// The keys whose words only some coins' plugins understand. They stand here and in no other table, and the reader asks for
/// them by these constants.
extension DescriptorSection {
    /// `instant-send`: whether the network locks payments within seconds (DIP-10).
    static let instantSend = DescriptorKey(
        "instant-send", .choice("kind of InstantSend") { ["automatic", "none"] }, layers: .inherited,
        standard: .word("none"), "Whether its network locks payments within seconds (DIP-10).")

    /// `old-account`. Never taken over from another coin: the keys of the old account are that one's (S12).
    static let oldAccount = DescriptorKey(
        "old-account", .choice("path of an old account") { ["m/0'", "none"] }, standard: .word("none"),
        "Where wallets older than BIP44 kept its money. One coin only can have it.")

    /// `callbacks`: how the asking app is answered.
    static let callbacks = DescriptorKey(
        "callbacks", .choice("callback family") { SchemeDescriptor.CallbackFamily.allCases.map(\.rawValue) },
        layers: .inherited, "How the asking app is answered. Without it, it is not.")
}
