/// How a link is written. All forms of a link ask for the same.
public enum LinkForm: Sendable, Hashable, CaseIterable {
    /// `scheme:…`, which every desktop delivers unchanged. For links on Linux.
    case plain
    /// `scheme://…`, as the documents of the wallets print it. Phones know only this one; KDE opens it in a web browser
    /// (Documentation/protocols/linux-desktop.md §1.1).
    ///
    /// Payment URIs (BIP321) have no slashes in any document, so this is their plain form.
    case documented
    /// For a QR code, which phones read: the documented form, with a bech32 address and its scheme in upper case, which
    /// takes a third less room (BIP173, BIP321). A Base58 address lives by its case and stays as it is; so do names of
    /// parameters, between which `?`, `=` and `&` leave nothing to gain.
    case qrCode
}
