import Foundation
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// `schemes.schema.json` as another program reads it: Python's jsonschema, over what PyYAML reads.
@Suite struct JSONSchemaTests {
    static let python = Python(importing: "jsonschema, yaml")

    /// Says of each text on standard input (a list in JSON) whether the schema takes it.
    static let program = """
        import json, sys, yaml, jsonschema
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft7Validator.check_schema(schema)
        validator = jsonschema.Draft7Validator(schema)
        def takes(text):
            try: value = yaml.safe_load(text)
            except yaml.YAMLError: return False
            return validator.is_valid(value)
        print(json.dumps([takes(text) for text in json.load(sys.stdin)]))
        """

    private func taken(_ texts: [String]) throws -> [Bool] {
        let schema = repository.appending(path: "schemes.schema.json").path
        let input = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
        let printed = try #require(Self.python).run(Self.program, [schema], input: input)
        return try JSONDecoder().decode([Bool].self, from: printed)
    }

    static let needsPython = ConditionTrait.enabled(
        if: python != nil, "needs the Debian packages python3-jsonschema and python3-yaml")

    @Test("What the reader takes the schema takes too", needsPython)
    func goodFiles() throws {
        let texts = [
            String(decoding: DescriptorFile.shipped.bytes, as: UTF8.self), MistakeCorpus.good, SchemaTests.good,
            DefaultsTests.short, "version: 1\n",
            "version: 1\nschemes: { dashwallet: { enabled: false, actions: { address: none } } }\n",
            "version: 1\ncoins: { dash: { max-money: 5.5, fee-per-kb: { max: 2000 } } }\n",
            "version: 1\ncoins: { mine: { extends: dash, ticker: M, networks: { main: { bip44: 99 } } } }\n",
            AccountChainDescriptorTests.good, LinkRulesTests.good,
        ]
        for text in texts.dropFirst() { #expect(mistakes(.shipped, file(text)).isEmpty, "\(text)") }
        #expect(try taken(texts) == texts.map { _ in true })
    }

    @Test("Of the mistakes it rejects those that need no other file and no arithmetic", needsPython)
    func mistakeCorpus() throws {
        let texts = MistakeCorpus.mistakes.map { mistake in
            MistakeCorpus.good.split(separator: mistake.old, maxSplits: 1, omittingEmptySubsequences: false)
                .joined(separator: mistake.new)
        }
        let taken = try taken(texts + LinkRulesTests.mistakes.map(LinkRulesTests.changed))
        for (mistake, isTaken) in zip(MistakeCorpus.mistakes + LinkRulesTests.mistakes, taken) {
            #expect(isTaken != mistake.schemaRejects, "\(mistake.testDescription)")
        }
        #expect(taken.filter { !$0 }.count >= 140)
    }

    @Test("Every property is described, for whoever completes it in an editor")
    func descriptions() throws {
        let url = repository.appending(path: "schemes.schema.json")
        let schema = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
        let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
        let objects = [schema] + definitions.values
        for (keys, name) in [
            (.coin, "coin"), (.scheme, "scheme"), (.network, "network"), (.fees, "fees"),
            (.accountChain, "account-chain"), (.example, "example"), (.outcome, "outcome"),
        ] as [(DescriptorSection, String)] {
            let own = definitions[name]?["properties"] as? [String: Any] ?? [:]
            #expect(Set(own.keys) == Set(keys.names), "\(name)")
        }
        for object in objects {
            for (key, value) in object["properties"] as? [String: [String: Any]] ?? [:] {
                #expect(value["description"] is String, "\(key)")
            }
        }
    }
}
