import RouterCUTF8Proc
import SchemeRouter

/// The rules for passcodes.
///
/// Length is counted in Unicode code points after NFKC normalisation. The key is derived from the same form, so a
/// passcode opens the wallet however the keyboard composes its letters.
public enum Passcode {
    /// The fewest characters.
    public static let shortest = 8
    /// The fewest characters if all of them are digits.
    public static let shortestOfDigits = 10
    /// The most bytes that are read.
    static let longest = 1024

    /// What is wrong with a new passcode, for the person; nil if it is good.
    public static func mistake(in passcode: borrowing Secret) -> String? {
        guard passcode.count <= longest else { return "The passcode is too long." }
        guard let text = try? NormalizedText.reading(passcode, as: .nfkc) else {
            return "The passcode is not valid text."
        }
        guard text.count >= shortest else { return "The passcode needs at least \(shortest) characters." }
        let isAllDigits = text.withCodePoints { points in
            points.indices.allSatisfy { utf8proc_category(points[$0]) == UTF8PROC_CATEGORY_ND }
        }
        guard !isAllDigits || text.count >= shortestOfDigits else {
            return "A passcode made only of digits needs at least \(shortestOfDigits)."
        }
        return nil
    }

    /// The bytes that the key is derived from.
    static func normalized(_ passcode: borrowing Secret) throws(ServiceError) -> Secret {
        guard passcode.count <= longest, let text = try? NormalizedText.reading(passcode, as: .nfkc) else {
            throw ServiceError(.wrongPasscode, "The passcode is not valid text or is too long.")
        }
        return text.utf8()
    }
}
