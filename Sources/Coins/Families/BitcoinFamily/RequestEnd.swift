import SchemeRouter

/// Until when a request is valid, as Electrum and its relatives write it: `time`, the Unix time when it was made, and
/// `exp`, for how many seconds from then on (Electrum 4.8.1, `PaymentIdentifier.has_expired`).
///
/// Neither means anything without the other: in drafts of payjoin, `exp` alone was a date. A value that is no number is
/// ignored, because the keys are of no standard.
enum RequestEnd {
    /// Seconds since 1970; nil if the link does not say.
    static func read(_ parameters: borrowing LinkParameters, of link: RoutedLink) -> Int64? {
        guard let start = number(parameters.unknownValue(of: "time", in: link.bytes)),
            let seconds = number(parameters.unknownValue(of: "exp", in: link.bytes)), seconds > 0
        else { return nil }
        return start + seconds
    }

    /// Twelve digits: no date that people can read has more, and no sum of two overflows.
    private static func number(_ text: [UInt8]?) -> Int64? {
        guard let text, (1...12).contains(text.count), text.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(String(decoding: text, as: UTF8.self))
    }
}
