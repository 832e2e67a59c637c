/// What is wrong with a journal.
public struct JournalFlaw: Error, CustomStringConvertible {
    /// What it does or does not do.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
