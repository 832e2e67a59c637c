/// A wallet program, as its desktop entry describes it.
public struct WalletProgram: Sendable, Hashable {
    /// The desktop entry's id: `electrum.desktop`.
    public let id: String
    /// The program, its files and their identity.
    public let program: ReceivingProgram
    /// The container that runs it, such as `Flatpak org.example.Wallet`; nil if it runs without one.
    public let container: String?
    /// The schemes in its entry, in lower case.
    public let schemes: [String]
    /// Whether it may be a wallet: a documentation browser, for example, opens links of a wallet's scheme but pays
    /// nothing.
    public let isWallet: Bool
    /// Why it is offered.
    public let origin: Origin
    /// The file that is the source of this.
    public let source: String

    /// Why a program is offered for a scheme, in the order of the desktop.
    public enum Origin: String, Sendable, Hashable {
        /// It had the scheme before we were registered for it.
        case before
        /// A list names it as the default.
        case byDefault = "default"
        /// A list adds it to the scheme.
        case added
        /// Its entry names the scheme.
        case entry
    }

    public init(
        id: String, program: ReceivingProgram, container: String?, schemes: [String], isWallet: Bool = true,
        origin: Origin,
        source: String
    ) {
        self.id = id
        self.program = program
        self.container = container
        self.schemes = schemes
        self.isWallet = isWallet
        self.origin = origin
        self.source = source
    }
}
