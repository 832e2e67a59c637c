import ArgumentParser

/// What help, completions and man pages say about `router open`. Its arguments are parsed by hand, see ``Main``.
struct OpenHelp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Do what a link asks, after asking you.",
        discussion: "“-” reads one link from standard input.")

    @Flag(help: "Show what you would be asked, and stop.") var dryRun = false
    @Flag(help: "Print the outcome as one JSON object.") var json = false
    @Option(
        help: ArgumentHelp(
            "Give the link to that wallet: a desktop id, or “router” for this one.", valueName: "program"))
    var to: String?
    @Option(help: ArgumentHelp(FeeOption.help, valueName: "fee")) var fee: String?
    @Argument(help: "The link, in quotes.") var url: String
}

/// What help says about `--fee`.
enum FeeOption {
    static let help: String =
        "The network fee: slow, normal, fast, or a rate in the smallest unit per 1,000 bytes."
}

/// What help, completions and man pages say about `router explain`. Its arguments are parsed by hand, see ``Main``.
struct ExplainHelp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say what a link would do. It asks, sends and writes nothing.")

    @Flag(help: "Print one JSON object.") var json = false
    @Flag(help: "Read one link per line from standard input, and print one JSON object per line.") var batch = false
    @Argument(help: "The link, in quotes.") var url: String?
}
