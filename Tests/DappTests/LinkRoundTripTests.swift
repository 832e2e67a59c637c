import RouterDapp
import RouterTestSupport
import SchemeRouter
import Testing

/// What is built is what is read, in every form, for every scheme that is answered.
@Suite struct LinkRoundTripTests {
    @Test("there are builders for both grammars and every coin")
    func builders() {
        #expect(
            Asking.builders.map { "\($0.scheme.name) \($0.coin.id)" } == [
                "axe axe", "axewallet axe", "bitcoin bitcoin", "dash dash", "dashwallet dash", "dogecoin dogecoin",
                "litecoin litecoin", "pay dash", "pay axe",
            ])
    }

    @Test("read(print(x)) == x for random requests in every form", arguments: Asking.builders, LinkForm.allCases)
    func roundTrip(_ builder: RequestBuilder, _ form: LinkForm) throws {
        var requests = RandomRequests(builder, seed: 41)
        var actions: Set<Action> = []
        for _ in 0..<400 {
            let link = try requests.next()
            actions.insert(link.action)
            let read = try Asking.router.read(Array(link.text(form).utf8))
            #expect(RequestLink(read.request, of: read.coin) == Self.expected(link), "\(link.text(form))")
            #expect(read.request.header.warnings.isEmpty)
            // The word that asks for a scan is no parameter, so it counts as ignored.
            #expect(read.request.header.ignored.isEmpty || link.content == .scanQR)
        }
        #expect(actions == Set(builder.scheme.actions.keys))
    }

    /// The request without what wallets do not keep: the label of a wallet scheme.
    private static func expected(_ link: RequestLink) -> RequestLink {
        guard case .payment(var details) = link.content else { return link }
        if link.grammar == .authorityParameters { details.label = nil }
        return link.replacing(details)
    }
}
