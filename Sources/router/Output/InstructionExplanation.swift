import ExactJSON
import SchemeRouter

/// What `router explain` says about the ways to pay that a link offers.
struct InstructionExplanation {
    let instructions: [PaymentInstruction]

    /// An array of the JSON object, in the order of the link. What is absent means null.
    var json: JSON {
        .array(
            instructions.map { instruction in
                var json = JSON([
                    "kind": instruction.kind.rawValue, "text": instruction.text,
                    "checked": instruction.checked.rawValue, "amountMsat": instruction.amountMsat,
                    "description": instruction.description?.text, "expires": instruction.expires,
                    "server": instruction.server,
                ])
                if let currency = instruction.currency { json = json.adding(["currency": currency]) }
                if let payee = instruction.payee { json = json.adding(["payee": payee]) }
                if let issuer = instruction.issuer { json = json.adding(["issuer": issuer.text]) }
                if let amount = instruction.amountMinor { json = json.adding(["amountMinor": amount]) }
                if !instruction.fallbacks.isEmpty { json = json.adding(["fallback": instruction.fallbacks]) }
                return json
            })
    }
}
