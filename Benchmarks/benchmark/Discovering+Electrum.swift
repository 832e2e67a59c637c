import Foundation
import RouterCourierClient
import RouterCourierMessages
import RouterNetworks
import RouterWallet
import SchemeRouter

extension Discovering {
    /// The same over Electrum's protocol, through the courier and a socket, to a server that responds at once. Measures
    /// wall time, because three processes work at the same time.
    /// - Parameter courier: the path of the program.
    func runOverElectrum(used: Set<[UInt8]>, courier: String) async throws {
        guard let genesis = coin.networks[.main]?.genesis else { preconditionFailure("the coin has no first block") }
        let server = LoopbackElectrum(used: used, genesis: genesis)
        let client = CourierClient(CourierConfiguration(allowedHosts: [server.address.host]), program: courier)
        let chain = try ElectrumChain(of: coin, network: .main, servers: [server.address], lines: client)
        let network = ConfiguredNetwork(id: ChainID(coin: coin.id, network: .main, isPractice: false), chain: chain)
        let start = ContinuousClock.now
        let found = try await WalletKeyring(files: files).account(.number(0), of: coin, on: network)
            .wholeSurvey(progress: nil).usedScripts.count
        let time = (ContinuousClock.now - start) / .seconds(1)
        precondition(found == used.count, "not all used addresses were found")
        print(
            String(
                format: "%8.0f used addresses are found in a second, of %lld, over an Electrum server on this computer",
                Double(found) / time, found))
    }
}
