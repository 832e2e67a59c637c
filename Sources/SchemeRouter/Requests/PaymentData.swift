import RouterBytes
import RouterLinks

/// Bytes that a payment records on the chain, in an output of their own without money.
///
/// A service that everybody pays at one address reads in them whose payment it is and what becomes of the money, so a
/// payment without them, or in another shape, may be lost (Documentation/protocols/dash-2026.md §6).
public struct PaymentData: Sendable, Hashable {
    /// The most bytes that nodes relay.
    public static let most = 80

    public let bytes: [UInt8]

    /// Reads hexadecimal digits of either case; nil if they are none, an odd number, or of more than `most` bytes.
    public init?(hex digits: some Collection<UInt8>, most: Int = Self.most) {
        guard (2...2 * min(most, Self.most)).contains(digits.count), digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in digits {
            guard let value = digit.hexDigitValue else { return nil }
            if let first = high { bytes.append(first << 4 | value) }
            high = high == nil ? value : nil
        }
        self.bytes = bytes
    }

    public var hex: String { bytes.hex }

    /// The bytes as a text; nil unless all of them are printable ASCII.
    public var text: String? {
        bytes.allSatisfy { (0x20...0x7E).contains($0) } ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// All of them, for people.
    var shown: String { text.map { Quoted(exactly: $0).description } ?? hex }
}

extension LinkWarning {
    /// That a memo decides what becomes of the money, with all of the memo.
    public static func carriesData(_ data: PaymentData) -> LinkWarning {
        LinkWarning(
            .carriesMemo,
            "This is a deposit at a service: a public memo says who gets what for it. Programs that ignore the memo lose the "
                + "money. The memo: \(data.shown)")
    }
}
