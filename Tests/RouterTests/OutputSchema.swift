import Foundation
import RouterTestSupport
import Testing

/// A schema of what a command prints with `--json`, as Python's jsonschema reads it.
struct OutputSchema {
    static let balance = OutputSchema(name: "wallet-balance")
    static let open = OutputSchema(name: "open")
    static let explain = OutputSchema(name: "explain")
    static let dryRun = OutputSchema(name: "open-dry-run")
    static let history = OutputSchema(name: "wallet-history")
    static let masternodes = OutputSchema(name: "masternode-list")
    static let error = OutputSchema(name: "error")

    /// The name of its file in ``folder``.
    let name: String

    /// Where they are published.
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Documentation/json")

    /// The guide that names them: Documentation/scripting.md.
    static let guide = folder.deletingLastPathComponent().appendingPathComponent("scripting").appendingPathExtension(
        "md")

    private static let program = """
        import json, sys, jsonschema
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft7Validator.check_schema(schema)
        for line in sys.stdin:
            for error in jsonschema.Draft7Validator(schema).iter_errors(json.loads(line)):
                print(error.message, [inner.message for inner in error.context or []])
        """

    private static let python = Python(importing: "jsonschema")

    static let hasPython = python != nil

    static let needsPython = ConditionTrait.enabled(if: python != nil, "needs the Debian package python3-jsonschema")

    /// What the schema has against the lines of `output`, each of which is an object; empty if it takes all.
    func mistakes(in output: String) throws -> String {
        let file = Self.folder.appendingPathComponent("\(name).schema.json").path
        let printed = try #require(Self.python).run(Self.program, [file], input: output)
        return String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
