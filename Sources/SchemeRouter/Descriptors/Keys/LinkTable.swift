/// The keys of `links:` of a scheme, which describe a link protocol (``LinkRules``).
extension DescriptorSection {
    package static let links = DescriptorSection(
        "'links' of a scheme",
        [
            DescriptorKey(
                "slashes", .choice("rule for slashes") { LinkRules.Slashes.allCases.map(\.rawValue) },
                standard: LinkRules.Slashes.optional.rawValue, also: "authority prefix",
                "Whether “//” stands behind the colon; “meant” where it is a part of the path."),
            DescriptorKey("keys", .mapping({ linkKeys }), also: "names", "How the names of parameters are written."),
            DescriptorKey(
                "amounts", .mapping({ linkAmounts }), also: "amount money", "How amounts are written."),
            DescriptorKey(
                "instructions", .instructions, also: "ways",
                "Parameters of 'bip21' links that offer other ways to pay, each with what it may hold."),
            DescriptorKey(
                "chains", .chains, also: "chain aliases", "Numbers that stand for chains in payloads, each with its id."
            ),
            DescriptorKey(
                "forms", .list({ linkForm }), also: "operations functions targets variants",
                "The forms of its links; the first whose path fits counts. Without it, the keys below describe the only one."
            ),
        ] + linkForm.keys)

    package static let linkKeys = DescriptorSection(
        "'keys' of 'links'",
        DescriptorKey(
            "case", .choice("rule for case") { ["exact", "any"] }, standard: "exact",
            "Whether capital and small letters differ in names."),
        DescriptorKey(
            "plus", .choice("meaning of plus") { ["literal", "space", "form"] }, standard: "literal",
            "What “+” means: itself, a space in texts, or a space in every value, as web forms write it."),
        DescriptorKey(
            "indexed", .integer(1...9_999), also: "index",
            "The highest number behind a name, as in “amount.2”: each number is one payment."),
        DescriptorKey(
            "required", .choice("meaning of “req-”") { KeyRules.RequiredPrefix.allCases.map(\.rawValue) },
            standard: KeyRules.RequiredPrefix.name.rawValue, also: "req",
            "What “req-” before a name means: that it must be understood, or a part of the name."),
        DescriptorKey(
            "escapes", .choice("rule for escapes") { ["all", "texts"] }, standard: "all",
            "Which values may have percent escapes."),
        DescriptorKey(
            "others", .choice("meaning of other parameters") { ["ignored", "server"] }, standard: "ignored",
            "Whose the parameters are that no rule names: nobody's, or the server's that the link names."))

    package static let linkAmounts = DescriptorSection(
        "'amounts' of 'links'",
        DescriptorKey(
            "form", .choice("form of amounts") { AmountRules.Form.allCases.map(\.rawValue) },
            standard: AmountRules.Form.decimal.rawValue,
            "Whole coins with a point, the smallest unit with an exponent, or a currency and “:” before it."),
        DescriptorKey(
            "decimals", .integer(0...18), also: "precision", "Fraction digits. Without it, those of the coin."),
        DescriptorKey(
            "point", .choice("rule for points") { ["lenient", "strict"] }, standard: "lenient",
            "Whether digits must stand on both sides of a point."),
        DescriptorKey(
            "zero", .choice("rule for zero") { AmountRules.Zero.allCases.map(\.rawValue) },
            standard: AmountRules.Zero.refused.rawValue, "Whether nothing can be asked for."),
        DescriptorKey(
            "bits", .integer(8...256),
            "The most bits of an amount in the smallest unit; with a currency, of the part before the point."),
        DescriptorKey(
            "shown", .choice("way to show amounts") { ["units", "written"] }, standard: "units",
            "Whether programs get amounts in the smallest unit, or as the link writes them."),
        DescriptorKey(
            "own-chains", .numbers(0...DescriptorLimits.units.upperBound, most: 16), also: "chain-ids",
            "The numbers of the chains whose own coin the amounts are of, where links name a chain."),
        DescriptorKey(
            "separator", .choice("separator") { [","] }, "A character between digits that means nothing."))

    package static let linkForm = DescriptorSection(
        "a form of links",
        DescriptorKey(
            "path", .path, also: "template",
            "What stands before “?”: pieces such as {address}, and what may be left out in [ ]."),
        DescriptorKey(
            "does", .choice("action") { DescribedForm.actions.map(\.descriptorKey) },
            standard: Action.payment.descriptorKey, also: "action", "What such links ask for."),
        DescriptorKey("addresses", .list({ addressForm }), "Its kinds of addresses. Without it, those of the coin."),
        DescriptorKey(
            "payload", .choices("payload") { InstructionFormat.allCases.map(\.rawValue) }, also: "decoder decoders",
            "What the piece {payload} may be."),
        DescriptorKey(
            "parameters", .parameters, also: "params arguments",
            "The parameters that are read, by their names; “*” is for all others."),
        DescriptorKey(
            "query", .choice("rule for parameters") { ["allowed", "refused"] }, standard: "allowed",
            "Whether anything may stand behind the path."),
        DescriptorKey(
            "permission-of", .texts, also: "dangerous approve",
            "The functions that give somebody a power over the person's money."),
        DescriptorKey(
            "warns", .choice("warning") { ["permission", "unknown"] },
            "“permission” where somebody gets a power over the person's money; “unknown” where nobody knows the target."
        ))

    package static let linkParameter = DescriptorSection(
        "a parameter of 'links'",
        DescriptorKey(
            "is", .choice("meaning") { ParameterReading.Meaning.allCases.map(\.rawValue) }, also: "means type",
            "What it says."),
        DescriptorKey(
            "also", .texts, also: "aliases alias names", "Other names of the same; only one of all may stand."),
        DescriptorKey("required", .boolean, also: "mandatory", "Whether a link must have it."),
        DescriptorKey("many", .boolean, also: "repeated multiple", "Whether it may stand more than once."),
        DescriptorKey(
            "list", .choice("separator") { [";"] }, also: "separator", "The character between several values of it."),
        DescriptorKey(
            "shape", .choice("shape") { ValueShape.allCases.map(\.rawValue) }, also: "code encoding",
            "What its value looks like."),
        DescriptorKey("max", .integer(1...8_192), also: "most maximum", "The most bytes of its value."),
        DescriptorKey("size", .integer(1...8_192), also: "bytes length", "How many bytes it encodes."),
        DescriptorKey("prefix", .anyText, "What its value begins with."),
        DescriptorKey("with", .anyText, also: "needs", "The parameter that must stand beside it."),
        DescriptorKey("warns", .boolean, also: "deprecated", "Whether it is worth a warning."),
        DescriptorKey("values", .values, also: "enum choices", "The values it may have; with what follows from each."))

    package static let linkValue = DescriptorSection(
        "a value of a parameter",
        DescriptorKey(
            "network", .choice("network") { NetworkKind.allCases.map(\.rawValue) }, "The network that it names."),
        DescriptorKey(
            "shape", .choice("shape") { ValueShape.allCases.map(\.rawValue) }, "What the memo beside it looks like."),
        DescriptorKey("max", .integer(1...8_192), "The most bytes of the memo beside it."),
        DescriptorKey("size", .integer(1...8_192), "How many bytes the memo beside it encodes."))

    /// The kinds of addresses of a coin, by network.
    package static let coinAddresses = DescriptorSection(
        "'addresses' of a coin",
        NetworkKind.allCases.map { kind in
            DescriptorKey(kind.rawValue, .list({ addressForm }), "The kinds of addresses of this network.")
        })
}

extension DescribedForm {
    /// What links of the grammar `uri` can ask for.
    static let actions: [Action] = [
        .payment, .login, .transaction, .withdraw, .channel, .askServer, .delegate, .claim,
    ]
}
