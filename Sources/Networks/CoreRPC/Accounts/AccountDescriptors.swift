import ExactJSON
import RouterBitcoinFormat
import SchemeRouter

/// The output descriptors (BIP380, BIP381, BIP382) of an account's addresses, with checksums from the node.
struct AccountDescriptors: Sendable {
    /// `pkh([fingerprint/44'/c'/a']xpub/0/*)#checksum`, and the same for branch 1.
    let branches: [String]
    let firstAddresses: [String]

    /// Asks the node for checksums and first addresses.
    init(of account: WatchedAccount, from node: Node, until deadline: Deadline)
        async throws(ServiceError)
    {
        let texts = (0...1).map { Self.text(account, branch: $0) }
        let method = "getdescriptorinfo"
        let answers = try await node.connection.read(texts.map { RPCCall(method, .string($0)) }, until: deadline)
        var branches: [String] = []
        for (text, answer) in zip(texts, answers) {
            guard let checksum = try answer.get(method)["checksum"]?.string, checksum.utf8.count == 8 else {
                throw RPCResponse.strange(method)
            }
            // The checksum is for this spelling; the node's own may differ.
            branches.append("\(text)#\(checksum)")
        }
        self.branches = branches
        firstAddresses = try await Self.addresses(branches, [0..<1, 0..<1], from: node, until: deadline).map { $0[0] }
    }

    /// The addresses of each branch at some indices, at least one, as the node derives them.
    static func addresses(
        _ branches: [String], _ indices: [Range<Int>], from node: Node, until deadline: Deadline
    ) async throws(ServiceError) -> [[String]] {
        let method = "deriveaddresses"
        let calls = zip(branches, indices).map { branch, indices in
            RPCCall(method, .string(branch), .array([.number(indices.lowerBound), .number(indices.upperBound - 1)]))
        }
        var addresses: [[String]] = []
        for (answer, indices) in zip(try await node.connection.read(calls, until: deadline), indices) {
            guard let some = try answer.get(method).elements?.compactMap(\.string), some.count == indices.count else {
                throw RPCResponse.strange(method)
            }
            addresses.append(some)
        }
        return addresses
    }

    /// The descriptor without its checksum. Hardened steps have an apostrophe, as in the node's own output.
    private static func text(_ account: WatchedAccount, branch: Int) -> String {
        let fingerprint = [UInt8](bigEndian: account.masterFingerprint)
        let keys = "[\(fingerprint.hex)\(account.path.description.dropFirst())]\(account.xpub)/\(branch)/*"
        return switch account.path.keyScript {
        case .keyHash: "pkh(\(keys))"
        case .nestedWitness: "sh(wpkh(\(keys)))"
        case .witness: "wpkh(\(keys))"
        }
    }
}

extension WatchedAccount {
    /// The name of the node's wallet that watches the account, such as `schemerouter-73c5da0a-44h-5h-0h`.
    var walletName: String {
        let path = path.steps.map { "-\($0 & ~DerivationPath.hardened)" + ($0 >= DerivationPath.hardened ? "h" : "") }
        return WatchWallet.prefix + [UInt8](bigEndian: masterFingerprint).hex + path.joined()
    }
}

/// What a node knows about an account: from a watch-only wallet, or from the set of all unspent outputs.
protocol AccountFacts: Sendable {
    func unspentOutputs(until deadline: Deadline) async throws(ServiceError) -> [UnspentOutput]

    /// The `scripts` that were ever paid, and those that it does not watch.
    func used(among scripts: [[UInt8]], until deadline: Deadline) async throws(ServiceError) -> UsedScripts

    /// Watches more addresses if `scripts` belong to the account. Returns whether they do.
    func extend(toCover scripts: [[UInt8]], _ patience: Patience) async throws(ServiceError) -> Bool

    /// The account's transactions, and those of them that cannot be read.
    func transactions(
        until deadline: Deadline
    ) async throws(ServiceError) -> (read: [WalletTransaction], unread: [HistoricTransaction])

    /// As ``ChainReader/notableOutputs(payingTo:)``, for the whole account.
    func notableOutputs(until deadline: Deadline) async throws(ServiceError) -> [NotableOutput]

    /// The bytes of these transactions, as far as it has them.
    func bytes(of ids: [TransactionID], until deadline: Deadline) async throws(ServiceError) -> [TransactionID: [UInt8]]
}

/// A wallet's answer about scripts.
struct UsedScripts: Sendable {
    var used: Set<[UInt8]> = []
    /// Scripts of other accounts, or of addresses beyond the watched ones.
    var unknown: Set<[UInt8]> = []
}

/// A parsed transaction of an account.
struct WalletTransaction: Sendable {
    let id: TransactionID
    /// How many blocks confirm it; 0 while it is unconfirmed.
    let confirmations: Int
    let time: UnixTime?
    let content: Transaction
}
