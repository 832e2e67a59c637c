import SchemeRouter

/// The text of router(1) besides its commands.
enum ManualText {
    static let description = [
        Roff.text(
            """
            SchemeRouter is the name of the program, schemerouter that of its package and directories, and router the \
            command. Wallet links such as dashwallet://pay=… or bitcoin:… ask for a payment, an address, keys or a \
            signature. router reads such a link strictly, shows what is really being asked, does it once you have agreed, \
            and reports back to the program that asked. It can pass the link on to a wallet that you already have.
            """),
        ".PP",
        Roff.text(
            """
            Installing it changes nothing about your desktop. “router register” makes clicks on wallet links come here, for \
            you alone; “router unregister” undoes that; run it before you remove the package.
            """),
        ".PP", "To practise without real money:", ".PP", ".nf", ".RS",
        Roff.text("router wallet create"), Roff.text("router sandbox on dash"),
        Roff.text("router sandbox fund dash 10"),
        Roff.text("router open 'dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=0.5'"), ".RE", ".fi",
    ]

    /// The sections after the options.
    static var end: [String] {
        var lines = [Roff.section("EXIT STATUS")]
        for code in ExitCode.allCases { lines += Roff.item("\(code.rawValue)", code.meaning) }
        lines.append(".PP")
        lines.append(Roff.text("“router help CODE” explains the code of an error; “router help” lists all topics."))
        lines.append(Roff.section("ENVIRONMENT"))
        lines += Roff.item(Roff.bold("NO_COLOR"), "If set and not empty, nothing is coloured.")
        lines.append(Roff.section("FILES"))
        for file in files { lines += Roff.item(Roff.italic(file.path), file.meaning) }
        lines.append(".PP")
        lines.append(
            Roff.text("The XDG variables are honoured. --config keeps everything in one directory."))
        lines.append(Roff.section("SEE ALSO"))
        lines += [".BR schemerouter\\-schemes (5),", ".BR xdg\\-open (1),", ".BR pinentry (1)", ".PP"]
        lines.append(Roff.text("The guides are in share/doc/schemerouter; README.md lists them."))
        return lines
    }

    private static var files: [FileMeaning] {
        var files = [
            FileMeaning("~/.config/schemerouter/config.yaml", "Your settings. Only this file can grant permissions."),
            FileMeaning("~/.config/schemerouter/config.d", "Files that can only tighten your settings."),
            FileMeaning("~/.config/schemerouter/schemes.d", "Your own descriptors of coins and schemes."),
        ]
        for directory in DescriptorStack.systemDirectories.reversed() {
            files.append(FileMeaning(directory, "Descriptors for all users of the computer."))
        }
        files += [
            FileMeaning("~/.local/share/schemerouter", "The wallet, and the ledgers of practice money."),
            FileMeaning("~/.local/state/schemerouter", "The journal, the log, and what “router register” did."),
            FileMeaning("~/.local/share/applications/schemerouter.desktop", "What “router register” writes."),
        ]
        return files
    }

    private struct FileMeaning {
        let path: String
        let meaning: String

        init(_ path: String, _ meaning: String) { (self.path, self.meaning) = (path, meaning) }
    }
}

extension ExitCode {
    /// What it means to scripts.
    var meaning: String {
        switch self {
        case .done: "Done. For a payment: the network accepted it, whether or not the app was notified."
        case .none: "“router handlers” found no program, or “router doctor” found a problem."
        case .usage: "The command line is wrong."
        case .badLink: "The link, or a file to check, is bad."
        case .noWallet: "There is no wallet yet."
        case .noPrompt: "No prompt is available."
        case .internalError: "A mistake in this program, or another wallet program did not start."
        case .cannotWrite: "A file or the output cannot be written."
        case .answerUnknown: "A payment was sent, but the outcome is unknown. Do not repeat it: see “router history”."
        case .busy: "Another question is open."
        case .networkRefused: "The network or the node refused; nothing was sent."
        case .refusedByPolicy: "Your settings or a check forbid it, or there is not enough money."
        case .badConfiguration: "The settings are broken, or the coin has no network."
        case .refused: "You refused, or did not answer in time."
        }
    }
}
