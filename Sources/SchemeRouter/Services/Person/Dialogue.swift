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
    /// Whether agreeing to it moves money, with no passcode to be typed behind it. It then takes a word that is typed: in
    /// many prompt programs the return key agrees (S5).
    public let mustBeTyped: Bool

    /// A dialogue as given.
    public init(title: String, pages: [String], agree: String, refuse: String = "Refuse", mustBeTyped: Bool = false) {
        self.title = title
        self.pages = pages
        self.agree = agree
        self.refuse = refuse
        self.mustBeTyped = mustBeTyped
    }
}
