import ExactJSON
import RouterEOSIO
import SchemeRouter
import Testing

@testable import RouterNetworks

/// Calls become bytes by the interface of their contract, and are told from these bytes.
@Suite struct PreparationTests {
    let node = ScriptedNodeos()
    let chain: NodeosChain
    let signer = AccountSigner(account: "bobbobbobbob", permission: "active")

    init() throws {
        chain = try NodeosChain(
            url: "https://node.example", chainID: try #require(Checksum256(hex: RecordedNodeos.jungle)).bytes,
            coin: .eos,
            client: node,
            now: { RecordedNodeos.now })
        node.say(RecordedNodeos.info(), to: "get_info")
        for (name, abi) in Vectors.actions["abis"]?.members ?? [] {
            node.say(#"{"account_name":"\#(name)","abi":\#(abi.text)}"#, to: "get_abi \(name)")
        }
        node.say(#"{"account_name":"contractless"}"#, to: "get_abi contractless")
        node.say(RecordedNodeos.unknownKey, status: 500, to: "get_abi")
        node.say(Self.stats("1000.0000 EOS"), to: "get_currency_stats")
        node.say(#"["1000.0000 EOS"]"#, to: "get_currency_balance")
    }

    static func stats(_ supply: String) -> String {
        #"{"EOS":{"supply":"\#(supply)","max_supply":"\#(supply)","issuer":"eosio"}}"#
    }

    static func transfer(
        _ quantity: String = "1.0000 EOS", from: String = "bobbobbobbob", to: String = "alicealice11",
        memo: String = "",
        contract: String = "eosio.token"
    ) -> ActionCall {
        ActionCall(
            contract: contract, name: "transfer",
            data: .object([
                ("from", .string(from)), ("to", .string(to)), ("quantity", .string(quantity)), ("memo", .string(memo)),
            ]), note: nil)
    }

    private func refusal(_ calls: ActionCall...) async -> ServiceError? {
        await error { _ = try await chain.prepare(calls, as: signer) }
    }

    @Test("bytes and contents of the vectors, from objects and from the texts of iOS", arguments: [false, true])
    func vectors(asText: Bool) async throws {
        for row in Vectors.rows(Vectors.actions["actions"]) {
            let data = try #require(row["data"])
            let (contract, name) = (try #require(row["account"]?.string), try #require(row["name"]?.string))
            if contract == "eosio.token" {
                let quantity = try #require(data["quantity"]?.string)
                node.say(Self.stats(quantity), to: "get_currency_stats")
                node.say("[\"\(quantity)\"]", to: "get_currency_balance")
            }
            let call = ActionCall(
                contract: contract, name: name, data: asText ? .string(data.text) : data, note: nil)
            let prepared = try #require(try await chain.prepare([call], as: signer).first)
            #expect(prepared.data == row["hex"]?.string.flatMap { [UInt8](hexDigits: $0) })
            #expect(prepared.contract == contract && prepared.name == name)
            for (name, value) in prepared.content.members ?? [] where value.string != nil {
                #expect(value.string == data[name]?.string ?? value.string)
            }
        }
    }

    @Test("an interface is read once, several together")
    func cache() async throws {
        let vote = ActionCall(
            contract: "eosio", name: "voteproducer",
            data: .object([("voter", .string("bobbobbobbob")), ("proxy", .string("")), ("producers", .array([]))]),
            note: nil)
        for _ in 0..<3 {
            let prepared = try await chain.prepare([Self.transfer(), vote, Self.transfer(memo: "2"), vote], as: signer)
            #expect(prepared.map(\.name) == ["transfer", "voteproducer", "transfer", "voteproducer"])
        }
        #expect(node.calls.count { $0 == "get_abi" } == 2)
        #expect(node.calls.count { $0 == "get_info" } == 3)
    }

    @Test("what does not fit says which action and which field")
    func invalidRequest() async throws {
        func call(_ data: JSON, _ name: String = "transfer", _ contract: String = "eosio.token") -> ActionCall {
            ActionCall(contract: contract, name: name, data: data, note: nil)
        }
        let cases: [(ActionCall, String)] = [
            (Self.transfer("1.0000 eos"), "at “quantity”"), (Self.transfer(to: "Alice"), "at “to”"),
            (Self.transfer("0.0000 EOS"), "at “quantity”"), (Self.transfer("-1.0000 EOS"), "at “quantity”"),
            (Self.transfer("1.000 EOS"), "at “quantity”"), (Self.transfer("1.0000 FOO"), "at “quantity”"),
            (Self.transfer(to: "bobbobbobbob"), "at “to”"),
            (Self.transfer(memo: String(repeating: "é", count: 129)), "at “memo”"),
            (call(.object([])), "at “from”"), (call(.string("no json")), "its data is text"),
            (call(.string("[1]")), "not a JSON object"), (call(.null), "expected an object"),
            (call(.object([("\u{202E}x", .null)])), "at “x”"), (call(.object([]), "issue"), "no action “issue”"),
            (call(.object([]), "transfer", "nosuchtoken"), "the contract does not exist"),
            (call(.object([]), "transfer", "contractless"), "the contract does not exist"),
            (call(.object([]), "transfer", "Eosio"), "characters"), (call(.object([]), "", "eosio.token"), "missing"),
            (call(.object([]), "transfer", ""), "missing"),
        ]
        for (call, words) in cases {
            let single = try #require(await refusal(call), "\(words)")
            #expect(single.code == .unfitRequest)
            #expect(single.message.contains(words), "\(single.message)")
            #expect(single.message.hasPrefix("The action, "))
            let second = try #require(await refusal(Self.transfer(), call))
            #expect(second.message.hasPrefix("Action 2 of 2, "), "\(second.message)")
        }
        #expect(await refusal(Self.transfer(memo: String(repeating: "é", count: 128))) == nil)
    }

    @Test("paying more than there is, at once or in parts; what others pay does not count")
    func funds() async throws {
        #expect(await refusal(Self.transfer("1000.0000 EOS")) == nil)
        #expect(await refusal(Self.transfer("1000.0001 EOS"))?.code == .insufficientFunds)
        #expect(await refusal(Self.transfer("999.0000 EOS"), Self.transfer("1.0001 EOS"))?.code == .insufficientFunds)
        #expect(await refusal(Self.transfer("1000.0001 EOS", from: "carolcarol11")) == nil)
        let most = "461168601842738.7903 EOS"
        node.say("[\"\(most)\"]", to: "get_currency_balance")
        #expect(
            await refusal(Self.transfer(most), Self.transfer(most), Self.transfer(most))?.code == .insufficientFunds)
        node.say("[]", to: "get_currency_balance")
        #expect(await refusal(Self.transfer("0.0001 EOS"))?.code == .insufficientFunds)
        for strange in ["{}", "[1]", #"["1.00 EOS"]"#, #"["1.0000 WAX"]"#] {
            node.say(strange, to: "get_currency_balance")
            #expect(await refusal(Self.transfer())?.code == .networkRefused)
        }
    }

    @Test("a token that is called like the chain's own one is pointed out, and nothing else")
    func lookalike() async throws {
        node.say(#"{"abi":\#(NodeosReadTests.tokenABI)}"#, to: "get_abi fakefakefake")
        let fake = try #require(try await chain.prepare([Self.transfer(contract: "fakefakefake")], as: signer).first)
        #expect(fake.warnings.map(\.code) == [.unusualToken])
        #expect(!fake.isHighRisk)
        #expect(fake.payment == nil && !fake.hasKnownInterface)
        let own = try #require(try await chain.prepare([Self.transfer(memo: "x")], as: signer).first)
        #expect(own.warnings == [] && own.hasKnownInterface)
        #expect(
            own.payment
                == TokenPayment(
                    from: "bobbobbobbob", to: "alicealice11", units: 10_000, decimals: 4, token: "EOS", memo: "x"))
        #expect(own.payment?.quantity == "1.0000 EOS")
    }

    @Test(
        "a contract whose name is nearly that of the chain's token is pointed out",
        arguments: [
            ("eosiotoken", true), ("eosio.t1ken", true), ("eosio.tokens", true), ("eosio.toekn", true),
            ("e1osio.token", true), ("eos1o.token", true), ("eosio.tokem", true), ("eosio.rex", false),
            ("eosio.ram", false), ("eosio.stake", false), ("tethertether", false), ("eosio.token", false),
        ])
    func lookalikeNames(_ contract: String, _ looks: Bool) async throws {
        #expect(KnownTokens.looksKnown(contract) == looks)
        guard contract != "eosio.token" else { return }
        node.say(#"{"abi":\#(NodeosReadTests.tokenABI)}"#, to: "get_abi \(contract)")
        let call = Self.transfer("1.0000 WAX", contract: contract)
        let prepared = try #require(try await chain.prepare([call], as: signer).first)
        #expect(prepared.warnings.map(\.code) == (looks ? [.unusualToken] : []))
    }

    /// The interface of the token with other fields in the places of its own.
    private static func token(_ fields: KeyValuePairs<String, String>) -> String {
        let list = fields.map { #"{"name":"\#($0.key)","type":"\#($0.value)"}"# }.joined(separator: ",")
        return #"{"abi":{"version":"eosio::abi/1.1","structs":[{"name":"transfer","base":"","fields":["#
            + list + #"]}],"actions":[{"name":"transfer","type":"transfer"}]}}"#
    }

    @Test("S16: a node's interface that packs a payment otherwise is refused: it would pay others, or other amounts")
    func swappedFields() async throws {
        let lies: [KeyValuePairs<String, String>] = [
            ["to": "name", "from": "name", "quantity": "asset", "memo": "string"],
            ["from": "name", "to": "name", "memo": "string", "quantity": "asset"],
            // The memo, packed as a name or an amount, lands where the contract reads the recipient or the amount.
            ["from": "name", "memo": "name", "quantity": "asset", "to": "string"],
            ["from": "name", "to": "name", "memo": "asset", "quantity": "string"],
            ["from": "name", "to": "name", "quantity": "string", "memo": "string"],
            ["from": "name", "to": "name", "quantity": "asset", "memo": "string", "more": "uint8$"],
        ]
        for (number, lie) in lies.enumerated() {
            let chain = try NodeosChain(
                url: "https://node.example", chainID: try #require(Checksum256(hex: RecordedNodeos.jungle)).bytes,
                coin: .eos, client: node, now: { RecordedNodeos.now })
            node.say(Self.token(lie), to: "get_abi eosio.token")
            for memo in ["mallory", "9.0000 EOS"] {
                let call = Self.transfer(memo: memo)
                do {
                    let prepared = try #require(try await chain.prepare([call], as: signer).first)
                    // One that packs the same bytes does no harm.
                    #expect(number == lies.count - 1 && prepared.payment?.to == "alicealice11")
                } catch let error as ServiceError {
                    #expect(error.code == .refusedByCheck, "\(error)")
                    #expect(number < lies.count - 1)
                }
            }
        }
    }

    @Test("what another contract makes of a transfer is a call, by the node's word")
    func otherTransfers() async throws {
        node.say(
            Self.token(["from": "name", "memo": "string", "quantity": "asset", "to": "name"]), to: "get_abi othertoken")
        let prepared = try #require(
            try await chain.prepare([Self.transfer("1.0000 WAX", contract: "othertoken")], as: signer).first)
        #expect(prepared.payment == nil && !prepared.hasKnownInterface && prepared.content.members?.count == 4)
    }

    @Test("S5: what an interface calls its types and fields cannot end a quotation of ours")
    func hostileInterface() async throws {
        let name = "x” Everything is fine. Agree.\\n\\n\\u202e“"
        for (index, abi) in [
            #"{"version":"\#(name)"}"#,
            #"{"version":"eosio::abi/1.1","actions":[{"name":"transfer","type":"\#(name)"}]}"#,
            #"{"version":"eosio::abi/1.1","types":[{"new_type_name":"\#(name)","type":"a"},{"new_type_name":"\#(name)","type":"a"}]}"#,
        ].enumerated() {
            node.say(#"{"abi":\#(abi)}"#, to: "get_abi hostile\(index + 1)")
            let error = try #require(await refusal(Self.transfer(contract: "hostile\(index + 1)")))
            #expect(!error.message.contains("” Everything") && !error.message.contains("\n"), "\(error.message)")
            #expect(error.message.count { $0 == "“" } == error.message.count { $0 == "”" }, "\(error.message)")
        }
    }

    @Test("risks are told by names: every warning has its code, and the doubtful case counts as one")
    func risks() throws {
        let given = JSON.object([("transfer", .bool(true))])
        let kept = JSON.object([("transfer", .bool(false))])
        let table: [(String, String, JSON?, ActionRisk?)] =
            ["updateauth", "deleteauth", "linkauth", "unlinkauth"].map { ("eosio", $0, nil, .changesPermissions) }
            + ["setcode", "setabi"].map { ("eosio", $0, nil, .changesContract) }
            + ["sellram", "refund"].map { ("eosio", $0, nil, .releasesResources) }
            + ["approve", "exec"].map { ("eosio.msig", $0, nil, .approvesProposal) } + [
                ("eosio", "newaccount", nil, .createsAccount), ("eosio.wrap", "exec", nil, .approvesProposal),
                ("core.vaulta", "updateauth", nil, .changesPermissions), ("eosio", "delegatebw", given, .givesAway),
                ("eosio", "giftram", nil, .givesAway), ("eosio", "ramtransfer", nil, .givesAway),
                ("core.vaulta", "ramburn", nil, .givesAway), ("eosio", "buyramburn", nil, .givesAway),
                ("other", "ramburn", nil, nil), ("eosio", "delegatebw", nil, .givesAway),
                ("eosio", "delegatebw", kept, nil),
                ("eosio", "delegatebw", .array([.bool(false)]), .givesAway), ("eosio", "buyram", nil, nil),
                ("eosio.msig", "propose", nil, nil), ("mygame", "updateauth", nil, nil),
                ("eosio.token", "transfer", nil, nil),
            ]
        for (contract, name, data, risk) in table {
            #expect(ActionRisk(contract: contract, name: name, data: data) == risk, "\(contract) \(name)")
        }
        for risk in ActionRisk.allCases { #expect(LinkWarning(risk)?.code.rawValue == risk.rawValue) }
    }

    @Test("a risk of the bytes warns twice")
    func highRisk() async throws {
        for row in Vectors.rows(Vectors.actions["actions"]) where row["account"]?.string == "eosio" {
            let data = try #require(row["data"])
            let name = try #require(row["name"]?.string)
            let call = ActionCall(contract: "eosio", name: name, data: data, note: nil)
            let prepared = try #require(try await chain.prepare([call], as: signer).first)
            #expect(prepared.isHighRisk == (name == "newaccount"))
            #expect(prepared.warnings.map(\.code) == (name == "newaccount" ? [.createsAccount] : []))
        }
    }

    @Test("damaged interfaces")
    func interfaces() async throws {
        for (abi, code) in [
            (#"{"version":"eosio::abi/2.0"}"#, ServiceError.Code.unfitRequest), ("1", .unfitRequest),
            ("null", .unfitRequest), (#"{"version":"eosio::abi/1.1","actions":[{"name":"transfer"}]}"#, .unfitRequest),
            (#"{"version":"eosio::abi/1.1","actions":[{"name":"transfer","type":"transfer"}]}"#, .unfitRequest),
        ] {
            node.say(#"{"abi":\#(abi)}"#, to: "get_abi")
            #expect(await refusal(Self.transfer(contract: "strange"))?.code == code, "\(abi)")
        }
        node.say(RecordedNodeos.failure(1, "exception", "?", "busy"), status: 500, to: "get_abi")
        #expect(await refusal(Self.transfer(contract: "another"))?.code == .networkRefused)
    }
}
