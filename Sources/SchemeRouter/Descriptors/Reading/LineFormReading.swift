/// Texts without a scheme that are read as links (``LineForm``), and wallets' pages that carry them.
extension DescriptorReader {
    /// More than any protocol needs.
    private static let mostTexts = 16

    mutating func lineForms(_ node: YAMLNode) -> [LineForm]? {
        list(node, most: Self.mostTexts, in: .lineForm) { reader, fields in reader.lineForm(fields) }
    }

    /// The pages whose addresses carry links of the scheme.
    mutating func pages(_ node: YAMLNode) -> [LinkPage]? {
        list(node, most: Self.mostTexts, in: .linkPage) { (reader: inout DescriptorReader, fields) -> LinkPage? in
            guard let text = reader.document.required("begins", in: fields, { $0.text($1) }) else { return nil }
            let host = text.utf8.prefix { $0 != UInt8(ascii: "/") }
            guard host.contains(UInt8(ascii: ".")), host.count < text.utf8.count, Self.isOfLinks(text),
                host.allSatisfy({ !$0.isASCIILetter || $0 | 0x20 == $0 })
            else {
                reader.document.note(
                    .invalidValue, in: fields["begins"] ?? fields.node, "\(quoted(text)) is not a host with a path",
                    hint: "write it without “https://”, such as “wallet.example/send/”")
                return nil
            }
            let parameters = fields["parameters"].map { reader.names($0, of: "a parameter") } ?? []
            let prefix = fields["prefix"].flatMap { reader.document.text($0) } ?? ""
            guard let parameters, Self.isOfLinks(prefix) else {
                reader.document.note(
                    .invalidValue, in: fields["prefix"] ?? fields.node, "\(quoted(prefix)) cannot be a part of a link",
                    hint: "such as “invite?”")
                return nil
            }
            if !parameters.isEmpty, let node = fields["prefix"] {
                reader.document.note(
                    .conflict, in: node, "the parameters have the whole link",
                    hint: "leave out “prefix” or “parameters”")
            }
            return LinkPage(beginning: text, parameters: parameters, prefix: prefix)
        }
    }

    private static func isOfLinks(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-._/?=".utf8.contains($0) }
    }

    private mutating func lineForm(_ fields: Fields) -> LineForm? {
        let mark = fields["mark"].flatMap { _ in text("mark", in: fields) }
        let beginning = fields["beginning"].flatMap { _ in text("beginning", in: fields) }
        let why = fields["why"].flatMap { _ in text("why", in: fields) }
        let lines = fields["lines"].map { lineRules($0) } ?? []
        let most = integer("max", in: fields)
        guard let lines, let most, (mark == nil) != (beginning == nil) else {
            if mark == nil, beginning == nil { document.noteMissing("mark", in: fields) }
            if mark != nil, let node = fields["beginning"] {
                document.note(.conflict, in: node, "a text has a mark or a beginning", hint: "leave one of them out")
            }
            return nil
        }
        let template = fields["link"].flatMap { node in
            document.text(node).flatMap { self.template($0, lines, in: node) }
        }
        if fields["link"] == nil, fields["why"] == nil { document.noteMissing("link", in: fields) }
        if fields["link"] != nil, let node = fields["why"] {
            document.note(
                .conflict, in: node, "such texts are read, or refused", hint: "leave out “link” or “why”")
        }
        guard (template == nil) != (why == nil) else { return nil }
        return LineForm(
            mark: mark.map { .line($0) } ?? .beginning(beginning ?? ""), most: Int(most), lines: lines, link: template,
            refusal: why)
    }

    private mutating func template(_ text: String, _ lines: [LineRule], in node: YAMLNode) -> LineTemplate? {
        guard let template = LineTemplate(text) else {
            document.note(
                .invalidValue, in: node, "\(quoted(text)) is not a link",
                hint: "such as “payto://iban/[{5}/]{7}?amount=EUR:{8}”")
            return nil
        }
        for number in template.lines where !lines.contains(where: { $0.number == number }) {
            document.note(
                .unknownName, in: node, "no rule is about line \(number)", hint: "add “{ line: \(number) }” to “lines”")
            return nil
        }
        return template
    }

    private mutating func lineRules(_ node: YAMLNode) -> [LineRule]? {
        let rules = list(node, most: LineForm.mostLines, in: .lineRule) { reader, fields in reader.lineRule(fields) }
        for (index, rule) in (rules ?? []).enumerated() {
            guard rules?[..<index].contains(where: { $0.number == rule.number }) == true else { continue }
            document.note(
                .duplicateName, in: Array(node.items)[index], "line \(rule.number) has two rules",
                hint: "a line has one rule")
        }
        return rules
    }

    private mutating func lineRule(_ fields: Fields) -> LineRule? {
        guard let number = integer("line", in: fields) else { return nil }
        var rule = LineRule(number: Int(number))
        rule.values = fields["values"].flatMap { names($0, of: "a line") } ?? []
        rule.prefix = fields["prefix"].flatMap { document.text($0) }
        if fields["decimals"] != nil { rule.decimals = integer("decimals", in: fields).map { Int($0) } }
        if fields["max"] != nil { rule.most = integer("max", in: fields).map { Int($0) } }
        rule.isRequired = document.optional("required", in: fields) { $0.boolean($1) } ?? false
        rule.unless = fields["unless"].flatMap { document.text($0) }
        if let node = fields["unless"], !rule.isRequired {
            document.note(
                .conflict, in: node, "“unless” is for lines that are required", hint: "add “required: true”")
        }
        return rule
    }

    /// The items of a list of mappings; nil if there is a mistake, which is noted.
    private mutating func list<Item>(
        _ node: YAMLNode, most: Int, in section: DescriptorSection,
        _ read: (inout DescriptorReader, Fields) -> Item?
    ) -> [Item]? {
        guard document.isList(node) else { return nil }
        let nodes = Array(node.items)
        guard nodes.count <= most else {
            document.note(.outOfRange, in: node, "more than \(most) items")
            return nil
        }
        var items: [Item] = []
        for item in nodes {
            guard let fields = document.fields(of: item, owner: item.mark, in: section), let new = read(&self, fields)
            else { continue }
            items.append(new)
        }
        return items.count == nodes.count ? items : nil
    }
}
