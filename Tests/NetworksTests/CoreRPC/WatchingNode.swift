import ExactJSON
import SchemeRouter
import Synchronization

@testable import RouterNetworks

extension ScriptedNode {
    /// What the node's wallet for the recorded account knows.
    final class Memory: Sendable {
        struct State: Sendable {
            var isThere = false
            var isImported = false
            var labels: [String] = []
            var searched: [ClosedRange<Int>] = []
        }

        let state = Mutex(State())
    }

    static let walletName = "schemerouter-73c5da0a-44h-1h-0h"
    /// The first addresses of both branches, as recorded.
    static let first = ["yRd4FhXfVGHXpsuZXPNkMrfD9GVj46pnjt", "yNwHG9D2rnrJRQ8j7TG6xnWfbr8D634HeM"]

    /// Lets the node have wallets without keys, as Dash Core 23 does.
    @discardableResult
    func haveWallets() -> Memory {
        let memory = Memory()
        on("listwallets") { _ in
            .result(memory.state.withLock { $0.isThere } ? "[\"w\",\"\(Self.walletName)\"]" : "[\"w\"]")
        }
        on("loadwallet") { _ in Recorded.failure("016") }
        on("createwallet") { _ in
            memory.state.withLock { $0.isThere = true }
            return .result(Recorded.result("010"))
        }
        on("getdescriptorinfo") { call in
            let isChange = call.parameters.elements?.first?.string?.hasSuffix("/1/*)") == true
            return .result(Recorded.result(isChange ? "026" : "025"))
        }
        on("deriveaddresses") { call in
            let isChange = call.parameters.elements?.first?.string?.contains("/1/*") == true
            return .result("[\"\(Self.first[isChange ? 1 : 0])\"]")
        }
        on("getwalletinfo") { _ in .result(Recorded.result("023")) }
        on("getaddressinfo") { call in
            memory.state.withLock { state in
                let address = call.parameters.elements?.first?.string
                let labels = address == Self.first[0] ? state.labels : []
                return .result(
                    "{\"ismine\":\(state.isImported),\"labels\":\(JSON.array(labels.map(JSON.string)).text)}")
            }
        }
        on("importdescriptors") { _ in
            memory.state.withLock { $0.isImported = true }
            return .result("[{\"success\":true},{\"success\":true}]")
        }
        on("setlabel") { call in
            memory.state.withLock { $0.labels = [call.parameters.elements?.last?.string ?? ""] }
            return .result("null")
        }
        on("rescanblockchain") { call in
            let numbers = call.parameters.elements?.compactMap(\.integer) ?? []
            let first = numbers.first ?? 0
            let blocks = first...(numbers.dropFirst().first ?? (first == 0 ? 110 : 5_000))
            memory.state.withLock { $0.searched.append(blocks) }
            return .result("{\"start_height\":\(blocks.lowerBound),\"stop_height\":\(blocks.upperBound)}")
        }
        on("listunspent") { _ in .result(Recorded.result("188")) }
        on("getreceivedbyaddress") { _ in .result("0.00000000") }
        on("gettransaction") { _ in Recorded.failure("094") }
        return memory
    }

    /// The network behind this node, with the time that it has for a person.
    func hurriedChain(_ coin: CoinDescriptor = .shippedDash, _ network: NetworkKind = .regtest) throws -> CoreRPCChain {
        try CoreRPCChain(url: "http://127.0.0.1:19898/", coin: coin, network: network, client: self)
    }

    /// The network behind this node, with more time than any test takes: the machine may be busy.
    func chain(_ coin: CoinDescriptor = .shippedDash, _ network: NetworkKind = .regtest) throws -> CoreRPCChain {
        var chain = try hurriedChain(coin, network)
        (chain.readTimeout, chain.searchTimeout, chain.sendTimeout) = (
            .seconds(3_600), .seconds(3_600), .seconds(3_600)
        )
        return chain
    }
}
