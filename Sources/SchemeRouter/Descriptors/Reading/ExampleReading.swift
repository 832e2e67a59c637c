extension DescriptorReader {
    /// Reads the examples of a scheme, whose links must begin with one of `schemes`.
    mutating func examples(in scheme: YAMLNode, schemes: [String]) -> [LinkExample] {
        guard let node = scheme.entry("examples")?.value, document.isList(node) else { return [] }
        return node.items.compactMap { example($0, schemes: schemes) }
    }

    private mutating func example(_ item: YAMLNode, schemes: [String]) -> LinkExample? {
        guard let fields = document.fields(of: item, owner: item.mark, in: .example) else { return nil }
        let url = document.required("url", in: fields) { $0.text($1) }
        if let url, let node = fields["url"], !schemes.contains(where: { url.utf8.starts(with: "\($0):".utf8) }) {
            document.note(
                .invalidValue, in: node, "this link does not have the scheme “\(schemes[0])”",
                hint: "it must begin with “\(schemes[0]):”")
        }
        guard let expectation = expectation(in: fields), let url else { return nil }
        return LinkExample(url: url, expectation: expectation, origin: item.location)
    }

    private mutating func expectation(in fields: Fields) -> LinkExample.Expectation? {
        guard (fields["is"] == nil) != (fields["error"] == nil) else {
            let code: DescriptorDiagnostic.Code = fields["is"] == nil ? .missingKey : .conflict
            document.note(code, at: fields.owner, in: fields.node, "an example has either “is” or “error”")
            return nil
        }
        if fields["error"] != nil {
            let code = document.optional("error", in: fields) { document, node in
                document.choice(node, of: "error", among: RequestError.Code.allCases, name: \.rawValue)
            }
            return code.map { .error($0) }
        }
        guard let outcome = nested("is", in: fields, .outcome) else { return nil }
        let action = document.required("action", in: outcome) { document, node in
            document.choice(node, of: "action", among: Action.allCases, name: \.descriptorKey)
        }
        let amount = outcome["amount"] == nil ? nil : units("amount", in: outcome)
        if let action, action != .payment, let node = outcome["amount"] {
            document.note(.conflict, in: node, "only a payment has an amount")
        }
        return action.map { .action($0, amount: amount) }
    }
}
