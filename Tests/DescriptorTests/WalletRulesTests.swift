import Foundation
import Testing

@testable import SchemeRouter

/// Links that this wallet answers: what `links` without `grammar` describes, and what the short forms mean.
@Suite struct WalletRulesTests {
    private static let short = """
        version: 1
        schemes:
          dash: { coin: dash, grammar: bip21, callbacks: dash-family }
          dogecoin: { coin: dogecoin, grammar: bip21 }
          dashwallet: { coin: dash, title: Dash Wallet, grammar: authority-params, callbacks: dash-family }
          axewallet: { coin: axe, title: Axe Wallet, grammar: authority-params, callbacks: dash-family }
          litecoin:
            coin: litecoin
            grammar: bip21
            links: { instructions: { lightning: [bolt11, lnurl], lno: bolt12, ltc: segwit, tltc: segwit, rltc: segwit } }

        """

    /// The shipped coins, with the schemes of a text.
    private static func table(_ schemes: String) throws -> RouteTable {
        let shipped = try String(contentsOf: repository.appending(path: "schemes.yaml"), encoding: .utf8)
        let coins = try #require(shipped.components(separatedBy: "\nschemes:\n").first)
        return try RouteTable.load([file(coins + "\n", name: "coins.yaml"), file(schemes, name: "schemes.yaml")])
    }

    private static func rules(_ actions: ActionRules) -> [String] {
        actions.keys.map { action in
            let rules = (actions[action] ?? []).map { "\($0.name)\($0.isRequired ? "!" : "")" }.sorted()
            return "\(action): \(rules.joined(separator: " "))"
        }
    }

    @Test(
        "a short form means what a shipped scheme describes, and has its digest",
        arguments: ["dogecoin", "axewallet", "litecoin"])
    func shortForms(name: String) throws {
        let described = try #require(ShippedDescriptorTests.load().scheme(named: name.utf8))
        let short = try #require(Self.table(Self.short).scheme(named: name.utf8))
        // Written out in the file, and known by one word once it is read.
        #expect(described.links == short.links && described.grammar == short.grammar && described.links?.wallet == nil)
        #expect(described.actions == short.actions && described.hasUsualNames)
        #expect(described.digest == short.digest)
    }

    @Test(
        "a short form has no memo on the chain, and nothing that only other wallets answer", arguments: ["dash", "pay"])
    func shortOfDash(name: String) throws {
        let described = try #require(ShippedDescriptorTests.load().scheme(named: name.utf8))
        #expect(described.actions[.payment]?.contains { $0.name == .data } == true)
        let short = try #require(Self.table(Self.short).scheme(named: "dash".utf8))
        #expect(short.actions[.payment]?.contains { $0.name == .data } == false && short.otherwise == nil)
    }

    @Test("names, values and words of a described wallet are its own")
    func own() throws {
        let table = try RouteTable.load([.shipped, file(LinkRulesTests.good)])
        let purse = try #require(table.scheme(named: "coralpurse".utf8))
        let rules = try #require(purse.links?.wallet)
        #expect(purse.grammar == .authorityParameters && !rules.isUsual && !purse.hasUsualNames)
        #expect(rules.names.text(of: .pay) == "to" && rules.names["PAYEE".utf8.span] == .pay)
        #expect(rules.names.text(of: .request) == "ask" && rules.names["pay".utf8.span] == nil)
        #expect(rules.requests.map(\.value) == ["place", "keys"] && rules.scanWord == "camera")
        #expect(
            Self.rules(purse.actions) == [
                "payment: amount label message pay! paymentRequest proofOfPayment sender!",
                "address: message request! sender!", "masterPublicKey: account message request! sender!", "scanQR: ",
            ])
        #expect(purse.actions[.masterPublicKey]?[.account]?.maximum == 9)
        #expect(purse.actions[.payment]?[.message]?.maximum == 40)
        let coin = try #require(table.scheme(named: "coralcoin".utf8))
        #expect(coin.grammar == .bip21 && Self.rules(coin.actions) == ["payment: amount label"])
        #expect(coin.links?.instructions.map(\.name) == ["ltc"])
    }

    @Test("a scheme that extends a described one has its links, and a digest of its own")
    func extended() throws {
        let text = """
            version: 1
            schemes:
              mydash: { extends: dash, title: My Dash }
              mywallet: { extends: dashwallet, title: My Wallet, grammar: authority-params }

            """
        let table = try RouteTable.load([.shipped, file(text)])
        for (name, base) in [("mydash", "dash"), ("mywallet", "dashwallet")] {
            let (scheme, shipped) = (table.scheme(named: name.utf8), table.scheme(named: base.utf8))
            #expect(scheme?.links === shipped?.links && scheme?.grammar == shipped?.grammar, "\(name)")
            #expect(scheme?.actions == shipped?.actions && scheme?.digest != shipped?.digest, "\(name)")
        }
        let digests = try ["sum: { is: amount }, IS", "sum: { is: amount, also: [all] }, IS"].map { change in
            let text = LinkRulesTests.good.replacing("sum: { is: amount }, IS", with: change)
            return try RouteTable.load([.shipped, file(text)]).scheme(named: "coralpurse".utf8)?.digest
        }
        #expect(digests[0] != digests[1])
    }
}
