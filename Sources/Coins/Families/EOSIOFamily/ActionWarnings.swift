import ExactJSON
import RouterEOSIO
import SchemeRouter

/// Warnings that follow from the names of calls alone. The network provides more.
package enum ActionWarnings {
    /// - Parameter token: the symbol code of the chain's own token.
    package static func about(_ calls: [ActionCall], token: String) -> [LinkWarning] {
        calls.flatMap { call in
            let risk = ActionRisk(contract: call.contract, name: call.name, data: call.data).flatMap(LinkWarning.init)
            return [risk].compactMap(\.self) + lookalikes(call, token)
        }
    }

    /// Warnings about a token with the name of the chain's own, and a contract with nearly the name of that token's.
    private static func lookalikes(_ call: ActionCall, _ token: String) -> [LinkWarning] {
        guard !KnownTokens.contains(call.contract), call.contract != "eosio" else { return [] }
        var warnings: [LinkWarning] = []
        let amounts = (call.data.members ?? []).compactMap(\.value.string)
        if amounts.contains(where: { (try? Asset($0))?.symbol.code.description == token }) {
            warnings.append(.unusualToken(token, of: call.contract))
        }
        if KnownTokens.looksKnown(call.contract) { warnings.append(.lookalike(call.contract)) }
        return warnings
    }
}

extension LinkWarning {
    /// The warning about a risk, which has the same raw value.
    package init?(_ risk: ActionRisk) {
        guard let code = Code(rawValue: risk.rawValue) else { return nil }
        self.init(code, risk.message)
    }
}
