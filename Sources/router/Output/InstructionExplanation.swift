import ExactJSON
import SchemeRouter

/// What `router explain` says about the ways to pay that a link offers.
struct InstructionExplanation {
    let instructions: [PaymentInstruction]

    /// Writes them as a member of the JSON object, in the order of the link. An absent member means null.
    func write(to json: inout JSONWriter) {
        json.beginArray("instructions")
        for instruction in instructions { Self.write(instruction, to: &json) }
        json.endArray()
    }

    private static func write(_ instruction: PaymentInstruction, to json: inout JSONWriter) {
        json.beginObject()
        json.add("kind", instruction.kind.rawValue)
        json.add("text", instruction.text)
        json.add("checked", instruction.checked.rawValue)
        json.add("amountMsat", instruction.amountMsat)
        json.add("description", instruction.description?.text)
        json.add("expires", instruction.expires)
        json.add("server", instruction.server)
        if let currency = instruction.currency { json.add("currency", currency) }
        if let payee = instruction.payee { json.add("payee", payee) }
        if let issuer = instruction.issuer { json.add("issuer", issuer.text) }
        if let amount = instruction.amountMinor { json.add("amountMinor", amount) }
        if !instruction.fallbacks.isEmpty { json.add("fallback", instruction.fallbacks) }
        json.endObject()
    }
}
