import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Which coins a link concerns besides its own, so that their limits count (S7), and who described it.
@Suite struct OtherCoinTests {
    private static let segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let monero = PlainFormTests.monero

    private static let router = try! Reading.router(
        with: """
            version: 1
            coins: { btc2: { extends: bitcoin, ticker: TWO, networks: { main: { bip44: 99999 } } } }
            schemes:
              twobtc: { extends: bitcoin, coin: btc2 }
              mybtc: { extends: bitcoin, title: Mine }
              myxmr: { extends: monero, title: Mine }
              mine: { coin: monero, grammar: uri, links: { path: "{address}", parameters: { amount: { is: amount } } } }
              ring: { coin: monero, grammar: uri, links: { path: "{address}", amounts: { form: currency },
                      parameters: { amount: { is: amount } } } }
              codes: { coin: bitcoin, grammar: uri, links: { path: "{payload}", payload: [bolt11, bolt12] } }
            """)

    /// The coins that a link pays besides its own.
    private static func coins(_ link: String) throws -> [String] {
        let read = try router.read(Array(link.utf8))
        return router.routes.coinList.filter { read.pays($0) }.map(\.id.name)
    }

    @Test("a link of another file's scheme pays every coin whose address it has, but its own without further ado")
    func others() throws {
        for (link, coins) in [
            ("bitcoin:\(Self.segwit)?amount=1", []), ("mybtc:\(Self.segwit)?amount=1", ["btc2"]),
            ("twobtc:\(Self.segwit)?amount=1", ["bitcoin"]), ("mine:\(Self.monero)?amount=1", []),
            ("monero:\(Self.monero)?tx_amount=1", []),
            // A currency names the coin, whatever the scheme's.
            ("ring:\(Self.monero)?amount=BTC:1", ["bitcoin"]), ("ring:\(Self.monero)?amount=eth:1", ["ethereum"]),
            ("ring:\(Self.monero)?amount=XMR:1", []), ("ring:\(Self.monero)?amount=EUR:1", []),
            // An invoice is for every coin whose invoices begin as it does.
            ("codes:\(PaymentTokens.invoice)", ["btc2"]), ("lightning:\(PaymentTokens.invoice)", []),
        ] { #expect(try Self.coins(link) == coins, "\(link)") }
    }

    @Test("a code of at least 40 characters may be paid, and so may a name that wallets look up")
    func codes() throws {
        func code(_ count: Int) -> String { "sp1" + String(repeating: "q", count: count - 3) }
        for (account, coins) in [
            (code(39), []), (code(40), ["bitcoin", "btc2"]),
            ("SP1" + code(40).dropFirst(3).uppercased(), ["bitcoin", "btc2"]),
            ("bob*example.org", ["stellar"]), ("bob.eth", ["ethereum"]), ("somebody", []),
        ] {
            #expect(try Self.coins("payto://x/\(account)?amount=EUR:5") == coins, "\(account)")
        }
    }

    @Test("a link is described by others if its scheme is not shipped, even if it has the rules of one that is")
    func origins() throws {
        for (link, isByOthers, isShipped) in [
            ("bitcoin:\(Self.segwit)", false, true), ("mybtc:\(Self.segwit)", false, false),
            ("monero:\(Self.monero)", false, true), ("mine:\(Self.monero)", true, false),
            ("myxmr:\(Self.monero)", true, false),
            ("payto://iban/DE75512108001245126199", false, true),
        ] {
            let read = try Self.router.read(Array(link.utf8))
            #expect(read.isDescribedByOthers == isByOthers && read.isShipped == isShipped, "\(link)")
            #expect(read.isReplaced == isShipped, "\(link)")
        }
    }
}
