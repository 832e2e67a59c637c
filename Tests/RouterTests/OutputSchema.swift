import Foundation
import Testing

/// A schema of what a command prints with `--json`, as Python's jsonschema reads it.
struct OutputSchema {
    static let balance = OutputSchema(name: "wallet-balance")
    static let history = OutputSchema(name: "wallet-history")

    /// The name of its file in `Schemas`.
    let name: String

    private static let program = """
        import json, sys, jsonschema
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft7Validator.check_schema(schema)
        errors = [error.message for error in jsonschema.Draft7Validator(schema).iter_errors(json.load(sys.stdin))]
        print("\\n".join(errors))
        """

    private static let python: String? = ["/usr/bin/python3", "/usr/local/bin/python3"].first { path in
        FileManager.default.isExecutableFile(atPath: path) && (try? run(path, ["-c", "import jsonschema"], "")) != nil
    }

    static let needsPython = ConditionTrait.enabled(if: python != nil, "needs the Debian package python3-jsonschema")

    /// What the schema has against `output`; empty where it takes it.
    func mistakes(in output: String) throws -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Schemas")
        let file = folder.appendingPathComponent("\(name).schema.json").path
        let printed = try Self.run(try #require(Self.python), ["-c", Self.program, file], output)
        return printed.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What a program prints. Throws where it fails.
    private static func run(_ path: String, _ arguments: [String], _ input: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let (given, printed) = (Pipe(), Pipe())
        process.standardInput = given
        process.standardOutput = printed
        process.standardError = FileHandle.nullDevice
        try process.run()
        try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try given.fileHandleForWriting.close()
        let output = printed.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadUnknown) }
        return String(decoding: output, as: UTF8.self)
    }
}
