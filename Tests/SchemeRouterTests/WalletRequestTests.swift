import ExactJSON
import Testing

@testable import SchemeRouter

/// What all requests have in common, whatever they ask for.
@Suite struct WalletRequestTests {
    private static let header = RequestHeader(
        scheme: "bitcoin", coin: "bitcoin", network: .main, sender: nil, callbacks: nil, warnings: [], ignored: [])
    private static let note = ForeignText(Array("tea".utf8))
    private static let ways = (1...3).map { PaymentInstruction(.onchain, "address\($0)", checked: .checksum) }

    private static func payment(_ count: Int) -> WalletRequest {
        .payment(
            PaymentRequest(
                header: header, form: .bip21, address: "address1", amount: nil, lock: nil, label: nil, message: nil,
                instructions: Array(ways.prefix(count))))
    }

    private static func otherPayment(_ count: Int) -> WalletRequest {
        .payment(
            PaymentRequest(
                header: header, form: .bip21, address: nil, amount: nil, lock: nil, label: nil, message: nil,
                instructions: Array(ways.prefix(count))))
    }

    private static func dapp(facts: [LinkFact]) -> DappClaims {
        DappClaims(
            dialect: "test", name: nil, appKey: nil, userID: nil, userName: nil, note: nil, orderID: nil, server: nil,
            wake: nil, isEncoded: false, facts: facts)
    }

    @Test("there are alternatives from two ways to pay up", arguments: 0...3)
    func alternatives(_ count: Int) {
        #expect(Self.payment(count).hasAlternatives == (count > 1))
        #expect(Self.otherPayment(count).hasAlternatives == (count > 1))
        // The address itself is a way to pay.
        #expect(Self.payment(count).instructions == Array(Self.ways.prefix(max(1, count))))
        #expect(Self.otherPayment(count).instructions == Array(Self.ways.prefix(count)))
        #expect(!WalletRequest.address(Self.header).hasAlternatives)
    }

    @Test("a plugin is asked to pay only what names an address of the coin, whatever else can be paid")
    func payable() {
        #expect(Self.payment(2).payable?.address == "address1" && Self.otherPayment(2).payable == nil)
        func described(_ action: Action) -> WalletRequest {
            WalletRequest(
                DescribedRequest(
                    header: Self.header, action: action, payments: [], total: nil, isTotalOpen: false, facts: [],
                    instructions: Self.ways, plain: nil, cost: .open))
        }
        guard case .payment(let payment) = described(.payment), case .foreign = described(.login) else {
            Issue.record("only a payment is a payment")
            return
        }
        #expect(payment.form == .uri && payment.instructions == Self.ways && payment.details?.cost == .open)
        for request in [described(.payment), described(.login)] {
            #expect(request.payable == nil && request.proof == nil && request.asDescribed?.instructions == Self.ways)
        }
    }

    @Test("a way to pay that is required is unmet unless it is the address, in any case")
    func required() {
        for (kind, text, isUnmet) in [
            (.onchain, "address1", false), (.onchain, "ADDRESS1", false), (.onchain, "address2", true),
            (.lightning, "address1", true),
        ] as [(PaymentInstruction.Kind, String, Bool)] {
            for isRequired in [true, false] {
                let way = PaymentInstruction(kind, text, isRequired: isRequired, checked: .checksum)
                let payment = PaymentRequest(
                    header: Self.header, form: .bip21, address: "Address1", amount: nil, lock: nil, label: nil,
                    message: nil, instructions: [Self.ways[0], way])
                #expect(payment.unmetInstruction == (isUnmet && isRequired ? way : nil), "\(text)")
            }
        }
    }

    @Test("a dapp's request that other programs carry out, too, is told by its facts alone")
    func described() throws {
        let facts = [LinkFact("chain", title: "chain", .name("eos"))]
        let request = WalletRequest.actions(
            ActionsRequest(header: Self.header, dapp: Self.dapp(facts: facts), calls: [], transfer: nil))
        let described = try #require(request.asDescribed)
        #expect(
            described
                == DescribedRequest(
                    header: Self.header, action: .transaction, payments: [], total: nil, isTotalOpen: false,
                    facts: facts, instructions: [], plain: nil, cost: .nothing))
        // Nobody else carries out what has no facts.
        let own = ActionsRequest(header: Self.header, dapp: Self.dapp(facts: []), calls: [], transfer: nil)
        #expect(WalletRequest.actions(own).asDescribed == nil && Self.payment(1).asDescribed == nil)
    }

    @Test("the signer pays a transfer whose payer is left to the wallet, and nothing else of it changes")
    func payer() {
        let signer = AccountSigner(account: "alice", permission: "active")
        func data(_ payer: String?) -> JSON {
            .object((payer.map { [("from", .string($0))] } ?? []) + [("to", .string("bob"))])
        }
        func calls(from payer: String?, _ given: JSON, isTransfer: Bool = true) -> [ActionCall] {
            let call = ActionCall(contract: "eosio.token", name: "transfer", data: given, note: Self.note)
            let transfer = ActionsRequest.Transfer(
                contract: "eosio.token", isPayment: true, from: payer, to: "bob", quantity: "1.0000 EOS", memo: "")
            return ActionsRequest(
                header: Self.header, dapp: Self.dapp(facts: []), calls: [call], transfer: isTransfer ? transfer : nil
            ).calls(by: signer)
        }
        func expected(_ data: JSON) -> [ActionCall] {
            [ActionCall(contract: "eosio.token", name: "transfer", data: data, note: Self.note)]
        }
        #expect(calls(from: nil, data(nil)) == expected(data("alice")))
        #expect(calls(from: nil, data("")) == expected(data("alice")))
        #expect(calls(from: "carol", data("carol")) == expected(data("carol")))
        #expect(calls(from: nil, data(nil), isTransfer: false) == expected(data(nil)))
    }

    @Test("what is not shown of an instruction is said, whichever of its texts it is")
    func texts() {
        func warning(_ description: String?, _ issuer: String?) -> LinkWarning? {
            PaymentInstruction(
                .offer, "lno1", checked: .shape, description: description.map { ForeignText(Array($0.utf8)) },
                issuer: issuer.map { ForeignText(Array($0.utf8)) }
            ).textWarning
        }
        let expected = LinkWarning(
            .textSanitised,
            "Invisible characters were removed from a text, or it was shortened. The wallet receives the whole text, "
                + "including what is not shown here.")
        #expect(warning("a\u{202E}", nil) == expected && warning("a", "b\u{200B}") == expected)
        #expect(warning("a", "b") == nil && warning(nil, nil) == nil)
    }
}
