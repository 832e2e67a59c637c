import RouterEOSIO
import SchemeRouter
import Testing

@testable import RouterNetworks

/// What accounts have of a chain's own token.
@Suite struct BalanceTests {
    let node = ScriptedNodeos()

    private func chain() throws -> NodeosChain {
        node.say(RecordedNodeos.info(), to: "get_info")
        node.say(
            #"{"EOS":{"supply":"9.0000 EOS","max_supply":"9.0000 EOS","issuer":"eosio"}}"#, to: "get_currency_stats")
        return try NodeosChain(
            url: "https://node.example/", chainID: try #require(Checksum256(hex: RecordedNodeos.jungle)).bytes,
            coin: .eos,
            client: node,
            now: { RecordedNodeos.now })
    }

    private func refusal(_ account: String = "corecorecore") async throws -> ServiceError.Code? {
        let chain = try chain()
        do throws(ServiceError) {
            _ = try await chain.balance(of: account)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("a node tells it, of the chain that was configured", arguments: [(#"["5.0001 EOS"]"#, 50_001), ("[]", 0)])
    func node(answer: String, units: Int64) async throws {
        node.say(answer, to: "get_currency_balance")
        let balance = try await chain().balance(of: "corecorecore")
        #expect(balance.units == units && balance.symbol.description == "4,EOS")
        #expect(Set(node.calls) == ["get_info", "get_currency_stats", "get_currency_balance"])
        let body = try #require(node.requests.first { $0.url.hasSuffix("get_currency_balance") }?.body)
        #expect(String(decoding: body, as: UTF8.self).contains(#""account":"corecorecore""#))
    }

    @Test("an answer that is not a balance of the token, or is of another chain, is refused")
    func strange() async throws {
        for answer in ["{}", "[5]", #"["5.00 EOS"]"#, #"["5.0000 WAX"]"#] {
            node.say(answer, to: "get_currency_balance")
            #expect(try await refusal() == .networkRefused, "\(answer)")
        }
        node.say(#"["5.0000 EOS"]"#, to: "get_currency_balance")
        #expect(try await refusal() == nil)
        #expect(try await refusal("Nobody") == .badConfiguration)
        let chain = try chain()
        node.say("{}", to: "get_currency_stats")
        await #expect(throws: ServiceError(.networkRefused, "")) { try await chain.balance(of: "corecorecore") }
        node.say(RecordedNodeos.info(chain: String(repeating: "0", count: 64)), to: "get_info")
        await #expect(throws: ServiceError.self) { try await chain.balance(of: "corecorecore") }
    }

    @Test("the practice chain tells it too, and knows which accounts there are")
    func practice() async throws {
        let practice = try PracticeChain()
        #expect(try await practice.chain.balance(of: PracticeChain.person).description == "10.0000 EOS")
        #expect(try await practice.chain.balance(of: "nobodynobody").description == "0.0000 EOS")
        #expect(try practice.ledger.hasAccount(PracticeChain.person))
        #expect(try !practice.ledger.hasAccount("nobodynobody") && !practice.ledger.hasAccount("No name"))
    }
}
