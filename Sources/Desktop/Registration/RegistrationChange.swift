import SchemeRouter

/// What registering or unregistering would change. Nothing is changed until it is applied.
public struct RegistrationChange: Sendable {
    /// A scheme with the program it has now, or had.
    public struct Owned: Sendable, Hashable {
        /// The scheme.
        public let scheme: RegistrableScheme
        /// The other program.
        public let opener: SchemeOpener
    }

    /// The schemes that are ours afterwards, or, where we unregister, no longer.
    public let schemes: [RegistrableScheme]
    /// Schemes of other programs that are left to them.
    public let skipped: [Owned]
    /// Schemes that are taken from other programs.
    public let taken: [Owned]
    /// Our desktop entry afterwards; nil if there is none.
    public let entry: String?
    /// The files that change, in that order.
    public var files: [String] { transaction.paths }

    let transaction: FileTransaction

    /// Whether everything is so already.
    public var isEmpty: Bool { files.isEmpty }
}
