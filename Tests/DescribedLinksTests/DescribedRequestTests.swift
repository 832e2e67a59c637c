import Testing

@testable import SchemeRouter

/// When two described requests look the same to a person, so that the one may go over in place of the other (S15).
@Suite struct DescribedRequestTests {
    private static func header(_ network: NetworkKind = .main, ignored: [String] = []) -> RequestHeader {
        RequestHeader(
            scheme: "toy", coin: "toy", network: network, sender: nil, callbacks: nil, warnings: [], ignored: ignored)
    }

    private static func amount(_ units: UInt64) -> DescribedAmount {
        DescribedAmount(
            number: WholeNumber(units), decimals: 2, unit: "TOY", currency: nil, value: .units(WholeNumber(units)))
    }

    private static func payment(
        _ address: String? = "address", _ units: UInt64? = 100, label: String? = "label", message: String? = "message",
        memo: DescribedPayment.Memo? = .text("aa")
    ) -> DescribedPayment {
        func shown(_ text: String?) -> ForeignText? { text.map { ForeignText(Array($0.utf8)) } }
        return DescribedPayment(
            address: address.map { CheckedAddress(text: $0, checked: .shape) }, amount: units.map { amount($0) },
            place: 0,
            label: shown(label), message: shown(message), labelText: label, messageText: message, memo: memo,
            hasOwnTexts: false)
    }

    private static let fact = LinkFact("note", title: "note", .text("x"))
    private static let instruction = PaymentInstruction(.lightning, "ln", checked: .checksum)

    private static func request(
        _ payments: [DescribedPayment] = [payment()], _ header: RequestHeader = header(), action: Action = .payment,
        facts: [LinkFact] = [fact], instructions: [PaymentInstruction] = [instruction]
    ) -> DescribedRequest {
        DescribedRequest(
            header: header, action: action, payments: payments, total: amount(3), isTotalOpen: true, facts: facts,
            instructions: instructions, plain: "toy:x", cost: .known(Amount(units: 1)!), surpluses: [amount(7)])
    }

    private static let others: [DescribedRequest] = [
        request([payment("other")]), request([payment(nil)]), request([payment("address", 101)]),
        request([payment("address", nil)]), request([payment(label: "other")]), request([payment(label: nil)]),
        request([payment(message: "other")]), request([payment(message: nil)]), request([payment(memo: .text("bb"))]),
        request([payment(memo: .data("aa"))]), request([payment(memo: nil)]), request([]),
        request([payment(), payment()]), request([payment("label", label: "address")]),
        request([payment()], header(.test)),
        request(action: .transaction), request(facts: []), request(facts: [fact, fact]),
        request(instructions: []), request(instructions: [instruction, instruction]),
    ]

    @Test("whatever differs for a person makes two requests different, in either order", arguments: others.indices)
    func different(_ index: Int) {
        let other = Self.others[index]
        #expect(other.isEquivalent(to: other))
        #expect(!other.isEquivalent(to: Self.request()) && !Self.request().isEquivalent(to: other))
    }

    @Test("an empty text is not shown, and ignored parameters are not part of the request")
    func same() {
        let empty = Self.request([Self.payment(label: "", message: "")], Self.header(ignored: ["x"]))
        let none = Self.request([Self.payment(label: nil, message: nil)])
        #expect(empty.isEquivalent(to: none) && none.isEquivalent(to: empty))
    }

    @Test("a copy with another header keeps everything else, and the link that goes over if that is wanted")
    func replacing() {
        let (request, header) = (Self.request(), Self.header(.test, ignored: ["x"]))
        func copy(_ plain: String?) -> DescribedRequest {
            DescribedRequest(
                header: header, action: .payment, payments: [Self.payment()], total: Self.amount(3), isTotalOpen: true,
                facts: [Self.fact], instructions: [Self.instruction], plain: plain, cost: .known(Amount(units: 1)!),
                surpluses: [Self.amount(7)])
        }
        #expect(request.replacing(header: header) == copy("toy:x"))
        #expect(request.replacing(header: header, keepsPlain: false) == copy(nil))
    }

    @Test("an address takes no memo and has no payment id unless that is said")
    func addresses() {
        let address = CheckedAddress(text: "a", checked: .shape)
        #expect(!address.takesMemo && !address.hasPaymentID && address.warnings.isEmpty && address.unchecked == nil)
    }
}
