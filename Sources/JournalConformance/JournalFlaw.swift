/// A broken promise of a journal.
public struct JournalFlaw: Error, CustomStringConvertible {
    /// What the journal does wrong.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
