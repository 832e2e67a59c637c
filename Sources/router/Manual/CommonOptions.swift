import ArgumentParser

/// What help, completions and the manual say about the options that every command takes. They are removed from the
/// arguments before the parser sees them (``GlobalOptions``).
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use this directory instead of the XDG directories (one for each wallet).", valueName: "dir"),
        completion: .directory)
    var config: String?
    @Option(
        help: ArgumentHelp("Use this file instead of the shipped schemes.yaml.", valueName: "file"),
        completion: .file(extensions: ["yaml"]))
    var schemes: String?
    @Option(help: ArgumentHelp("Use this program for prompts.", valueName: "program"), completion: .file())
    var pinentry: String?
}
