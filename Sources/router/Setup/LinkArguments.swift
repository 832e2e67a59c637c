import RouterDesktop
import SchemeRouter

/// The arguments of `open` and `explain`: `[--dry-run] [--json] [--batch] [--to PROGRAM] [--fee FEE] [--] URL`, with
/// `--image FILE`, `--clipboard` or `--screen` in place of the link.
struct LinkArguments {
    enum Source: Equatable {
        case argument(String)
        /// One link on standard input.
        case standardInput
        /// One link a line on standard input.
        case batch
        /// The link in a picture.
        case picture(PictureSource)
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
        /// The values of options, and the option whose value comes next.
        var (target, fee, image): (String?, String?, String?)
        var awaited: String?
        let allowed =
            (command == "open" ? ["--json", "--dry-run"] : ["--json", "--batch"]) + ["--clipboard", "--screen"]
        let valued = command == "open" ? ["--to", "--fee", "--image"] : ["--image"]
        for argument in arguments {
            if let option = awaited {
                if argument.hasPrefix("-") { break }
                switch option {
                case "--to": target = argument
                case "--fee": fee = argument
                default: image = argument
                }
                awaited = nil
            } else if onlyLinks || argument == "-" || !argument.hasPrefix("-") {
                links.append(argument)
            } else if argument == "--" {
                onlyLinks = true
            } else if valued.contains(argument) {
                awaited = argument
            } else if allowed.contains(argument) {
                flags.append(argument)
            } else {
                throw UsageError(unknownOption: argument, of: "router \(command)", among: allowed + valued)
            }
        }
        switch awaited {
        case nil: break
        case "--to": throw UsageError("--to needs the name of a program, such as electrum.")
        case "--fee": throw UsageError("--fee needs \(FeeChoice.forms).")
        default: throw UsageError("--image needs the path of a picture.")
        }
        self.target = target
        self.fee = try fee.map { (text) throws(UsageError) in try FeeChoice(argument: text) }
        isJSON = flags.contains("--json")
        isDryRun = flags.contains("--dry-run")
        var pictures = image.map { [PictureSource.file($0)] } ?? []
        if flags.contains("--clipboard") { pictures.append(.clipboard) }
        if flags.contains("--screen") { pictures.append(.screen) }
        if flags.contains("--batch") {
            guard links.isEmpty, pictures.isEmpty else {
                throw UsageError("--batch reads its links from standard input.")
            }
            source = .batch
            return
        }
        if let picture = pictures.first {
            guard pictures.count == 1, links.isEmpty else {
                throw UsageError("“router \(command)” takes one link or one picture.")
            }
            // Invalid UTF-8 arrives as this character, so two files could have the same name.
            guard image?.unicodeScalars.contains("\u{FFFD}") != true else {
                throw UsageError("--image needs a path in UTF-8.")
            }
            source = .picture(picture)
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
