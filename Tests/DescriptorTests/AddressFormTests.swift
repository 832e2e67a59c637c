import Foundation
import Testing

@testable import SchemeRouter

/// Forms of addresses in descriptors: what is read, and what is said of mistakes.
@Suite struct AddressFormTests {
    private static func text(_ name: String) -> String {
        guard let text = try? String(contentsOf: MistakeCorpus.directory.appending(path: name), encoding: .utf8) else {
            preconditionFailure("\(name) is missing")
        }
        return text
    }

    private static let good = text("address-forms.yaml")

    static let mistakes: [MistakeCorpus.Mistake] = {
        guard
            let mistakes = try? JSONDecoder().decode(
                [MistakeCorpus.Mistake].self, from: Data(text("address-mistakes.json").utf8))
        else { preconditionFailure("address-mistakes.json is wrong") }
        return mistakes
    }()

    private static func changed(_ mistake: MistakeCorpus.Mistake) -> String {
        good.split(separator: mistake.old, maxSplits: 1, omittingEmptySubsequences: false).joined(
            separator: mistake.new)
    }

    /// The forms of a list, and what is wrong with them.
    private static func read(_ text: String) -> ([AddressForm]?, [DescriptorDiagnostic]) {
        var reader = DescriptorReader([file(text)], isPartial: false, plugins: nil)
        let forms = reader.addressForms(reader.document.root, network: .test)
        return (forms, reader.document.diagnostics)
    }

    @Test("Every kind is read with all of its keys")
    func good() {
        let (forms, diagnostics) = Self.read(Self.good)
        #expect(diagnostics.isEmpty)
        let ripple = Array("rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz".utf8)
        let reef = AddressCode.Writing.base32(
            alphabet: Array("13456789abcdefghijkmnopqrstuwxyz".utf8), padding: .before)
        let rules: [AddressForm.Rule] = [
            .code(
                .base58(alphabet: nil), .sha256d,
                [.init([0x1C, 0xB8], lengths: [20, 32]), .init([0x1C, 0xBD], lengths: [20, 32])]),
            .code(.base58(alphabet: nil), .none, [.init(lengths: [32])]),
            .code(.bech32(prefix: "zs", symbol: nil), .bech32, [.init(lengths: [43])]),
            .code(.bech32(prefix: "tex", symbol: nil), .bech32m, [.init(lengths: [20])]), .segwit(prefix: "bc"),
            // A version is the type and a code of the length.
            .code(
                .cashaddr(prefix: "cash"), .cashaddr,
                [.init([0], lengths: [20]), .init([8], lengths: [20]), .init([11], lengths: [32])]),
            .hex20(hasChecksum: true, chains: [30, 31]), .cryptonote(tags: [18, 19, 42], withPaymentID: [19]),
            .code(
                .base32(alphabet: nil, padding: .after), .crc16Low,
                [.init([6 << 3], lengths: [32]), .init([12 << 3], lengths: [40])]),
            .shelley(prefix: "addr", networkID: 1), .byron(magic: 1_097_911_063), .unified(prefix: "u", receivers: nil),
            .iban, .name(.domain),
            .code(.base32(alphabet: nil, padding: .after), .crc16Low, [.init([19 << 3], lengths: [32])]),
            .code(.bech32(prefix: "sk", symbol: nil), .bech32, [.init(lengths: [32])]),
            .code(.base58(alphabet: ripple), .sha256d, [.init([5, 0x44], lengths: [29], content: .tagged)]),
            .code(reef, .blake2b40, [.init(lengths: [32])], ["coral_", "reef_"]),
            .code(.base64URL, .crc16, [.init([0x11], lengths: [33]), .init([0x51], lengths: [33])]),
            .code(.bech32(prefix: "lq", symbol: 0), .blech32, [.init(lengths: [53, 65])]),
            .code(.bech32(prefix: "lq", symbol: nil), .blech32m, [.init(lengths: [65])]),
            .code(.cashaddr(prefix: nil), .cashaddr, [.init([0], lengths: [31]), .init([8], lengths: [31])]),
        ]
        #expect(forms?.map(\.rule) == rules)
        #expect(Set(forms?.map(\.kind) ?? []) == Set(AddressForm.Kind.allCases))
        #expect(forms?.allSatisfy { $0.network == .test } == true)
        #expect(forms?.map(\.looksLikeOther).prefix(2) == [true, false])
        #expect(forms?.filter(\.takesMemo).map(\.kind) == [.bech32, .unified])
        #expect(forms?[13...15].map(\.use) == [.paid, .unpaid(why: "it is no account"), .secret])
        #expect(forms?.compactMap(\.note) == ["everybody sees it"])
    }

    @Test("What may be left out has the value that the table says")
    func standards() {
        let short = """
            [{ kind: base58check, versions: 0 }, { kind: cashaddr, types: { 0: 20 } }, { kind: hex20 },
             { kind: cryptonote, tags: 18 }, { kind: byron }, { kind: iban, pays: false }, { kind: segwit, prefix: bc,
             pays: true, secret: false, warn: false }]
            """
        let (forms, diagnostics) = Self.read(short)
        #expect(diagnostics.isEmpty, "\(DescriptorErrors(diagnostics).text)")
        #expect(
            forms?.map(\.rule) == [
                .code(.base58(alphabet: nil), .sha256d, [.init([0], lengths: [20])]),
                .code(.cashaddr(prefix: nil), .cashaddr, [.init([0], lengths: [20])]),
                .hex20(hasChecksum: false, chains: []), .cryptonote(tags: [18], withPaymentID: []), .byron(magic: nil),
                .iban, .segwit(prefix: "bc"),
            ])
        #expect(forms?.map(\.use) == [.paid, .paid, .paid, .paid, .paid, .unpaid(why: nil), .paid])
    }

    @Test("A list has 1 to 24 forms", arguments: ["[]", "iban", "{ kind: iban }"])
    func lists(text: String) {
        let (forms, diagnostics) = Self.read(text)
        #expect(forms == nil && diagnostics.map(\.line) == [1])
        let many = (0..<25).map { "{ kind: base58, bytes: \($0 + 1) }" }.joined(separator: ", ")
        #expect(Self.read("[\(many)]").1.map(\.code) == [.outOfRange])
    }

    @Test("Each mistake is found in its place, with the right advice", arguments: mistakes)
    func found(mistake: MistakeCorpus.Mistake) throws {
        let (forms, found) = Self.read(Self.changed(mistake))
        let diagnostic = try #require(
            found.first { $0.code.rawValue == mistake.code && ($0.line, $0.column) == (mistake.line, mistake.column) },
            "\(DescriptorErrors(found).text)")
        let advice = diagnostic.suggestion ?? diagnostic.hint
        if let expected = mistake.advice {
            #expect(advice?.hasPrefix(expected) == true, "\(advice ?? "none")")
        } else {
            #expect(advice == nil || advice?.hasPrefix("known: ") == true, "\(advice ?? "none")")
        }
        // A key that stands twice, or is unknown, is noted beside what is read of the rest.
        #expect(forms == nil || ["unknown-key", "conflict", "duplicate-key"].contains(mistake.code))
    }

    @Test("The examples of the documentation are read, and show every kind and every key")
    func documentation() throws {
        let url = repository.appending(path: "Documentation/address-kinds.md")
        let text = try String(contentsOf: url, encoding: .utf8)
        let examples = text.components(separatedBy: "```").filter { $0.hasPrefix("yaml\n") }
        #expect(examples.count == 2)
        for example in examples {
            let (forms, diagnostics) = Self.read(String(example.dropFirst(5)))
            #expect(forms != nil && diagnostics.isEmpty, "\(DescriptorErrors(diagnostics).text)")
        }
        #expect(Set(Self.read(String(examples[0].dropFirst(5))).0?.map(\.kind) ?? []) == Set(AddressForm.Kind.allCases))
        #expect(DescriptorSection.addressForm.names.allSatisfy { text.contains("`\($0)") || text.contains("\($0):") })
    }

    @Test("Every key has a mistake in the corpus, and no two are the same")
    func corpus() {
        #expect(Set(Self.mistakes.map(\.testDescription)).count == Self.mistakes.count)
        for key in DescriptorSection.addressForm.names {
            #expect(Self.mistakes.contains { $0.old.contains("\(key): ") || $0.new.contains("\(key): ") }, "\(key)")
        }
    }

    @Test("The JSON schema takes the forms, and rejects what the corpus says", JSONSchemaTests.needsPython)
    func schema() throws {
        let program = """
            import json, sys, yaml, jsonschema
            definitions = json.load(open(sys.argv[1]))["definitions"]
            forms = {"type": "array", "items": {"$ref": "#/definitions/address-form"}, "definitions": definitions}
            validator = jsonschema.Draft7Validator(forms)
            print(json.dumps([validator.is_valid(yaml.safe_load(text)) for text in json.load(sys.stdin)]))
            """
        let texts = [Self.good] + Self.mistakes.map(Self.changed)
        let input = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
        let schema = repository.appending(path: "schemes.schema.json").path
        let printed = try #require(JSONSchemaTests.python).run(program, [schema], input: input)
        let taken = try JSONDecoder().decode([Bool].self, from: printed)
        #expect(taken.first == true)
        for (mistake, isTaken) in zip(Self.mistakes, taken.dropFirst()) {
            #expect(isTaken != mistake.schemaRejects, "\(mistake.testDescription)")
        }
    }
}

extension AddressForm.Rule {
    fileprivate static func code(
        _ writing: AddressCode.Writing, _ checksum: AddressCode.Checksum, _ versions: [AddressCode.Version],
        _ beginnings: [String] = []
    ) -> AddressForm.Rule {
        .code(AddressCode(writing, checksum, beginnings: beginnings, versions: versions))
    }
}
