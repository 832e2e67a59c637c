import Foundation
import RouterTestSupport
import Testing

/// A schema of what a command prints with `--json`, as Python's jsonschema reads it.
struct OutputSchema {
    static let balance = OutputSchema(name: "wallet-balance")
    static let open = OutputSchema(name: "open")
    static let explain = OutputSchema(name: "explain-hand-over")
    static let dryRun = OutputSchema(name: "open-dry-run")
    static let history = OutputSchema(name: "wallet-history")
    static let masternodes = OutputSchema(name: "masternode-list")

    /// The name of its file in `Schemas`.
    let name: String

    private static let program = """
        import json, sys, jsonschema
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft7Validator.check_schema(schema)
        errors = [error.message for error in jsonschema.Draft7Validator(schema).iter_errors(json.load(sys.stdin))]
        print("\\n".join(errors))
        """

    private static let python = Python(importing: "jsonschema")

    static let hasPython = python != nil

    static let needsPython = ConditionTrait.enabled(if: python != nil, "needs the Debian package python3-jsonschema")

    /// What the schema has against `output`; empty where it takes it.
    func mistakes(in output: String) throws -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Schemas")
        let file = folder.appendingPathComponent("\(name).schema.json").path
        let printed = try #require(Self.python).run(Self.program, [file], input: output)
        return String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
