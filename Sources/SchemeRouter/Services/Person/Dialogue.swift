/// What one dialogue shows.
public struct Dialogue: Sendable, Equatable {
    /// Seconds until a dialogue that nobody answers counts as refused (S5).
    public static let timeout = 120

    /// Title of the window.
    public let title: String
    /// The pages, shown one after the other; the last one carries the action.
    public let pages: [String]
    /// The label of the button that agrees: `Pay`.
    public let agree: String
    /// The label of the button that refuses.
    public let refuse: String

    /// A dialogue as given.
    public init(title: String, pages: [String], agree: String, refuse: String = "Refuse") {
        self.title = title
        self.pages = pages
        self.agree = agree
        self.refuse = refuse
    }
}
