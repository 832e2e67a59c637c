import ExactJSON
import SchemeRouter

/// Finds or creates the node's watch-only wallet for an account (Documentation/protocols/core-rpc.md §3).
struct WalletOpening {
    /// Parameters beyond the name and “no keys, none generated”, from the newest kind of node to the oldest. Each kind
    /// refuses names it does not know.
    private static let kinds: [[(name: String, value: JSON)]] = [
        [("descriptors", .bool(true)), ("load_on_startup", .bool(true))], [("load_on_startup", .bool(true))], [],
    ]

    let node: Node
    let account: WatchedAccount

    /// Nil if the node has no wallets, or cannot make one without private keys.
    func open(until deadline: Deadline) async throws(ServiceError) -> WatchWallet? {
        let name = account.walletName
        let listed = try await node.connection.read(RPCCall("listwallets"), until: deadline)
        if listed.failure?.code == .methodNotFound { return nil }
        let names = try listed.get("listwallets").elements?.compactMap(\.string) ?? []
        if !names.contains(name) {
            guard try await load(name, until: deadline) else { return nil }
        }
        let descriptors: AccountDescriptors
        do throws(ServiceError) {
            descriptors = try await AccountDescriptors(of: account, from: node, until: deadline)
        } catch {
            // The node is older than descriptors.
            guard error.code == .unsupportedNetwork else { throw error }
            return nil
        }
        let info = try await node.connection.read(RPCCall("getwalletinfo"), in: name, until: deadline)
            .get("getwalletinfo")
        guard info["private_keys_enabled"] == .bool(false) else {
            throw ServiceError(
                .refusedByCheck, "The node's wallet “\(name)” has keys, so this program did not create it.",
                hint: "Nothing was changed. Rename that wallet.")
        }
        return WatchWallet(
            node: node, name: name, descriptors: descriptors, keepsDescriptors: info["descriptors"]?.isTrue == true)
    }

    private func load(_ name: String, until deadline: Deadline) async throws(ServiceError) -> Bool {
        let answer = try await node.connection.read(RPCCall("loadwallet", .string(name)), until: deadline)
        guard let failure = answer.failure else { return true }
        switch failure.code {
        case .walletAlreadyLoaded: return true
        case .walletNotFound: return try await create(name, until: deadline)
        case .methodNotFound: return false
        default:
            throw ServiceError(
                .networkRefused, "The node cannot open its wallet “\(name)”: \(failure.text).",
                hint: "Nothing was sent.")
        }
    }

    private func create(_ name: String, until deadline: Deadline) async throws(ServiceError) -> Bool {
        let common: [(name: String, value: JSON)] = [
            ("wallet_name", .string(name)), ("disable_private_keys", .bool(true)), ("blank", .bool(true)),
        ]
        for kind in Self.kinds {
            let call = RPCCall("createwallet", named: common + kind)
            let answer = try await node.connection.read(call, until: deadline)
            guard let failure = answer.failure else { return true }
            // The person must see any error other than “I do not know this kind of wallet”.
            guard [.invalidParameter, .wallet, .methodNotFound, .miscellaneous].contains(failure.code) else {
                throw failure.error(of: call.method)
            }
        }
        return false
    }
}
