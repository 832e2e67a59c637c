import RouterDapp
import RouterDescribedAsking
import SchemeRouter
import Testing

@testable import RouterDapp

/// What the asking side knows by itself is what the descriptors say.
@Suite struct WalletSchemeTests {
    @Test("each scheme is that of the descriptors, with its coin", arguments: WalletScheme.all)
    func schemes(_ scheme: WalletScheme) throws {
        let described = try RequestBuilder(scheme: scheme.name, of: Asking.routes).scheme
        #expect(scheme.coin == described.coin && scheme.grammar == described.grammar)
        #expect(scheme.actions.keys == described.actions.keys)
        for action in described.actions.keys {
            #expect(Set(try #require(scheme.actions[action])) == Set(try #require(described.actions[action])))
        }
    }

    @Test("every scheme whose requests can be built and that has one coin is there")
    func complete() {
        let built = Asking.builders.filter { Asking.routes.scheme(named: $0.scheme.name.utf8)?.coins.count == 1 }
        #expect(Set(built.map(\.scheme.name)) == Set(WalletScheme.all.map(\.name)))
    }

    @Test("S4: every scheme of the descriptors is known, and no answer goes there, in any case")
    func senders() throws {
        let names = Asking.routes.schemes.flatMap { [$0.name] + $0.aliases }
        #expect(names.count > 20 && Set(names) == KnownSchemes.names)
        let dash = RequestBuilder(.dashWallet)
        for sender in names + names.map { $0.uppercased() } where Sender.isScheme(sender.utf8) {
            let error = #expect(throws: RequestError.self) { try dash.address(sender: sender) }
            #expect(error?.code == .forbiddenSender)
        }
        #expect(throws: Never.self) { try dash.address(sender: "shop") }
    }

    @Test("both ways make the same links")
    func links() throws {
        let details = PaymentDetails(
            address: RequestBuilderTests.address, amount: Amount(units: 50_000_000), message: "order 42")
        let own = try RequestBuilder(.dashWallet).payment(details, sender: "shop")
        let described = try RequestBuilder(scheme: "dashwallet", of: Asking.routes).payment(details, sender: "shop")
        #expect(own.text(.qrCode) == described.text(.qrCode) && own.coin == described.coin)
    }
}
