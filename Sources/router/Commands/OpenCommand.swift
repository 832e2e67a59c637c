import ArgumentParser
import ExactJSON
import Glibc
import RouterDesktop
import RouterLinux
import SchemeRouter

/// `router open`: does what a link asks. Every link gets one line in the log, however it ends (S10).
struct OpenCommand {
    private let arguments: LinkArguments
    private let options: GlobalOptions
    private let log: LinkLog
    private let early: EarlyFailureReport
    /// The arguments of `router pay`; nil for a link.
    private let typed: TypedPayment?

    /// Runs the command with its arguments. Throws only ``UsageError``.
    /// - Parameter typed: the arguments of `router pay`; nil for a link.
    static func run(
        _ words: some Sequence<String>, _ options: GlobalOptions, typed: TypedPayment? = nil
    ) async throws -> ExitCode {
        let words = Array(words)
        let (_, paths) = try AppContext.paths(options)
        let log = LinkLog(path: paths.log)
        do {
            let command = OpenCommand(
                arguments: try LinkArguments(words, of: "open"), options: options, log: log,
                early: EarlyFailureReport(options: options, paths: paths, subject: typed == nil ? "link" : "payment"),
                typed: typed)
            return try await command.run()
        } catch {
            if !words.contains("--dry-run") { log.write(LinkLog.Line(code: .usage, reason: "usage")) }
            throw error
        }
    }

    private func run() async throws -> ExitCode {
        if geteuid() == 0 {
            StandardStreams.complain(OutputForm.rootNote)
        }
        let target = try target()
        let bytes: [UInt8]
        do {
            bytes = try await self.bytes()
        } catch let error as UsageError {
            throw error
        } catch {
            // Of a picture.
            if !arguments.isDryRun { await early.tell(error, configuration: nil) }
            let result = OpenResult(outcome: EarlyFailureReport.outcome(of: error), entry: nil)
            return finish(result, nil, complaint: (error as? DescriptorErrors)?.text)
        }
        if !arguments.isDryRun, let test = ClickedTest(bytes, options) {
            log.write(LinkLog.Line(code: .done, reason: "test", scheme: test.scheme))
            await test.report()
            return .done
        }
        var link: ReadLink?
        var context: AppContext?
        do {
            try refuseLoop()
            let parts = try AppContext(options, for: bytes)
            context = parts
            if case .argument = arguments.source, !bytes.contains(where: { $0 > 0x20 }) { throw Self.nothingArrived }
            let admission: LinkAdmission? =
                arguments.isDryRun ? nil : typed != nil ? .typed : try parts.admission(of: bytes)
            parts.startConnections(for: bytes)
            var read: ReadLink
            do {
                read = try parts.router.read(bytes)
            } catch {
                // A link that its plugin failed to read is not foreign.
                guard error.code != .pluginFailed, error.code != .brokenDescriptor,
                    let code = try await openForeign(bytes, parts, admission, target)
                else { throw error }
                return code
            }
            read.isTyped = typed != nil
            link = read
            let paysAll = typed?.paysAll ?? false
            let execution = LinkExecution(services: try services(for: read, parts))
            if arguments.isDryRun {
                let pages = try await execution.preview(read, to: target, paysAll: paysAll)
                StandardStreams.print(
                    arguments.isJSON
                        ? OpenResult.dryRun(of: read.request.action, pages: pages).text
                        : pages.joined(separator: "\n\n"))
                return .done
            }
            let result = await execution.run(read, admission, to: target, paysAll: paysAll)
            let code = finish(
                OpenResult(
                    outcome: typed?.worded(result.outcome) ?? result.outcome, entry: result.entry,
                    failureCallback: result.failureCallback,
                    failureCode: result.failureCode,
                    acceptance: result.acceptance, choice: result.choice.map { ($0, read) }, shownLink: shown(bytes)),
                read,
                isPractice: result.chain?.isPractice ?? parts.practises(read.coin))
            if case .paid(let transaction, _, _) = result.outcome { await tellLock(of: transaction, read, parts) }
            await finishOthers(than: read.coin, execution)
            return code
        } catch let error as UsageError {
            throw error
        } catch {
            var error = error
            if let typed, let mistake = error as? RequestError { error = typed.worded(mistake) }
            if !arguments.isDryRun { await early.tell(error, configuration: context?.configuration) }
            if typed == nil, let mistake = error as? RequestError {
                error = mistake.suggesting(bytes) { try AppContext(options).routes }
            }
            let result = OpenResult(
                outcome: EarlyFailureReport.outcome(of: error), entry: nil, shownLink: shown(bytes))
            return finish(result, link, complaint: (error as? DescriptorErrors)?.text)
        }
    }

    /// The link, if there is one and standard error is a terminal.
    private func shown(_ link: [UInt8]) -> [UInt8]? { typed == nil && isatty(STDERR_FILENO) == 1 ? link : nil }

    /// The services for the engine, with the fee that the person chose for this payment only.
    private func services(for link: ReadLink, _ parts: AppContext) throws -> Services {
        if let fee = arguments.fee {
            // Other programs choose their own fee, but for a wallet program that config.yaml names.
            let isPaidHere = link.request.action == .payment && parts.configuration.networks[link.coin.id] != nil
            guard link.request.payable != nil || isPaidHere else {
                throw UsageError("--fee: This link is not for a payment.")
            }
            try fee.check(for: link.coin)
        }
        var services = try parts.services()
        services.settings.fees.once = arguments.fee
        return services
    }

    private func target() throws(UsageError) -> HandOverRule.Target? {
        guard let name = arguments.target else { return nil }
        if let target = HandOverRule.Target(name: name) { return target }
        throw UsageError("\(Quoted(name, limit: 80)) is not the name of a program.")
    }

    /// Hands a foreign link to the program that had its scheme before. Nil if the link looks like a payment or there is
    /// no such program.
    private func openForeign(
        _ bytes: [UInt8], _ parts: AppContext, _ admission: LinkAdmission?, _ named: HandOverRule.Target?
    ) async throws -> ExitCode? {
        guard let link = parts.router.foreignLink(bytes) else { return nil }
        let rules = parts.configuration.handOver
        guard let target = LinkExecution.target(of: link, wallets: parts.wallets, rules: rules, to: named) else {
            guard let name = arguments.target else { return nil }
            throw ServiceError(
                .noHandOverTarget, "\(Quoted(name, limit: 80)) is not installed or does not accept such links.",
                hint: "“router handlers \(link.scheme)” lists the programs that do.")
        }
        let execution = LinkExecution(services: try parts.services())
        guard let admission else {
            let pages = try execution.preview(link, target).pages
            StandardStreams.print(
                arguments.isJSON
                    ? JSON(["outcome": "foreign", "dryRun": true, "practice": false, "pages": pages]).text
                    : pages.joined(separator: "\n\n"))
            return .done
        }
        let result = await execution.run(link, admission, target)
        return finish(OpenResult(outcome: result.outcome, entry: nil), nil, scheme: link.scheme)
    }

    /// In a terminal, reports whether a payment can still be replaced.
    private func tellLock(of transaction: SignedTransaction, _ link: ReadLink, _ parts: AppContext) async {
        guard !arguments.isJSON, let network = try? parts.networks.network(of: link.coin) else { return }
        let line = LockLine(network: network, coin: link.coin)
        if line.isWanted, let text = await line.text(of: transaction.id) { StandardStreams.print(text) }
    }

    /// Finishes what links of other coins left undone, if that needs no question (S6). Runs last, because the person
    /// waits for their own link, not for another coin's network.
    private func finishOthers(than coin: CoinDescriptor, _ execution: LinkExecution) async {
        guard let others = try? execution.coinsLeft().filter({ $0 != coin.id }), !others.isEmpty,
            // A link reads only the descriptors of its own coin.
            let all = try? AppContext(options), let services = try? all.services()
        else { return }
        for other in others.sorted() {
            _ = try? await Resumption(services: services, router: all.router).run(for: other, asks: false)
        }
    }

    /// The error about an empty argument (Documentation/protocols/linux-desktop.md §6.2).
    private static let nothingArrived = RequestError(
        .malformedURL, "No link arrived: the argument is empty.",
        hint:
            "The opener of LXQt does that to links that Qt takes for no address, such as “dashwallet://pay=…”. Copy the "
            + "link, and paste it into “router open -” in a terminal.")

    private func bytes() async throws -> [UInt8] {
        switch arguments.source {
        case .argument(let link):
            return givenBytes(of: link)
        case .standardInput, .batch:
            return try StandardStreams.readLink()
        case .picture(let source):
            let found = try PictureLinks(in: source, options)
            return arguments.isDryRun ? try found.only() : try await found.chosen()
        }
    }

    /// Stops links and replies that open each other in a loop, before anything is read, asked or written.
    private func refuseLoop() throws(ServiceError) {
        guard CallbackDepth(environment: ProcessEnvironment.current()).isTooDeep else { return }
        throw ServiceError(
            .tooManyHops,
            "This link comes from the answer to a link that itself came from an answer. It is not followed.",
            hint: "To open it anyway, paste it into “router open -” in a terminal.")
    }

    /// Prints the outcome of the link and writes its line in the log.
    /// - Parameters:
    ///   - isPractice: whether the link used practice money (S14).
    ///   - complaint: replaces the result's own words on standard error.
    private func finish(
        _ result: OpenResult, _ link: ReadLink?, scheme: String? = nil, isPractice: Bool = false,
        complaint: String? = nil
    ) -> ExitCode {
        let code = ExitCode(result.outcome)
        if !arguments.isDryRun {
            log.write(
                LinkLog.Line(
                    code: code, reason: result.reason, link: link, entry: result.entry, scheme: scheme,
                    program: result.program))
        }
        if arguments.isJSON {
            StandardStreams.print(result.json.text)
        } else if code == .done {
            let heading = isPractice ? "PRACTICE – no real money\n" : ""
            StandardStreams.print(heading + result.text(of: link))
        } else {
            StandardStreams.complain(complaint ?? result.text(of: link))
        }
        return code
    }
}

/// What help, completions and man pages say about `router open`. Its arguments are parsed by hand, see ``Main``.
struct OpenHelp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Do what a link asks, after asking you.",
        discussion: """
            “-” reads one link from standard input. --image, --clipboard and --screen take the link in a QR code, which they show \
            before anything happens with it; they need the package schemerouter-window.
            """)

    @OptionGroup var picture: PictureHelp
    @Flag(help: "Show what you would be asked, and stop.") var dryRun = false
    @Flag(help: "Print the outcome as one JSON object.") var json = false
    @Option(
        help: ArgumentHelp(
            "Give the link to that wallet: a desktop id, or “router” for this one.", valueName: "program"),
        completion: .programsAndOwn)
    var to: String?
    @Option(help: ArgumentHelp(FeeOption.help, valueName: "fee"), completion: FeeOption.completion) var fee: String?
    @Argument(help: "The link, in quotes.") var url: String?
}

/// What help, completions and man pages say about the options that take the link from a picture.
struct PictureHelp: ParsableArguments {
    @Option(
        help: ArgumentHelp("Take the link from the QR code in a PNG or JPEG file.", valueName: "file"),
        completion: .file())
    var image: String?
    @Flag(help: "Take it from the picture on the clipboard.") var clipboard = false
    @Flag(help: "Take it from a picture of the screen, of which you choose a part.") var screen = false
}

/// What help and completions say about `--fee`.
enum FeeOption {
    static let completion = CompletionKind.list(FeeLevel.allCases.map(\.rawValue))
    static let help: String =
        "The network fee: slow, normal, fast, or a rate in the smallest unit per 1,000 bytes."
}

/// What help, completions and man pages say about `router explain`. Its arguments are parsed by hand, see ``Main``.
struct ExplainHelp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say what a link would do. It asks, sends and writes nothing.")

    @OptionGroup var picture: PictureHelp
    @Flag(help: "Print one JSON object.") var json = false
    @Flag(help: "Read one link per line from standard input, and print one JSON object per line.") var batch = false
    @Argument(help: "The link, in quotes.") var url: String?
}
