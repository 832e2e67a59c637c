import RouterEOSIO
import SchemeRouter

extension DocumentReader {
    /// The signer: `account`, and `permission`, which is `active` by default.
    /// - Parameter account: the default account; nil if the settings must name one.
    mutating func signer(in fields: Fields, account: String?) -> AccountSigner? {
        var name = account
        if account == nil || fields["account"] != nil {
            name = required("account", in: fields) { $0.accountName($1) }
        }
        var permission: String? = "active"
        if let node = fields["permission"] { permission = accountName(node) }
        guard let name, let permission else { return nil }
        return AccountSigner(account: name, permission: permission)
    }

    /// The name of an account or a permission on an EOSIO chain.
    private mutating func accountName(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        let problem: String
        do throws(NameError) {
            if try Name(text).value != 0 { return text }
            problem = "it is empty"
        } catch {
            problem = error.message
        }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(text)) is not a name on the chain: \(problem)",
            hint: "a name has up to 12 of the characters a–z, 1–5 and “.”, such as alicealice11")
        return nil
    }
}
