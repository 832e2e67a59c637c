/// What an asking app is owed once its payment is out, as the journal has it.
///
/// It names the kind and never the words: what a link says of its answer – the beginning of a proof's link, the page that
/// wakes a dapp – is a text of the caller's and is not kept (S6).
public enum JournalAnswer: String, Sendable, Hashable, CaseIterable {
    /// The `payack` of the dash family. Sender, address and transaction are all it says, so the journal can write it again.
    case payack
    /// The proof of a payment (BIP321). Only the link says where it goes.
    case proof
    /// The answer to a dapp and to its server. Only the link says where they go, and what else is in them.
    case dapp

    /// Whether it can be given without the link.
    public var isInJournal: Bool { self == .payack }
}
