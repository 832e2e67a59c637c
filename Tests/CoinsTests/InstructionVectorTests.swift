import RouterTestSupport
import SchemeRouter
import Testing

/// `bip321.json`, case by case: every field that a case expects is compared.
@Suite struct InstructionVectorTests {
    @Test("all cases are there") func count() { #expect(LinkVector.bip321.count == 52) }

    @Test("every public case of bip321.json", arguments: LinkVector.bip321)
    func vector(_ vector: LinkVector) {
        let read = Result { () throws(RequestError) in
            try RequestVectorTests.router.read(Array(vector.url.utf8)).request
        }
        let differences = vector.expectations.map { Self.differences(read, $0) }
        #expect(differences.contains { $0.isEmpty }, "\(differences)")
    }

    @Test("a field that is not compared would be noticed, and so is one that differs")
    func comparing() {
        let link = "bitcoin:\(BIP21Tests.segwit)?amount=1"
        let read = Result { () throws(RequestError) in try LinkPropertyTests.request(link) }
        #expect(Self.differences(read, ["outcome": .string("pay"), "amount": .number(100_000_000)]).isEmpty)
        let wrong: [String: JSONValue] = [
            "outcome": .string("reject"), "amount": .number(1), "address": .string("x"), "label": .string("x"),
            "instructions": .array([]), "proof": .string("x"), "ignored": .array([.string("x")]), "warns": .bool(true),
            "something": .null,
        ]
        for (key, value) in wrong { #expect(!Self.differences(read, [key: value]).isEmpty, "\(key)") }
    }

    private static func differences(
        _ read: Result<WalletRequest, RequestError>, _ expected: [String: JSONValue]
    ) -> [String] {
        expected.keys.sorted().filter { key in
            let value = expected[key] ?? .null
            if ["or", "orError"].contains(key) { return false }
            switch read {
            case .success(let request): return !isSame(key, value, request)
            case .failure(let error):
                let codes = [expected["error"]?.text] + (expected["orError"]?.elements.map(\.text) ?? [])
                return !isSame(key, value, error, codes)
            }
        }
    }

    private static func isSame(_ key: String, _ value: JSONValue, _ error: RequestError, _ codes: [String?]) -> Bool {
        switch key {
        case "outcome": value.text == "reject"
        case "error": codes.contains(error.code.rawValue)
        case "parameter": error.parameter == value.text
        case "reason": error.reason == value.text
        default: false
        }
    }

    private static func isSame(_ key: String, _ value: JSONValue, _ request: WalletRequest) -> Bool {
        let (header, instructions) = (request.header, request.instructions)
        switch key {
        case "outcome": return request.action.rawValue == value.text
        case "scheme": return header.scheme == value.text
        case "coin": return header.coin.name == value.text
        case "address": return request.address?.lowercased() == value.text?.lowercased()
        case "amount": return request.amount?.units == value.integer
        case "label": return request.texts.label?.text == value.text
        case "message": return request.texts.message?.text == value.text
        case "ignored": return header.ignored == value.elements.compactMap(\.text)
        case "proof": return request.proof.map { "\($0.prefix)\($0.instruction)=" } == value.text
        case "warns": return !header.warnings.isEmpty || instructions.contains { $0.checked == .shape }
        case "instructions":
            return instructions.count == value.elements.count
                && zip(instructions, value.elements).allSatisfy { isSame($0, $1) }
        default: return false
        }
    }

    private static func isSame(_ instruction: PaymentInstruction, _ expected: JSONValue) -> Bool {
        guard case .object(let members) = expected else { return false }
        return members.allSatisfy { key, value in
            switch key {
            case "kind": instruction.kind.rawValue == value.text
            case "text": instruction.text.lowercased() == value.text?.lowercased()
            case "checked": instruction.checked.rawValue == value.text
            case "amountMsat": instruction.amountMsat == value.integer
            case "description": instruction.description?.text == value.text
            case "expires": instruction.expires == value.integer
            case "server": instruction.server == value.text
            default: false
            }
        }
    }
}

extension WalletRequest {
    fileprivate var address: String? {
        guard case .payment(let payment) = self else { return nil }
        return payment.address
    }

    fileprivate var amount: Amount? {
        switch self {
        case .payment(let payment): payment.amount
        default: nil
        }
    }

    fileprivate var texts: (label: ForeignText?, message: ForeignText?) {
        switch self {
        case .payment(let payment): (payment.label, payment.message)
        default: (nil, nil)
        }
    }

    fileprivate var proof: ProofOfPayment? {
        switch self {
        case .payment(let payment): payment.proof
        default: nil
        }
    }
}
