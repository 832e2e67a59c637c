import ArgumentParser
import ExactJSON
import SchemeRouter

/// `router pay`: makes a link from an address and an amount, and handles it as `router open` does, with the same
/// consent, passcode and journal. Payments take no other path.
struct PayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: "Pay an address, after asking you.",
        discussion: "The coin is known from the address; use --coin if several coins have such addresses.")

    @Argument(help: "The address.") var address: String
    @Argument(help: "How much, in coins, such as 0.5, or “all” for everything an account can pay.") var amount: String
    @Option(help: "The coin, such as dash.", completion: .ownCoins) var coin: String?
    @Flag(help: "Show what you would be asked, and stop.") var dryRun = false
    @Flag(help: "Print the outcome as one JSON object.") var json = false
    @Option(
        help: ArgumentHelp(
            "Let that wallet pay: a desktop id, or “router” for this one.", valueName: "program"),
        completion: .programsAndOwn)
    var to: String?
    @Option(help: ArgumentHelp(FeeOption.help, valueName: "fee"), completion: FeeOption.completion) var fee: String?

    func run() async throws {
        let link = try link()
        let flags =
            (dryRun ? ["--dry-run"] : []) + (json ? ["--json"] : []) + (to.map { ["--to", $0] } ?? [])
            + (fee.map { ["--fee", $0] } ?? [])
        let options = RouterCommand.options ?? GlobalOptions()
        let code = try await OpenCommand.run(
            flags + ["--", link], options, typed: TypedPayment(address: address, paysAll: amount == Self.all))
        if code != .done { throw CommandEnd(code: code) }
    }

    private static let all = "all"

    /// Encodes the amount, so that any text in its place is read as an amount, by the rules of links.
    private func link() throws -> String {
        guard !address.isEmpty, address.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw UsageError(
                "\(Quoted(address, limit: 80)) is not an address: addresses have only letters and digits. To open a link, use “router open”."
            )
        }
        guard !amount.isEmpty else { throw UsageError("Say how much to pay, such as 0.5, or “all”.") }
        // An amount of zero that a link does not require leaves the amount open.
        let key = amount.allSatisfy { "0.".contains($0) } ? "req-amount" : "amount"
        let parameters = amount == Self.all ? "" : "?\(key)=\(PercentEncoding.encode(amount))"
        let context = try RouterCommand.context()
        guard let coin else { return describedLink(in: context) ?? address + parameters }
        let descriptor = try context.coin(coin)
        guard let scheme = context.routes.addressScheme(of: descriptor.id) else {
            if let link = describedLink(of: descriptor, context.routes) { return link }
            throw UsageError("“router pay” cannot pay addresses of \(descriptor.title).")
        }
        return "\(scheme):\(address)\(parameters)"
    }

    /// The link of a coin that config.yaml names a wallet program for, if this is an address of it; nil if it is not.
    private func describedLink(in context: AppContext) -> String? {
        let coins = context.configuration.networks.filter { $0.value.use.servesForeign }.keys.sorted()
        return coins.compactMap { context.routes.coin($0) }.compactMap { describedLink(of: $0, context.routes) }.first {
            let address = Array($0.utf8.prefix { $0 != UInt8(ascii: "?") })
            return (try? context.router.request(from: address)) != nil
        }
    }

    /// The link of a coin whose wallets are other programs; nil if its links do not begin with an address.
    private func describedLink(of coin: CoinDescriptor, _ routes: RouteTable) -> String? {
        guard coin.isForeign, let scheme = routes.scheme(named: coin.id.name.utf8), scheme.coins == [coin.id],
            let name = scheme.links?.forms.first?.parameters.first(where: { $0.meaning == .amount })?.name
        else { return nil }
        return "\(scheme.name):\(address)" + (amount == Self.all ? "" : "?\(name)=\(PercentEncoding.encode(amount))")
    }
}

/// The arguments of `router pay`. They become a link that the person never sees, so errors refer to what they typed.
struct TypedPayment {
    let address: String
    /// Whether it pays everything that an account can spend.
    let paysAll: Bool

    /// Rewords an error in terms of an address and an amount, without a position in the link.
    func worded(_ error: RequestError) -> RequestError {
        var worded: RequestError
        switch error.code {
        case .malformedURL:
            worded = RequestError(
                .invalidAddress, "\(Quoted(address, limit: 80)) is not an address of any configured coin.",
                hint: Self.comparison)
        case .urlTooLong: worded = RequestError(.urlTooLong, "The address or the amount is too long.")
        case .invalidEncoding:
            worded = RequestError(
                .invalidAmount, "The amount is not a decimal number.",
                hint: "Write amounts in coins, such as “0.5”: digits and at most one decimal point.")
        case .privateKeyInAddress:
            worded = error
            worded.hint = "Never give a private key to anyone: whoever sees it can take the money."
        case .invalidAddress:
            worded = error
            if error.reason != "extendedKey" { worded.hint = Self.comparison }
        case .ambiguousCoin:
            let names = (error.candidates ?? []).map(\.name)
            worded = RequestError(
                .ambiguousCoin, "This is an address of several coins: \(names.joined(separator: ", ")).",
                hint: "Add the coin that you mean, such as “--coin \(names.first ?? "")”.", candidates: error.candidates
            )
        default: worded = error
        }
        worded.range = nil
        return worded
    }

    /// Rewords an outcome that is such an error.
    func worded(_ outcome: Outcome) -> Outcome {
        if case .rejected(let error) = outcome { .rejected(worded(error)) } else { outcome }
    }

    private static let comparison =
        "Compare it with the address you were given; a single wrong character can cause this."
}

/// `router bump`: raises the fee of an unconfirmed payment.
struct BumpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bump", abstract: "Raise the fee of a payment that is waiting for a block, after asking you.",
        discussion: """
            The same payment is signed again with a higher fee, taken from its own change, and replaces the first: \
            only one of the two can be confirmed. Coins whose networks lock payments neither need nor offer this. An \
            app that was notified of the first transaction is not notified of the second.
            """)

    @Argument(help: "The number that “router history” shows for the payment.") var id: Int64
    @Option(
        help: ArgumentHelp(FeeOption.help + " Default: fast.", valueName: "fee"), completion: FeeOption.completion)
    var fee: String?
    @Flag(help: "Show what you would be asked, and stop.") var dryRun = false
    @Flag(help: "Print the outcome as one JSON object.") var json = false

    func run() async throws {
        let choice = try fee.map { (text) throws(UsageError) in try FeeChoice(argument: text) }
        let context = try RouterCommand.context()
        let bump = FeeBump(services: try context.services(), routes: context.routes)
        if dryRun {
            do {
                let pages = try await bump.preview(id, fee: choice)
                StandardStreams.print(
                    json ? OpenResult.dryRun(of: .payment, pages: pages).text : pages.joined(separator: "\n\n"))
            } catch {
                let end = OpenResult(outcome: EarlyFailureReport.outcome(of: error), entry: nil)
                if json { StandardStreams.print(end.json.text) } else { StandardStreams.complain(end.text(of: nil)) }
                throw CommandEnd(code: ExitCode(end.outcome))
            }
            return
        }
        let result = await bump.run(id, fee: choice)
        let end = OpenResult(outcome: result.outcome, entry: result.entry, acceptance: result.acceptance)
        let code = ExitCode(result.outcome)
        LinkLog(path: context.paths.log).write(
            LinkLog.Line(code: code, reason: end.reason, entry: result.entry))
        if json {
            let done = code == .done ? result.replaced?.hex : nil
            StandardStreams.print(end.json.adding(["replaces": done]).text)
        } else if code == .done {
            let chain = result.chain
            let coin = chain.flatMap { context.routes.coins[$0.coin] }
            StandardStreams.print(
                (chain?.isPractice == true ? "PRACTICE – no real money\n" : "") + end.text(of: nil, coin))
        } else {
            StandardStreams.complain(end.text(of: nil))
        }
        if code != .done { throw CommandEnd(code: code) }
    }
}

extension FeeBump.Result {
    /// The chain of the payment; nil if nothing was paid.
    fileprivate var chain: ChainID? {
        if case .paid(_, let payment, _) = outcome { payment.chain } else { nil }
    }
}
