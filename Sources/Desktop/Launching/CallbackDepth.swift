/// How many answers led to this process: a receiver may itself open links, whose answer starts a receiver, and so on
/// without end.
///
/// The count goes from process to process in the environment. That stops accidents and simple-minded loops; a program
/// that means harm can clear the variable, and then meets the prompt and what limits that.
public struct CallbackDepth: Sendable, Equatable {
    /// The variable: a decimal number, absent for none.
    public static let variable = "SCHEMEROUTER_DEPTH"
    /// One answer may lead to one more link: a shop asks for an address, then for a payment.
    static let limit = 2

    private let count: Int

    /// The depth of the process whose variables are `environment`. Anything but a small number counts as too deep.
    public init(environment: [String: String]) {
        guard let text = environment[Self.variable] else {
            count = 0
            return
        }
        count = Int(text).flatMap { (0..<Self.limit).contains($0) ? $0 : nil } ?? Self.limit
    }

    /// Whether links of this process are refused.
    public var isTooDeep: Bool { count >= Self.limit }

    /// The variable's value for a receiver that this process starts.
    var next: String { String(min(count + 1, Self.limit)) }
}
