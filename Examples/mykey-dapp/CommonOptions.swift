import ArgumentParser
import ExactJSON
import MYKEYWalletLib
import RouterMYKEYFormat

/// Options for the dapp and its requests.
struct CommonOptions: ParsableArguments {
    @Option(help: "The scheme that this program is registered for.")
    var scheme = "mykeydemo"

    @Option(help: "The name that the wallet shows.")
    var name = "MYKEY demo"

    @Option(help: "The dapp's key from MYKEY; without one it asks in simple mode.")
    var appKey: String?

    @Option(help: "The dapp's user; only with --app-key.")
    var user: String?

    @Option(help: "The address of the dapp's server, which the wallet tells first.")
    var server: String?

    @Option(help: "What it is about, for the person.")
    var info: String?

    @Flag(help: "Writes the request into the link as it is, not in MYKEY's encoding.")
    var plain = false

    @Option(help: "Seconds to wait for the answer.")
    var patience = 600

    func validate() throws {
        guard (appKey == nil) == (user == nil) else { throw ValidationError("--app-key and --user go together.") }
        guard patience > 0 else { throw ValidationError("--patience is a number of seconds.") }
    }

    private func identity() throws(MYKEYError) -> DappIdentity {
        if let appKey, let user {
            return try DappIdentity(appKey: appKey, userID: user, name: name, scheme: scheme)
        }
        let checked = try DappIdentity.simple(name: name, scheme: scheme, userID: "-")
        let id = try UserIDFile.standard(scheme: checked.scheme)?.read() ?? "-"
        return try DappIdentity.simple(name: name, scheme: scheme, userID: id)
    }

    /// Sends a request, and exits with the answer.
    func run(_ ask: @escaping @Sendable (MYKEYDapp) async throws(MYKEYError) -> JSON) async {
        do throws(MYKEYError) {
            let dapp = MYKEYDapp(
                try identity(), encoding: plain ? .plain : .mykey, patience: .seconds(patience))
            let inbox: CallbackInbox
            do throws(CallbackInbox.Problem) {
                inbox = try CallbackInbox(scheme: dapp.identity.scheme)
            } catch {
                Output.end(error.description, status: 1)
            }
            let deliveries = Task { await inbox.deliver { dapp.handle($0) } }
            defer { deliveries.cancel() }
            let answer = try await ask(dapp)
            withExtendedLifetime(inbox) {}
            Output.line(answer.text)
        } catch {
            Output.line(error.json)
            Output.end(error.description, status: error.reason == .cancelled ? 2 : 1)
        }
    }
}
