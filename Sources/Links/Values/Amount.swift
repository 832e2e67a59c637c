/// An amount of money in the smallest unit of its coin (duff, satoshi, litoshi …): always a whole number (S9).
public struct Amount: Sendable, Hashable, Comparable {
    /// The amount in the smallest unit; never negative.
    public let units: Int64

    /// Nothing.
    public static let zero = Amount(unchecked: 0)

    /// Nil if `units` is negative.
    public init?(units: Int64) {
        guard units >= 0 else { return nil }
        self.units = units
    }

    private init(unchecked units: Int64) {
        self.units = units
    }

    /// Orders by size.
    public static func < (left: Amount, right: Amount) -> Bool { left.units < right.units }

    /// The sum, or nil if it does not fit.
    public func adding(_ other: Amount) -> Amount? {
        let (sum, overflow) = units.addingReportingOverflow(other.units)
        return overflow ? nil : Amount(unchecked: sum)
    }

    /// The difference, or nil if it would be negative.
    public func subtracting(_ other: Amount) -> Amount? { Amount(units: units - other.units) }

    /// The sum of all, or nil if it does not fit.
    public static func sum(_ amounts: some Sequence<Amount>) -> Amount? {
        var total = Amount.zero
        for amount in amounts {
            guard let next = total.adding(amount) else { return nil }
            total = next
        }
        return total
    }
}
