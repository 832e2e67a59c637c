import ArgumentParser
import ExactJSON
import RouterDapp
import RouterDescribedAsking
import RouterNetworkBackend
import RouterWallet
import SchemeRouter

struct WalletAddressCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "address",
        abstract: "Print the next address at which you can be paid, or your key for named accounts.")

    @Argument(help: "The coin; needed if more than one has a network.", completion: .coins) var coin: String?
    @OptionGroup var chosen: AccountOption
    @Flag(help: "Draw it as a QR code, for a terminal with light text on a dark background.") var qr = false
    @Flag(help: "Draw the code for a terminal with dark text on a light background.") var invert = false
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard qr || !invert else { throw ValidationError("--invert needs --qr.") }
        guard !json || !qr else { throw ValidationError("--json prints no QR code: leave --qr out.") }
    }

    func run() async throws {
        let installation = try RouterCommand.installation()
        let coin = try installation.coinWithNetwork(coin)
        guard coin.accountChain == nil else {
            guard !qr else {
                throw UsageError("--qr: money of \(coin.title) is in named accounts, not at addresses.")
            }
            return try await tellKey(of: coin, installation)
        }
        let account = try await installation.account(chosen.name ?? .number(0), of: coin)
        let address = try await LongWork.run { try await account.receiveAddress(progress: $0) }.text
        guard !json else {
            let object = JSON([
                "coin": coin.id.name, "practice": installation.practises(coin), "address": address,
                "account": account.name.description, "path": account.path.description,
                "link": try Self.link(to: address, of: coin, installation),
            ])
            return StandardStreams.print([object])
        }
        // On standard error, so that a script reads only the address.
        if installation.practises(coin) { StandardStreams.complain("PRACTICE – no real money") }
        // Phones scan a link, as “router request pay --qr” draws it, or the address if the coin has no such links.
        let code = try qr ? QRCode(Self.link(to: address, of: coin, installation)) : nil
        StandardStreams.print(address)
        if let code { StandardStreams.print(code.text(isInverted: invert)) }
    }

    private static func link(
        to address: String, of coin: CoinDescriptor, _ installation: Installation
    ) throws -> String {
        guard let scheme = installation.routes.addressScheme(of: coin.id) else { return address }
        let builder = try RequestBuilder(scheme: scheme, of: installation.routes)
        return try builder.payment(PaymentDetails(address: address), sender: nil).text(.qrCode)
    }

    /// Named accounts have no address for money. Prints the key that signs for them instead.
    private func tellKey(of coin: CoinDescriptor, _ installation: Installation) async throws {
        let key = try await installation.accountKey(of: coin)
        let chosen = installation.configuration.networks[coin.id]
        guard !json else {
            let object = JSON([
                "coin": coin.id.name, "practice": installation.practises(coin), "key": key,
                "account": chosen?.signer?.account, "permission": chosen?.signer?.permission,
            ])
            return StandardStreams.print([object])
        }
        let advice =
            if let signer = chosen?.signer, chosen?.use.isPractice == true {
                "PRACTICE – no real money\nThe key of your practice account \(signer.account):"
            } else if let signer = chosen?.signer {
                "Your key for accounts of \(coin.title). \(signer.account) needs it as a key of its permission "
                    + "“\(signer.permission)”:"
            } else {
                "Your key for accounts of \(coin.title). Make an account with it, or give it to one you have; then "
                    + "config.yaml names that and a node:\n"
                    + "  networks: { \(coin.id): { use: nodeos, url: \"https://…\", account: … } }"
            }
        StandardStreams.complain(advice)
        StandardStreams.print(key)
    }
}
