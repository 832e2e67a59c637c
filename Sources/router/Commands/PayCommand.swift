import ArgumentParser
import SchemeRouter

/// `router pay`: makes a link from an address and an amount, and handles it as `router open` does, with the same
/// consent, passcode and journal. Payments take no other path.
struct PayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: "Pay an address, after asking you.",
        discussion: "The coin is known from the address; use --coin if several coins have such addresses.")

    @Argument(help: "The address.") var address: String
    @Argument(help: "How much, in coins, such as 0.5, or “all” for everything an account can pay.") var amount: String
    @Option(help: "The coin, such as dash.", completion: .coins) var coin: String?
    @Flag(help: "Show what you would be asked, and stop.") var dryRun = false
    @Flag(help: "Print the outcome as one JSON object.") var json = false
    @Option(
        help: ArgumentHelp(
            "Let that wallet pay: a desktop id, or “router” for this one.", valueName: "program"))
    var to: String?
    @Option(help: ArgumentHelp(FeeOption.help, valueName: "fee")) var fee: String?

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
        let parameters = amount == Self.all ? "" : "?amount=\(PercentEncoding.encode(amount))"
        guard let coin else { return address + parameters }
        let installation = try RouterCommand.installation()
        let descriptor = try installation.coin(coin)
        guard let scheme = installation.routes.addressScheme(of: descriptor.id) else {
            throw UsageError("“router pay” cannot pay addresses of \(descriptor.title).")
        }
        return "\(scheme):\(address)\(parameters)"
    }
}
