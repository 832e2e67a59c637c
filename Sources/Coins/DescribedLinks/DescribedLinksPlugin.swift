import RouterBitcoinFormat
import RouterBytes
import SchemeRouter

/// Reads the links of protocols that are defined by a descriptor alone (`grammar: uri`,
/// Documentation/adding-a-protocol.md). This wallet does not carry them out: it checks and explains them, and hands
/// them over to a wallet that the person has.
public struct DescribedLinksPlugin: CoinPlugin, LinkReader, DescribedLinkReader {
    /// The plugin's name in `schemes.yaml`.
    public static let name = LinkRules.plugin

    /// The hash for some kinds of addresses; nil if no library has it.
    private let keccak: @Sendable () -> Keccak256?

    /// The plugin.
    /// - Parameter keccak: the hash for some kinds of addresses, loaded only by those.
    public init(keccak: @escaping @Sendable () -> Keccak256? = { Keccak256.installed }) {
        self.keccak = keccak
    }

    /// One form, for payments that a wallet program of the person makes.
    public var replyForms: [ReplyForm] { [ProvedPayment.form] }

    /// The reply about such a payment.
    public func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        ProvedPayment.reply(to: request, ending: ending)
    }

    /// Checks an address against the forms in the descriptor.
    public func address(
        _ text: ArraySlice<UInt8>, at range: Range<Int>, of link: RoutedLink, forms: [AddressForm], chain: String?,
        parameter: String?
    ) throws(RequestError) -> CheckedAddress {
        // If no address form is configured, any text is accepted unchanged, except private keys and invisible characters.
        let any = [AddressForm(.name, .name(.any), network: .main)]
        for part in text.split(separator: UInt8(ascii: "/")) where part.count < text.count {
            do throws(AddressRefusal) {
                _ = try AddressCheck(any, network: nil, scheme: link.scheme.name).read(part)
            } catch {
                if error == .privateKey { throw error.error(at: range, parameter: parameter, coin: link.coin.title) }
            }
        }
        let forms = forms.isEmpty ? any : forms
        do throws(AddressRefusal) {
            let found = try AddressCheck(
                forms, network: link.addressNetwork, scheme: link.scheme.name, chain: chain.flatMap(Self.number),
                others: link.isTrial ? [] : link.routes.addressOwners.filter { $0.coin != link.coin.id }, keccak: keccak
            ).read(text)
            return CheckedAddress(
                text: found.text, checked: found.checked, takesMemo: found.takesMemo, hasPaymentID: found.hasPaymentID,
                tag: found.tag, warnings: found.warnings.map { LinkWarning($0.code, $0.message) },
                unchecked: found.unchecked)
        } catch {
            throw error.error(
                at: range, parameter: parameter, coin: link.coin.title, hasSlashes: link.hasSlashes)
        }
    }

    /// A chain id, which is only digits.
    private static func number(_ text: String) -> UInt64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt64(text) : nil
    }

    /// Values in Base58.
    public func complaint(about value: ArraySlice<UInt8>, as shape: ValueShape, size: Int?) -> String? {
        Base58.complaint(about: value, isChecked: shape == .base58Check, size: size)
    }

    /// Decodes a payload as the first format whose prefix it has.
    public func payload(
        _ text: ArraySlice<UInt8>, at range: Range<Int>, of link: RoutedLink, formats: [InstructionFormat]
    ) throws(RequestError) -> DecodedPayload {
        try PayloadReading(link: link, range: range).read(text, as: formats)
    }
}
