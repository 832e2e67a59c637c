import ExactJSON
import SchemeRouter

/// What `router explain` says about a link of a described protocol.
struct DescribedExplanation {
    let request: DescribedRequest
    let link: ReadLink

    /// Writes its members of the JSON object, without empty ones. If there is only one payment, its details also
    /// appear outside the list of payments.
    func write(to json: inout JSONWriter) {
        json.leavesOutNull = true
        json.add("form", SchemeDescriptor.Grammar.uri.rawValue)
        json.add("network", request.header.network == .main ? nil : request.header.network.rawValue)
        if let first = request.payments.first, !isAmbiguous(first) {
            if request.payments.count == 1 {
                Self.write(first, to: &json)
            } else {
                json.add("message", first.messageText)
            }
        }
        for fact in request.facts { json.add(fact.field, Self.json(of: fact.value)) }
        json.leavesOutNull = false
        if !request.payments.isEmpty {
            json.beginArray("payments")
            for payment in request.payments {
                json.beginObject()
                Self.write(payment, to: &json)
                json.endObject()
            }
            json.endArray()
        }
        if let total = request.total { Self.write("total", total, to: &json) }
        if request.isTotalOpen { json.add("totalIsOpen", true) }
        let unchecked = request.facts.filter { $0.checked == .shape }.map(\.field)
        if !unchecked.isEmpty { json.add("checkedByShapeOnly", unchecked) }
        if !request.instructions.isEmpty {
            InstructionExplanation(instructions: request.instructions).write(to: &json)
        }
    }

    /// Whether the link says something of the same name about something else, such as a server or a contract.
    private func isAmbiguous(_ payment: DescribedPayment) -> Bool {
        [
            ("address", payment.address?.text), ("label", payment.labelText), ("message", payment.messageText),
            ("memo", payment.memo?.text),
        ].contains { name, text in text != nil && request.facts.contains { $0.field == name } }
    }

    private static func write(_ payment: DescribedPayment, to json: inout JSONWriter) {
        json.add("address", payment.address?.text)
        json.add("checked", payment.address?.checked.rawValue)
        if let amount = payment.amount { write("amount", amount, to: &json) } else { json.addNull("amount") }
        json.add("amountText", payment.amount?.text)
        json.add("currency", payment.amount?.currency)
        json.add("label", payment.labelText)
        json.add("message", payment.messageText)
        json.add("memo", payment.memo?.text)
    }

    /// Writes a number if it fits in 64 bits; otherwise its digits, or what the link has.
    private static func write(_ name: StaticString, _ amount: DescribedAmount, to json: inout JSONWriter) {
        switch amount.value {
        case .units(let number):
            if let small = number.int64 { json.add(name, small) } else { json.add(name, number.description) }
        case .written(let text): json.add(name, text)
        }
    }

    private static func json(of value: LinkFact.Value) -> JSON {
        switch value {
        case .text(let text), .name(let text), .own(let text): .string(text)
        case .number(let number): .number(number)
        case .flag(let flag): .bool(flag)
        case .null: .null
        case .list(let values): .array(values.map(json))
        case .fields(let fields): .object(fields.map { (name: $0.name, value: json(of: $0.value)) })
        }
    }

    var text: String { DescribedText(request, of: link.coin).paragraphs.map(\.text).joined(separator: "\n") }
}
