import RouterLinks

extension LinkGrammar: Compiled {}
extension Action: Compiled {}
extension ParameterName: Compiled {}

extension SchemeDescriptor: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(
            name: reader.next(), title: reader.next(), coins: reader.next(), grammar: reader.next(),
            callbacks: reader.next(), isEnabled: reader.next(), actions: reader.next(), plugin: reader.next(),
            links: reader.next(), otherwise: reader.next(), examples: [], aliases: reader.next(),
            origin: reader.next(), lineage: reader.next())
    }
}

extension ActionRules: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init()
        for action in [Action.payment, .address, .masterPublicKey, .scanQR] { self[action] = reader.next() }
        for action: Action in reader.next() as [Action] { self[action] = [] }
    }
}

extension ParameterRule: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(name: reader.next(), isRequired: reader.next(), minimum: reader.next(), maximum: reader.next())
    }
}

extension LinkRules: Compiled {
    convenience init(_ reader: inout CompiledReader) {
        self.init(
            slashes: reader.next(), keys: reader.next(), amounts: reader.next(), network: reader.next(),
            isExact: reader.next(), forms: reader.next(), instructions: reader.next(), chains: reader.next(),
            texts: reader.next(), pages: reader.next(), wallet: reader.next())
    }
}

extension LinkRules.Slashes: Compiled {}

extension LinkPage: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(beginning: reader.next(), parameters: reader.next(), prefix: reader.next())
    }
}

extension KeyRules: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init()
        ignoresCase = reader.next()
        plusIsSpace = reader.next()
        plusIsSpaceEverywhere = reader.next()
        highestIndex = reader.next()
        required = reader.next()
        escapesOnlyTexts = reader.next()
        othersAreServers = reader.next()
    }
}

extension KeyRules.RequiredPrefix: Compiled {}

extension AmountRules: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init()
        form = reader.next()
        decimals = reader.next()
        needsDigitsAroundPoint = reader.next()
        zero = reader.next()
        bits = reader.next()
        isAsWritten = reader.next()
        hasUnknownUnit = reader.next()
        ownChains = reader.next()
        separator = reader.next()
        currency = reader.next()
    }
}

extension AmountRules.Form: Compiled {}
extension AmountRules.Zero: Compiled {}

extension InstructionRule: Compiled {
    init(_ reader: inout CompiledReader) { self.init(name: reader.next(), kinds: reader.next()) }
}

extension InstructionFormat: Compiled {}

extension ChainAlias: Compiled {
    init(_ reader: inout CompiledReader) { self.init(number: reader.next(), chainID: reader.next()) }
}

// MARK: Links that this wallet answers

extension WalletRules: Compiled {
    convenience init(_ reader: inout CompiledReader) {
        self.init(
            beginsWithParameters: reader.next(), names: reader.next(), requests: reader.next(),
            scanWord: reader.next(), paysWithoutRequest: reader.next(), unused: reader.next())
    }
}

extension LinkNames.Name: Compiled {
    init(_ reader: inout CompiledReader) { self.init(reader.next(), reader.next()) }
}

extension WalletRules.Request: Compiled {
    init(_ reader: inout CompiledReader) { self.init(value: reader.next(), action: reader.next()) }
}

extension ParameterNames: Compiled {
    init(_ reader: inout CompiledReader) { self.init(rawValue: reader.next()) }
}

// MARK: Forms

extension DescribedForm: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(
            path: reader.next(), condition: reader.next(), action: reader.next(), addresses: reader.next(),
            payloads: reader.next(), parameters: reader.next(), others: reader.next(),
            refusesParameters: reader.next(), givesPermission: reader.next(), permissions: reader.next(),
            isUnknown: reader.next(), refusal: reader.next(), kind: reader.next(), note: reader.next())
    }
}

extension PathTemplate: Compiled {
    init(_ reader: inout CompiledReader) { (text, elements) = (reader.next(), reader.next()) }
}

extension PathTemplate.Element: Compiled {
    init(_ reader: inout CompiledReader) {
        switch reader.text() {
        case "literal": self = .literal(reader.next())
        case "piece": self = .piece(reader.next())
        default: self = .optional(reader.next())
        }
    }
}

extension PathTemplate.Piece: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(
            kind: reader.next(), name: reader.next(), size: reader.next(), text: reader.next(),
            separator: reader.next(), takesRest: reader.next())
    }
}

extension PathTemplate.Piece.Kind: Compiled {}

extension ParameterReading: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(
            name: reader.next(), meaning: reader.next(), aliases: reader.next(), isRequired: reader.next(),
            isRepeated: reader.next(), separator: reader.next(), shape: reader.next(), most: reader.next(),
            size: reader.next(), prefix: reader.next(), companion: reader.next(), alternative: reader.next(),
            own: reader.next(), field: reader.next(), warns: reader.next(), isSecret: reader.next(),
            values: reader.next())
    }
}

extension ParameterReading.Meaning: Compiled {}
extension ValueShape: Compiled {}

extension ParameterValue: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(
            text: reader.next(), network: reader.next(), shape: reader.next(), most: reader.next(),
            size: reader.next())
    }
}

// MARK: Texts

extension LineForm: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(
            mark: reader.next(), most: reader.next(), lines: reader.next(), link: reader.next(),
            refusal: reader.next())
    }
}

extension LineForm.Mark: Compiled {
    init(_ reader: inout CompiledReader) {
        self = reader.text() == "line" ? .line(reader.next()) : .beginning(reader.next())
    }
}

extension LineRule: Compiled {
    init(_ reader: inout CompiledReader) {
        self.init(
            number: reader.next(), values: reader.next(), prefix: reader.next(), decimals: reader.next(),
            most: reader.next(), isRequired: reader.next(), unless: reader.next())
    }
}

extension LineTemplate: Compiled {
    init(_ reader: inout CompiledReader) {
        guard let template = LineTemplate(reader.text()) else { preconditionFailure("a template was read before") }
        self = template
    }
}
