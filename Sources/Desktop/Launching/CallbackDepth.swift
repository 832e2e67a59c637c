/// How many replies led to this process: a receiver may itself open links, whose replies start receivers, in an endless
/// loop.
///
/// Processes pass the count on in the environment. That stops accidental loops; a malicious program can clear the
/// variable, but then the prompt and its limits stop it.
public struct CallbackDepth: Sendable, Equatable {
    /// The variable: a decimal number; absent means zero.
    public static let variable = "SCHEMEROUTER_DEPTH"
    /// One reply may lead to one more link: a shop requests an address, then a payment.
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
