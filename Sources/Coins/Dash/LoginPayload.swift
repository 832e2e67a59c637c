import RouterBitcoinFormat
import RouterBytes
import SchemeRouter

/// What an app asks for that wants to log somebody in: its one-time key, the contract of the app, and what it calls itself
/// (dashpay/dips pull/181, Documentation/protocols/dash-2026.md §4.1):
///
///     01 ‖ compressed key (33 bytes) ‖ contract (32) ‖ length of the name (1) ‖ name (UTF-8)
///
/// An earlier layout with the same first byte has a number before the length. Wallets that accept bytes behind the name
/// read it as an app without a name, so here the whole length must be right.
struct LoginPayload {
    /// The id of the app's contract.
    let contract: [UInt8]
    /// What the app calls itself, as it came.
    let name: [UInt8]

    /// The bytes before the name.
    private static let fixed = 1 + 33 + 32 + 1
    private static let mostOfName = 64
    static let mostBytes = fixed + mostOfName

    /// What is wrong, as the end of a sentence about the payload.
    struct Mistake: Error {
        let text: String
    }

    init(_ bytes: [UInt8]) throws(Mistake) {
        guard bytes.first == 1 else { throw Mistake(text: "has a version that is not known here") }
        guard bytes.count >= Self.fixed, bytes.count == Self.fixed + Int(bytes[Self.fixed - 1]) else {
            throw Mistake(text: "has too few or too many bytes")
        }
        guard CompressedKey.isPoint(bytes[1..<34]) else { throw Mistake(text: "does not contain a key") }
        contract = Array(bytes[34..<66])
        name = Array(bytes[Self.fixed...])
        guard String(validating: name, as: UTF8.self) != nil else {
            throw Mistake(text: "has a name that is not UTF-8")
        }
    }

    /// The name is the app's own word, so it is quoted, without what cannot be seen.
    var decoded: DecodedPayload {
        let shown = ForeignText(name)
        var warnings: [LinkWarning] = []
        if shown.wasChanged {
            warnings.append(
                LinkWarning(
                    .textSanitised, "The app's name has invisible characters, or is too long to show."))
        }
        if name.isEmpty { warnings.append(LinkWarning(.notChecked, "The app does not say what it is called.")) }
        return DecodedPayload(
            facts: [
                LinkFact("app", title: "app that calls itself (not verified)", .text(shown.text)),
                LinkFact("contract", title: "contract of the app", .name(Base58.encode(contract))),
                LinkFact("version", title: "version", .number(1)),
            ], warnings: warnings)
    }
}
