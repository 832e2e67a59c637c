import SchemeRouter

/// The arguments of `open` and `explain`: `[--dry-run] [--json] [--batch] [--to PROGRAM] [--fee FEE] [--] URL`.
struct LinkArguments {
    enum Source: Equatable {
        case argument(String)
        /// One link on standard input.
        case standardInput
        /// One link a line on standard input.
        case batch
    }

    let source: Source
    let isJSON: Bool
    let isDryRun: Bool
    /// The wallet that gets the link, as the person names it; nil if their rules decide.
    let target: String?
    /// The fee that the person chose; nil if their settings decide.
    let fee: FeeChoice?

    /// Reads the arguments after the command. A link never begins with `-`, so nothing that does is a link.
    init(_ arguments: some Sequence<String>, of command: String) throws(UsageError) {
        var links: [String] = []
        // Arrays, here and below: creating a set costs more than it could save.
        var flags: [String] = []
        var onlyLinks = false
        var target: String?
        var isTargetNext = false
        var fee: String?
        var isFeeNext = false
        let allowed = command == "open" ? ["--json", "--dry-run"] : ["--json", "--batch"]
        for argument in arguments {
            if isTargetNext || isFeeNext, !onlyLinks, argument.hasPrefix("-") {
                break
            } else if isTargetNext {
                (target, isTargetNext) = (argument, false)
            } else if isFeeNext {
                (fee, isFeeNext) = (argument, false)
            } else if argument == "--fee", command == "open", !onlyLinks {
                isFeeNext = true
            } else if argument == "--to", command == "open", !onlyLinks {
                isTargetNext = true
            } else if onlyLinks || argument == "-" || !argument.hasPrefix("-") {
                links.append(argument)
            } else if argument == "--" {
                onlyLinks = true
            } else if allowed.contains(argument) {
                flags.append(argument)
            } else {
                throw UsageError(
                    unknownOption: argument, of: "router \(command)",
                    among: allowed + (command == "open" ? ["--to", "--fee"] : []))
            }
        }
        guard !isTargetNext else { throw UsageError("--to needs the name of a program, such as electrum.") }
        guard !isFeeNext else { throw UsageError("--fee needs \(FeeChoice.forms).") }
        self.target = target
        self.fee = try fee.map { (text) throws(UsageError) in try FeeChoice(argument: text) }
        isJSON = flags.contains("--json")
        isDryRun = flags.contains("--dry-run")
        if flags.contains("--batch") {
            guard links.isEmpty else { throw UsageError("--batch reads its links from standard input.") }
            source = .batch
            return
        }
        guard links.count == 1, let link = links.first else {
            throw UsageError("“router \(command)” takes one link, or “-” to read one from standard input.")
        }
        if link == "-", !onlyLinks {
            source = .standardInput
        } else if link.hasPrefix("-") {
            throw UsageError("A link begins with a letter, not with “-”.")
        } else {
            source = .argument(link)
        }
    }
}

extension FeeChoice {
    /// Reads the value of `--fee`.
    init(argument text: String) throws(UsageError) {
        guard let choice = FeeChoice(text) else {
            throw UsageError("--fee \(Quoted(text, limit: 80)): expected \(Self.forms).")
        }
        self = choice
    }

    /// Throws if payments of a coin cannot have this fee.
    func check(for coin: CoinDescriptor) throws(UsageError) {
        if let complaint = complaint(for: coin) { throw UsageError("--fee: \(complaint).") }
    }
}
