import Dapp
import SchemeRouter
import Support
import Testing

/// What is built is what is read, in every form, for every scheme that is answered.
@Suite struct LinkRoundTripTests {
    static let schemes = Asking.routes.schemes.filter { $0.isEnabled && $0.grammar != .jsonParameter }.map(\.name)

    @Test("read(print(x)) == x for random requests in every form", arguments: schemes, LinkForm.allCases)
    func roundTrip(_ scheme: String, _ form: LinkForm) throws {
        var requests = RandomRequests(try RequestBuilder(scheme: scheme, of: Asking.routes), seed: 41)
        var actions: Set<Action> = []
        for _ in 0..<400 {
            let link = try requests.next()
            actions.insert(link.action)
            let read = try Asking.router.read(Array(link.text(form).utf8))
            #expect(RequestLink(read.request, of: read.coin) == Self.expected(link, form), "\(link.text(form))")
            #expect(read.request.header.warnings.isEmpty)
            // The word that asks for a scan is no parameter, so it counts as ignored.
            #expect(read.request.header.ignored.isEmpty || link.content == .scanQR)
        }
        #expect(actions == Set(try RequestBuilder(scheme: scheme, of: Asking.routes).scheme.actions.keys))
    }

    /// The request without what wallets do not keep: the label of a wallet scheme, and the case of a bech32 address in a
    /// QR code.
    private static func expected(_ link: RequestLink, _ form: LinkForm) -> RequestLink {
        guard case .payment(var details) = link.content else { return link }
        if link.grammar == .authorityParameters { details.label = nil }
        if form == .qrCode, details.address.hasPrefix("bc1") || details.address.hasPrefix("ltc1") {
            details.address = details.address.uppercased()
        }
        return link.replacing(details)
    }
}
