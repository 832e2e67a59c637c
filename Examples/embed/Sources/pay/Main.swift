import Foundation
import RouterCourierClient
import RouterCourierMessages
import RouterDash
import RouterDesktop
import RouterNetworks
import RouterStorage
import RouterWallet
import SchemeRouter

/// Pays a Dash link from a keystore, over an Electrum server, after pinentry has asked: `pay DIRECTORY HOST PORT LINK`. The
/// wallet is in DIRECTORY/wallet, as `router wallet restore` makes it, and everything else is written beside it.
@main enum Pay {
    /// `.main` is real money.
    static let network = NetworkKind.regtest

    static func main() async {
        let words = CommandLine.arguments
        guard words.count == 5, let port = UInt16(words[3]) else {
            print("usage: pay DIRECTORY HOST PORT LINK")
            exit(64)
        }
        // The library's errors name no command. These are the names that this program has for what helps.
        Remedy.name { $0 == .resume ? "this program" : nil }
        do {
            let router = Router(routes: try RouteTable.load([.shipped]), plugins: [DashPlugin.name: DashPlugin()]) {
                _ in
                network
            }
            let services = try services(in: words[1], server: (words[2], port), routes: router.routes)
            // What a crash interrupted is finished before anything new begins.
            for one in try await Resumption(services: services, router: router).run(asks: true) {
                print(one.text(router.routes.coin(one.entry.request.chain.coin)))
            }
            let result = await LinkExecution(services: services).run(try router.read(Array(words[4].utf8)))
            print(result)
            guard case .paid = result.outcome else { exit(1) }
        } catch {
            print(error)
            exit(1)
        }
    }

    static func services(
        in directory: String, server: (host: String, port: UInt16), routes: RouteTable
    ) throws -> Services {
        let environment = ProcessInfo.processInfo.environment
        guard let dash = routes.coin("dash") else { throw ServiceError(.noNetwork, "The descriptors have no Dash.") }
        // Only the courier, a program without keys, opens connections, and only to this host. It lies beside this program or
        // in libexec/schemerouter.
        let courier = CourierClient(CourierConfiguration(allowedHosts: [server.host]))
        // Without TLS only to this computer. A certificate is trusted at the first meeting, and then no other.
        let line = LineServer(
            host: server.host, port: server.port, certificate: server.host == "127.0.0.1" ? nil : .any)
        let lines = FirstUseNetwork(courier, memory: CertificateFiles(directory: directory + "/servers"))
        let chain = try ElectrumChain(of: dash, network: network, servers: [line], lines: lines)
        let journal = try SQLiteJournal(path: directory + "/journal.db")
        return Services(
            networks: OneNetwork(
                network: ConfiguredNetwork(
                    id: ChainID(coin: dash.id, network: network, isPractice: false), chain: chain)),
            keyring: WalletKeyring(files: WalletFiles(directory: directory + "/wallet")), journal: journal,
            prompt: try PromptSelection.prompt(
                program: environment["PINENTRY_PROGRAM"], environment: environment, terminal: .find()),
            // One question at a time: whatever else uses this wallet must hold the same lock and write the same journal.
            gate: LockedPromptGate(directory: directory),
            launcher: XDGLauncher(directories: try XDGDirectories { environment[$0] }, environment: environment),
            receivers: SQLiteReceiverMemory(journal),
            notifier: DesktopNotifier(environment: environment, directory: directory), settings: Settings(),
            now: { UnixTime(time(nil)) })
    }
}

/// The only network of this program.
struct OneNetwork: NetworkDirectory {
    let network: ConfiguredNetwork

    func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
        guard coin.id == network.id.coin else { throw ServiceError(.noNetwork, "\(coin.title) has no network here.") }
        return network
    }
}
