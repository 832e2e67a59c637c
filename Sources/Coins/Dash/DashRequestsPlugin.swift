import RouterBitcoinFormat
import RouterBytes
import SchemeRouter

/// Requests of apps on Dash Platform, `dash-key:` and `dash-st:` (dashpay/dips pull/181,
/// Documentation/protocols/dash-2026.md §4). They are decoded and explained; nothing is derived, signed, answered or fetched
/// here, and nothing in them says who asks.
public struct DashRequestsPlugin: CoinPlugin, LinkReader, DescribedLinkReader {
    /// The plugin's name in `schemes.yaml`.
    public static let name = "dash-requests"

    public init() {}

    /// Identities are written in Base58.
    public func complaint(about value: ArraySlice<UInt8>, as shape: ValueShape, size: Int?) -> String? {
        Base58.complaint(about: value, isChecked: shape == .base58Check, size: size)
    }

    /// Decodes the request of a log-in, and measures an unsigned change.
    public func payload(
        _ text: ArraySlice<UInt8>, at range: Range<Int>, of link: RoutedLink, formats: [InstructionFormat]
    ) throws(RequestError) -> DecodedPayload {
        let isLogin = link.scheme.links?.forms.first?.action == .login
        let most = isLogin ? LoginPayload.mostBytes : Self.mostOfChange
        guard let bytes = Base58.decode(text, most: most), !bytes.isEmpty else {
            throw Self.damaged("is not Base58 of at most \(most) bytes", at: range)
        }
        guard isLogin else {
            return DecodedPayload(facts: [LinkFact("size", title: "size in bytes", .number(Int64(bytes.count)))])
        }
        do throws(LoginPayload.Mistake) {
            return try LoginPayload(bytes).decoded
        } catch {
            throw Self.damaged(error.text, at: range)
        }
    }

    /// What wallets accept.
    private static let mostOfChange = 4_096

    private static func damaged(_ what: String, at range: Range<Int>) -> RequestError {
        RequestError(
            .invalidRequest, "The part behind the colon \(what).", at: range,
            hint: "Ask the app for a new code.")
    }
}
