/// How the links of a scheme are written. The raw values are those of `schemes.yaml`.
public enum LinkGrammar: String, Sendable, Hashable, CaseIterable {
    /// `scheme://key=value&key=value`: parameters where a web address has its host.
    case authorityParameters = "authority-params"
    /// `scheme:address?key=value` (BIP21, BIP321).
    case bip21
    /// `scheme://host/path?param={json}` (MYKEY, SimpleWallet).
    case jsonParameter = "json-param"
    /// As a descriptor defines it: any link protocol that a descriptor can describe.
    case uri
}
