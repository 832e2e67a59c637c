import ExactJSON
import SchemeRouter

/// What `router explain` says about a link of a described protocol.
struct DescribedExplanation {
    let request: DescribedRequest
    let link: ReadLink

    /// Fields of the JSON object. What the link says of its only payment stands outside the list of payments, too.
    var json: JSON { JSON.object((all.members ?? []).filter { $0.value != .null }) }

    private var all: JSON {
        var json = JSON([
            "form": SchemeDescriptor.Grammar.uri.rawValue,
            "network": request.header.network == .main ? nil : request.header.network.rawValue,
        ])
        if let only = request.payments.first, request.payments.count == 1 {
            json = json.adding(Self.json(of: only))
        } else if let first = request.payments.first {
            json = json.adding(["message": first.messageText])
        }
        for fact in request.facts {
            json = json.adding([fact.field: Self.json(of: fact.value)])
        }
        let unchecked = request.facts.filter { $0.checked == .shape }.map(\.field)
        return json.adding([
            "payments": request.payments.isEmpty
                ? nil : JSON.array(request.payments.map(Self.json)),
            "total": request.total.map { Self.json(of: $0) }, "totalIsOpen": request.isTotalOpen ? true : nil,
            "checkedByShapeOnly": unchecked.isEmpty ? nil : unchecked,
            "instructions": request.instructions.isEmpty
                ? nil : InstructionExplanation(instructions: request.instructions).json,
        ])
    }

    private static func json(of payment: DescribedPayment) -> JSON {
        JSON([
            "address": payment.address?.text, "checked": payment.address?.checked.rawValue,
            "amount": payment.amount.map { json(of: $0) }, "amountText": payment.amount?.text,
            "currency": payment.amount?.currency,
            "label": payment.labelText, "message": payment.messageText, "memo": payment.memo?.text,
        ])
    }

    /// A number if it fits 64 bits; its digits if it does not, or is as the link writes it.
    private static func json(of amount: DescribedAmount) -> JSON {
        switch amount.value {
        case .units(let number): number.int64.map { JSON.number($0) } ?? JSON.string(number.description)
        case .written(let text): JSON.string(text)
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
