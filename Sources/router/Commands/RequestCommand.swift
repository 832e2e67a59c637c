import ArgumentParser
import ExactJSON
import RouterDapp
import RouterDescribedAsking
import SchemeRouter

/// `router request`: the requesting side. Prints links for wallets.
struct RequestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Print a link that asks a wallet for something.",
        discussion: """
            A link is printed only if this program would read it. “router schemes” lists the schemes, \
            the guide “asking-apps” says how answers come back.
            """,
        subcommands: [Pay.self, Address.self, MasterPublicKey.self, ScanQR.self])

    /// How the link is written.
    struct Form: ParsableArguments {
        @Flag(help: "Write scheme://… as the wallets' documents do; KDE opens that in a web browser.")
        var documented = false
        @Flag(help: "Draw the link as a QR code, for a terminal with light text on a dark background.") var qr = false
        @Flag(help: "Draw the code for a terminal with dark text on a light background.") var invert = false

        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            guard qr || !invert else { throw ValidationError("--invert needs --qr.") }
            guard !json || !qr else { throw ValidationError("--json prints no QR code: leave --qr out.") }
        }

        func print(_ link: RequestLink) throws {
            var text = link.text(documented ? .documented : .plain)
            guard !json else {
                let object = JSON([
                    "link": text, "scheme": link.scheme, "coin": link.coin.id.name, "sender": link.sender,
                ])
                return StandardStreams.print([object])
            }
            if qr {
                guard let code = try QRCode(link.text(.qrCode)) else {
                    throw UsageError("The link is too long for a QR code; shorten its texts.")
                }
                text += "\n" + code.text(isInverted: invert)
            }
            StandardStreams.print(text)
        }
    }

    struct Pay: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask for a payment, by a wallet scheme (dashwallet) or a payment URI (bitcoin, BIP21).",
            aliases: ["bip21"])
        @Argument(help: "The scheme, such as dashwallet.", completion: .schemes) var scheme: String
        @Argument(help: "The address to pay.") var address: String
        @Option(help: "How much, in coins, such as 0.5; if left out, the person is asked.") var amount: String?
        @Option(help: "The coin, if the scheme is one of several coins, such as pay.", completion: .coins) var coin:
            String?
        @Option(help: "The URL scheme of your app, to which the answer goes.") var sender: String?
        @Option(help: "InstantSend: off, wanted or required.") var instantSend: InstantSend?
        @Option(help: "A name for the recipient.") var label: String?
        @Option(help: "A note for the person.") var message: String?
        @Option(help: "The beginning of a link of your app that gets the proof of payment, such as myapp: (BIP321).")
        var pop: String?
        @Flag(help: "Pay nothing if that proof cannot be given.") var requirePop = false
        @OptionGroup var form: Form

        func validate() throws {
            guard pop != nil || !requirePop else { throw ValidationError("--require-pop needs --pop.") }
        }

        func run() throws {
            let builder = try RequestCommand.builder(scheme, coin: coin)
            let details = PaymentDetails(
                address: address, amount: try amount.map { (text) throws(RequestError) in try builder.amount(text) },
                instantSend: instantSend?.wish, label: label, message: message,
                proof: pop.map { PaymentDetails.ProofWish(prefix: $0, isRequired: requirePop) })
            try form.print(builder.payment(details, sender: sender))
        }
    }

    struct Address: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Ask for an address to pay to.")
        @Argument(help: "The scheme, such as dashwallet.", completion: .schemes) var scheme: String
        @Option(help: "The URL scheme of your app, to which the answer goes.") var sender: String
        @OptionGroup var form: Form

        func run() throws {
            try form.print(RequestCommand.builder(scheme).address(sender: sender))
        }
    }

    struct MasterPublicKey: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask for the extended public keys of an account, which show all its payments for ever.",
            discussion: "Phones answer it otherwise or no longer: the guide “asking-apps” says how."
        )
        @Argument(help: "The scheme, such as dashwallet.", completion: .schemes) var scheme: String
        @Option(help: "The URL scheme of your app, to which the answer goes.") var sender: String
        @Option(help: "The account, from 0 to 2147483647.") var account: UInt32 = 0
        @OptionGroup var form: Form

        func run() throws {
            try form.print(RequestCommand.builder(scheme).masterPublicKey(account: account, sender: sender))
        }
    }

    struct ScanQR: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "scan-qr", abstract: "Ask to scan a QR code. Nobody gets an answer.")
        @Argument(help: "The scheme, such as dashwallet.", completion: .schemes) var scheme: String
        @OptionGroup var form: Form

        func run() throws {
            try form.print(RequestCommand.builder(scheme).scanQR())
        }
    }

    enum InstantSend: String, ExpressibleByArgument, CaseIterable {
        case off
        case wanted
        case required

        var wish: PaymentRequest.LockWish { .init(isRequested: self != .off, isRequired: self == .required) }
    }

    /// Builds links of a scheme, and reads each of them back on the networks of the person's settings.
    private static func builder(_ scheme: String, coin: String? = nil) throws -> RequestBuilder {
        let context = try RouterCommand.context()
        do {
            return try RequestBuilder(
                scheme: scheme, coin: try coin.map { try context.coin($0).id }, of: context.routes,
                reader: context.router)
        } catch let error as RequestError {
            throw error.suggesting(Array("\(scheme):".utf8)) { context.routes }
        }
    }
}
