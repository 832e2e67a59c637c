import ArgumentParser

/// `router descriptor-schema`: prints the JSON schema of descriptor files, `schemes.schema.json`.
struct DescriptorSchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "descriptor-schema", abstract: "Print the JSON schema of descriptor files.", shouldDisplay: false)

    func run() { StandardStreams.write(Array(DescriptorSchema.text.utf8), to: 1) }
}
