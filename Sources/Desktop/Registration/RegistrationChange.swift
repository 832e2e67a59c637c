import SchemeRouter

/// What registering or unregistering would change. Nothing changes until it is applied.
public struct RegistrationChange: Sendable {
    /// A scheme and its current or previous program.
    public struct Owned: Sendable, Hashable {
        /// The scheme.
        public let scheme: RegistrableScheme
        /// The other program.
        public let opener: SchemeOpener
    }

    /// The schemes that are ours afterwards or, when unregistering, no longer ours.
    public let schemes: [RegistrableScheme]
    /// Schemes that are left to other programs.
    public let skipped: [Owned]
    /// Schemes that are taken from other programs.
    public let taken: [Owned]
    /// Our desktop entry afterwards; nil if there is none.
    public let entry: String?
    /// The files that change, in that order.
    public var files: [String] { transaction.paths }

    let transaction: FileTransaction

    /// Whether nothing has to change.
    public var isEmpty: Bool { files.isEmpty }
}
