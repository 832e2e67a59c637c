import Configuration
import CoreRPC
import SchemeRouter

/// Asks the nodes that the person named whether a payment over them would work.
struct NodeExamination {
    let installation: Installation

    /// One check for each, in the order of the coins. Each takes five seconds at most.
    var checks: [DoctorCheck] {
        get async {
            var checks: [DoctorCheck] = []
            for (id, chosen) in installation.configuration.networks.sorted(by: { $0.key < $1.key }) {
                guard case .coreRPC(let node) = chosen.use, let coin = installation.routes.coin(id) else { continue }
                checks.append(await check(node, of: coin, on: chosen.network))
            }
            return checks
        }
    }

    private func check(
        _ node: CoinNetwork.CoreNode, of coin: CoinDescriptor, on network: NetworkKind
    ) async -> DoctorCheck {
        let place = "\(coin.id.name): the node at \(node.url.text)"
        do throws(ServiceError) {
            let chain = try installation.connections.chain(at: node, of: coin, network: network)
            let report = try await chain.report()
            if let wallet = node.wallet { _ = try await chain.wallet(named: wallet).balance() }
            let paying = node.wallet.map { " Its wallet \(Quoted($0, limit: 80)) pays." } ?? ""
            return DoctorCheck(
                "node", .good,
                "\(place) answers: \(Quoted(report.version, limit: 60)), network \(network.rawValue), block \(report.height), "
                    + "connections: \(report.connections).\(paying)")
        } catch {
            return DoctorCheck("node", .failure, "\(place): \(error.message)", advice: error.hint)
        }
    }
}
