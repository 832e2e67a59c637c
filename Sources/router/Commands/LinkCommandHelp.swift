import ArgumentParser

/// What help, completions and man pages say about `router open`. Its arguments are parsed by hand, see ``Main``.
struct OpenHelp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Do what a link asks, after asking you.",
        discussion: "“-” reads one link from standard input.")

    @Flag(help: "Show what you would be asked, and stop.") var dryRun = false
    @Flag(help: "End with one JSON object.") var json = false
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
        "What to pay to the network: slow, normal, fast, or a rate for 1,000 bytes in the smallest unit."
}

/// What help, completions and man pages say about `router explain`. Its arguments are parsed by hand, see ``Main``.
struct ExplainHelp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say what a link would do. It asks, sends and writes nothing.")

    @Flag(help: "Print one JSON object.") var json = false
    @Flag(help: "Read one link a line from standard input, print one JSON object a line.") var batch = false
    @Argument(help: "The link, in quotes.") var url: String?
}
