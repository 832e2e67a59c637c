/// How a link is written. All forms of a link make the same request.
public enum LinkForm: Sendable, Hashable, CaseIterable {
    /// `scheme:…`, which every desktop delivers unchanged. For links on Linux.
    case plain
    /// `scheme://…`, as in the wallets' documentation. Phones know only this form; KDE opens it in a web browser
    /// (Documentation/protocols/linux-desktop.md §1.1).
    ///
    /// No document writes payment URIs (BIP321) with slashes, so for them this is the plain form.
    case documented
    /// For QR codes that phones scan: the documented form, with a bech32 address and its scheme in upper case, which
    /// takes a third less space (BIP173, BIP321). Base58 addresses are case-sensitive and stay unchanged. So do names
    /// of parameters, because `?`, `=` and `&` around them would leave nothing to gain.
    case qrCode
}
