import BitcoinFormat
import ExactJSON
import SchemeRouter

/// A node of one coin's network, and what is asked of every one before it is believed.
struct Node: Sendable {
    let connection: RPCConnection
    let coin: CoinDescriptor
    let kind: NetworkKind
    let parameters: NetworkParameters

    /// The calls whose answers ``check(_:)`` reads.
    static let checks = [RPCCall("getblockchaininfo"), RPCCall("getnetworkinfo")]

    /// Refuses a node of another chain, one that has not all blocks, and one that reaches nobody: such a node answers all
    /// the same, and takes payments that go nowhere. Returns the height of the newest block.
    ///
    /// A private network may be a single node, and as old as its last block.
    @discardableResult
    func check(_ replies: [RPCReply]) throws(ServiceError) -> Int {
        let blocks = try replies[0].get("getblockchaininfo")
        let network = try replies[1].get("getnetworkinfo")
        guard let chain = blocks["chain"]?.string, let height = blocks["blocks"]?.integer, height >= 0 else {
            throw RPCAnswer.noNode("getblockchaininfo is answered with something else")
        }
        guard chain == kind.rawValue else {
            throw ServiceError(
                .refusedByCheck,
                "The node is of the network “\(ForeignText(chain.utf8, limit: 40).text)”, and config.yaml says "
                    + "“\(kind.rawValue)”.",
                hint: "Nothing was sent. Correct “network” or “url” in config.yaml.")
        }
        if kind != .regtest, blocks["initialblockdownload"]?.isTrue == true {
            throw Self.notReady("The node is still loading blocks; it has \(height).")
        }
        if network["networkactive"] == .bool(false) {
            throw Self.notReady("The node’s network is switched off (setnetworkactive).")
        }
        guard let connections = network["connections"]?.integer else {
            throw RPCAnswer.noNode("getnetworkinfo is answered with something else")
        }
        guard kind == .regtest || connections > 0 else {
            throw Self.notReady("The node is connected to no other node.")
        }
        return height
    }

    /// The text of the address that a script pays to; nil for a script that is none of an address.
    func address(of script: [UInt8]) -> String? {
        Address(script: script)?.text(on: parameters)
    }

    /// A transaction id, as nodes write it.
    static func transactionID(_ json: JSON?) -> TransactionID? {
        json?.string.flatMap { TransactionID(hex: $0) }
    }

    private static func notReady(_ message: String) -> ServiceError {
        ServiceError(.networkUnreachable, message, hint: "Nothing was sent. Try again later.")
    }
}
