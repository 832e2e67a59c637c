/// The keys of `links:` of a scheme, which describe a link protocol (``LinkRules``).
extension DescriptorSection {
    package static let links = DescriptorSection(
        "“links” of a scheme",
        [
            DescriptorKey(
                "slashes", .choice("rule for slashes") { LinkRules.Slashes.allCases.map(\.rawValue) },
                standard: LinkRules.Slashes.optional.rawValue, also: "authority prefix",
                "Whether “//” follows the colon; “meant” where it is part of the path."),
            DescriptorKey(
                "begins", .choice("beginning of links") { ["path", "parameters"] }, standard: "path", also: "starts",
                "What follows the colon, and slashes without a meaning: a path, or the parameters at once."),
            DescriptorKey("keys", .mapping({ linkKeys }), also: "names", "How the names of parameters are written."),
            DescriptorKey(
                "amounts", .mapping({ linkAmounts }), also: "amount money", "How amounts are written."),
            DescriptorKey(
                "instructions", .instructions, also: "ways",
                "Parameters that offer other ways to pay, each with what it may contain, in links that this wallet answers."
            ),
            DescriptorKey(
                "chains", .chains, also: "chain aliases",
                "Numbers that identify chains in payloads, each with its chain id."
            ),
            DescriptorKey(
                "texts", .list({ lineForm }), also: "codes",
                "Texts without a scheme, such as codes on invoices, that become links."),
            DescriptorKey(
                "pages", .list({ linkPage }), also: "urls hosts",
                "Addresses of wallets' pages that carry its links. They are only read when pasted, and never opened."),
            DescriptorKey(
                "forms", .list({ linkForm }), also: "operations functions targets variants",
                "The forms of its links; the first whose path matches applies. Without it, the keys below describe the only form."
            ),
        ] + linkForm.keys)

    package static let linkKeys = DescriptorSection(
        "“keys” of “links”",
        DescriptorKey(
            "case", .choice("rule for case") { ["exact", "any"] }, standard: "exact",
            "Whether names are case-sensitive."),
        DescriptorKey(
            "plus", .choice("meaning of plus") { ["literal", "space", "form"] }, standard: "literal",
            "What “+” means: itself, a space in texts, or a space in every value, as in web forms."),
        DescriptorKey(
            "indexed", .integer(1...9_999), also: "index",
            "The highest number after a name, as in “amount.2”: each number is one payment."),
        DescriptorKey(
            "required", .choice("meaning of “req-”") { KeyRules.RequiredPrefix.allCases.map(\.rawValue) },
            standard: KeyRules.RequiredPrefix.name.rawValue, also: "req",
            "What “req-” before a name means: the parameter must be understood, or it is part of the name."),
        DescriptorKey(
            "escapes", .choice("rule for escapes") { ["all", "texts"] }, standard: "all",
            "Which values may contain percent escapes."),
        DescriptorKey(
            "others", .choice("meaning of other parameters") { ["ignored", "server"] }, standard: "ignored",
            "To whom parameters without a rule belong: nobody, or the server that the link names."))

    package static let linkAmounts = DescriptorSection(
        "“amounts” of “links”",
        DescriptorKey(
            "form", .choice("form of amounts") { AmountRules.Form.allCases.map(\.rawValue) },
            standard: AmountRules.Form.decimal.rawValue,
            "Whole coins with a decimal point, the smallest unit with an exponent or in digits alone, or an amount after a currency and “:”."
        ),
        DescriptorKey(
            "decimals", .integer(0...30), also: "precision", "Fraction digits. The default is that of the coin."),
        DescriptorKey(
            "point", .choice("rule for points") { ["lenient", "strict"] }, standard: "lenient",
            "Whether a point needs digits on both sides."),
        DescriptorKey(
            "zero", .choice("rule for zero") { AmountRules.Zero.allCases.map(\.rawValue) },
            standard: AmountRules.Zero.refused.rawValue, "Whether an amount of zero is allowed."),
        DescriptorKey(
            "bits", .integer(8...256),
            "The most bits of an amount in the smallest unit, or, with a currency, of the part before the point."),
        DescriptorKey(
            "shown", .choice("way to show amounts") { ["units", "written"] }, standard: "units",
            "Whether programs receive amounts in the smallest unit or as the link writes them."),
        DescriptorKey(
            "unit", .choice("unit of amounts") { ["coin", "unknown"] }, standard: "coin", also: "units",
            "What amounts count: the coin, or something that links do not name, so that they are shown without a unit."),
        DescriptorKey(
            "own-chains", .numbers(0...DescriptorLimits.units.upperBound, most: 16), also: "chain-ids",
            "Where links name a chain: the numbers of the chains whose own coin the amounts are in."),
        DescriptorKey(
            "separator", .choice("separator") { [","] }, "A character between digits that is ignored."),
        DescriptorKey(
            "currency", .label(12),
            "The currency of all amounts, such as INR, for links that are not about a coin."))

    package static let linkForm = DescriptorSection(
        "a form of links",
        DescriptorKey(
            "path", .path, also: "template",
            "The part before “?”: pieces such as {address}, with optional parts in [ ]."),
        DescriptorKey(
            "when", .anyText, also: "if condition",
            "Where the parameters come first: the one that chooses this form, such as “request=address”, or a single word."
        ),
        DescriptorKey(
            "does",
            .choice("action") {
                (DescribedForm.actions + DescribedForm.ownActions).map(\.descriptorKey) + [DescribedForm.refusing]
            },
            standard: Action.payment.descriptorKey, also: "action",
            "What such links ask for; “refuse” for links that are known and rejected."),
        DescriptorKey("why", .label(200), also: "reason", "Why such links are refused, as a sentence."),
        DescriptorKey(
            "kind", .title(40), also: "called", "What such a link is called, if “does” does not say it: “invitation”."),
        DescriptorKey(
            "says", .label(240), also: "note hint",
            "What the person must know about every such link, in one sentence without a full stop."),
        DescriptorKey("addresses", .list({ addressForm }), "Its kinds of addresses. The default is those of the coin."),
        DescriptorKey(
            "payload", .choices("payload") { InstructionFormat.allCases.map(\.rawValue) }, also: "decoder decoders",
            "What the piece {payload} may contain."),
        DescriptorKey(
            "parameters", .parameters, also: "params arguments",
            "The parameters that are read, by name; “*” covers all others."),
        DescriptorKey(
            "query", .choice("rule for parameters") { ["allowed", "refused"] }, standard: "allowed",
            "Whether anything may follow the path."),
        DescriptorKey(
            "permission-of", .texts, also: "dangerous approve",
            "The functions that give somebody else power over the person's money."),
        DescriptorKey(
            "warns", .choice("warning") { ["permission", "unknown"] },
            "“permission” where somebody gains power over the person's money; “unknown” where the target is unknown."
        ))

    package static let linkParameter = DescriptorSection(
        "a parameter of “links”",
        DescriptorKey(
            "is", .choice("meaning") { ParameterReading.Meaning.allCases.map(\.rawValue) }, also: "means type",
            "Its meaning."),
        DescriptorKey(
            "also", .texts, also: "aliases alias names",
            "Other names for the same parameter; a link may use only one of them."),
        DescriptorKey("required", .boolean, also: "mandatory", "Whether a link must have it."),
        DescriptorKey("many", .boolean, also: "repeated multiple", "Whether it may appear more than once."),
        DescriptorKey(
            "list", .choice("separator") { [";"] }, also: "separator", "The character that separates several values."),
        DescriptorKey(
            "shape", .choice("shape") { ValueShape.allCases.map(\.rawValue) }, also: "code encoding",
            "What its value looks like."),
        DescriptorKey(
            "max", .integer(1...8_192), also: "most maximum",
            "The most characters of its value; of a memo, the most bytes."),
        DescriptorKey("size", .integer(1...8_192), also: "bytes length", "How many bytes it encodes."),
        DescriptorKey("prefix", .anyText, "What its value begins with."),
        DescriptorKey(
            "as", .identifier, also: "field called",
            "The name under which programs and people find it, such as “user”: for a “note” that is the only one."),
        DescriptorKey("with", .anyText, also: "needs", "The parameter that must accompany it."),
        DescriptorKey(
            "instead-of", .anyText, also: "excludes without",
            "The parameter with the same meaning that a link must not have as well."),
        DescriptorKey(
            "own", .strings, also: "native", "The values of a token that stand for the coin itself."),
        DescriptorKey("warns", .boolean, also: "deprecated", "Whether to warn about it."),
        DescriptorKey(
            "secret", .boolean, also: "private hidden",
            "Whether only its receiver may see its value: it is handed over, and never shown or written down."),
        DescriptorKey("values", .values, also: "enum choices", "The allowed values, each with its consequences."))

    package static let linkValue = DescriptorSection(
        "a value of a parameter",
        DescriptorKey(
            "network", .choice("network") { NetworkKind.allCases.map(\.rawValue) }, "The network that it names."),
        DescriptorKey(
            "shape", .choice("shape") { ValueShape.allCases.map(\.rawValue) }, "What the accompanying memo looks like."),
        DescriptorKey("max", .integer(1...8_192), "The most bytes of the accompanying memo."),
        DescriptorKey("size", .integer(1...8_192), "How many bytes the accompanying memo encodes."))

    /// The kinds of addresses of a coin, by network.
    package static let coinAddresses = DescriptorSection(
        "“addresses” of a coin",
        NetworkKind.allCases.map { kind in
            DescriptorKey(kind.rawValue, .list({ addressForm }), "The kinds of addresses of this network.")
        })
}

extension DescribedForm {
    /// The actions of links with the grammar `uri`.
    static let actions: [Action] = [
        .payment, .login, .transaction, .withdraw, .channel, .askServer, .delegate, .claim,
        .contact,
    ]

    /// The actions of links that this wallet answers, besides payments.
    static let ownActions: [Action] = [.address, .masterPublicKey, .scanQR]
}
