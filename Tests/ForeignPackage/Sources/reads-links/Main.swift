import Bytes
import CSQLite
import Chains
import Configuration
import Courier
import Dash
import Desktop
import EOSIO
import Electrum
import Networks
import Processes
import RouterAxe
import RouterBitcoinFamily
import RouterDash
import SchemeRouter
import Storage
import Support
import Wallet

/// Says what the links that it is given ask for.
@main enum Main {
    static func main() throws {
        let own = [
            OwnBytes.name, OwnCSQLite.name, OwnChains.name, OwnConfiguration.name, OwnCourier.name, OwnDash.name,
            OwnDesktop.name, OwnEOSIO.name, OwnElectrum.name, OwnNetworks.name, OwnProcesses.name, OwnStorage.name,
            OwnSupport.name, OwnWallet.name,
        ]
        print("own parts: \(own.joined(separator: " "))")
        let router = Router(
            routes: try RouteTable.load([.shipped]),
            plugins: [
                DashPlugin.name: DashPlugin(), AxePlugin.name: AxePlugin(), BitcoinLikePlugin.name: BitcoinLikePlugin(),
            ])
        for link in CommandLine.arguments.dropFirst() {
            print(try router.read(Array(link.utf8)).request.action)
        }
    }
}
