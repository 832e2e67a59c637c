import ExactJSON
import RouterEOSIO
import RouterMYKEYFormat
import RouterNetworkBackend
import SchemeRouter
import Synchronization

/// An EOSIO chain accessed through a node that the person chose (S7).
///
/// Every read is from the configured chain, or fails: every request to the node also asks for the chain's id.
public struct NodeosChain: AccountChain {
    /// How long all reads of one question may take (S13).
    var readTimeout = Duration.seconds(5)
    /// How long sending may take.
    var sendTimeout = Duration.seconds(15)
    /// The contract that holds the keys of MYKEY accounts (Documentation/protocols/mykey.md §5.6).
    private static let mykeyContract = "mykeymanager"

    /// This computer's clock.
    var now: @Sendable () -> UnixTime
    let connection: NodeosConnection
    let interfaces = InterfaceCache()
    private let chainID: Checksum256
    let systemToken: SymbolCode

    /// A chain behind a node.
    /// - Parameters:
    ///   - url: the node's URL, without `/v1/chain`.
    ///   - chainID: 32 bytes that identify the chain.
    ///   - coin: the chain's coin; its ticker is the chain's own token.
    ///   - now: this computer's clock, which the node's must agree with.
    ///
    /// Throws ``ServiceError/Code/badConfiguration`` if the id or the ticker is not valid.
    public init(
        url: String, chainID: [UInt8], coin: CoinDescriptor, client: any NetworkClient,
        now: @escaping @Sendable () -> UnixTime
    ) throws(ServiceError) {
        guard let id = Checksum256(chainID), let token = SymbolCode(coin.ticker) else {
            throw ServiceError(
                .badConfiguration, "The descriptor of \(coin.title) is not that of a coin on an EOSIO chain.")
        }
        self.now = now
        self.chainID = id
        systemToken = token
        connection = NodeosConnection(client, url: url)
    }

    /// The bytes of calls, and what they mean. Throws as documented at `AccountChainReader/prepare(_:as:)`, and if the
    /// chain is a different one.
    public func prepare(
        _ calls: [ActionCall], as signer: AccountSigner
    ) async throws(ServiceError) -> [PreparedAction] {
        let deadline = ContinuousClock.now + readTimeout
        let contracts = NodeosContracts(connection: connection, interfaces: interfaces, deadline: deadline)
        let preparation = ActionPreparation(facts: contracts, systemToken: systemToken)
        return try await beside(until: deadline) { () throws(ServiceError) in
            try await preparation.prepare(calls, as: signer)
        }
    }

    /// The header of a transaction made now: valid for two minutes, and bound to the last irreversible block.
    ///
    /// Throws `ServiceError/Code/refusedByCheck` if the node's clock is not within two minutes of this computer's: the
    /// node must not decide how long a transaction is valid (S16).
    public func frame() async throws(ServiceError) -> TransactionFrame {
        let info = try await info(until: .now + readTimeout)
        let now = now()
        guard info.isOfNow(now) else {
            throw ServiceError(
                .refusedByCheck,
                "The node's newest block is from \(info.headTime) UTC, more than two minutes away from this computer's clock.",
                hint: "Nothing was signed. Set this computer's clock, or wait until the node has the newest blocks.")
        }
        guard let frame = info.frame else {
            throw NodeosConnection.strange("its time is not valid for a transaction")
        }
        return frame
    }

    /// What dapps receive about a transaction signed for this chain.
    public func header(of transaction: SignedTransaction) -> SignedHeader? {
        SignedHeader(transaction, chainID: chainID)
    }

    /// What the permission requires; nil if there is no such account or permission.
    public func authority(of signer: AccountSigner) async throws(ServiceError) -> AccountAuthority? {
        let deadline = ContinuousClock.now + readTimeout
        return try await beside(until: deadline) { () throws(ServiceError) in
            try await self.authority(of: signer, until: deadline)
        }
    }

    /// Sends the transaction, once. Throws as documented at `AccountChain/send(_:)`, and
    /// `ServiceError/Code/networkUnreachable` if it certainly did not arrive.
    public func send(_ transaction: SignedTransaction) async throws(ServiceError) {
        try await NodeosSending(connection: connection, deadline: .now + sendTimeout, now: now()).send(transaction)
    }

    /// The state of the chain, after checking that it is the configured one.
    private func info(until deadline: Deadline) async throws(ServiceError) -> NodeosInfo {
        let answer = try await connection.answer(to: "get_info", .object([]), until: deadline)
        guard let info = NodeosInfo(answer) else {
            throw NodeosConnection.strange("its answer to get_info is malformed")
        }
        guard info.chainID == chainID else {
            throw ServiceError(
                .refusedByCheck, "The node is on another chain, \(info.chainID.hex).",
                hint: "Nothing was signed. Check the node in config.yaml, and the expected chain \(chainID.hex).")
        }
        return info
    }

    /// Runs `body` while checking that the chain is the right one.
    func beside<Value: Sendable>(
        until deadline: Deadline, _ body: @escaping @Sendable () async throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        let values = try await [true, false].concurrently { (isCheck) throws(ServiceError) -> Value? in
            guard isCheck else { return try await body() }
            _ = try await self.info(until: deadline)
            return nil
        }
        guard let value = values[1] else { preconditionFailure("the body gives a value") }
        return value
    }

    private func authority(
        of signer: AccountSigner, until deadline: Deadline
    ) async throws(ServiceError) -> AccountAuthority? {
        guard let account = try? Name(signer.account), account.description == signer.account else { return nil }
        let body = JSON.object([("account_name", .string(signer.account))])
        let answer: JSON
        switch try await connection.read("get_account", body, until: deadline) {
        case .result(let found): answer = found
        case .failure(let failure) where failure.isUnknownAccount: return nil
        case .failure(let failure):
            throw ServiceError(
                .networkRefused, "The node refused information about \(signer.account): \(failure.text).",
                hint: "Nothing was sent.")
        }
        guard answer["account_name"]?.says(signer.account) == true, let permissions = answer["permissions"]?.elements
        else {
            throw NodeosConnection.strange("its answer to get_account is malformed")
        }
        guard let permission = permissions.first(where: { $0["perm_name"]?.says(signer.permission) == true }) else {
            return nil
        }
        guard let required = RequiredAuthority(permission["required_auth"]) else {
            throw NodeosConnection.strange("get_account returned an invalid authority")
        }
        guard required.manager(of: account)?.description == Self.mykeyContract else {
            return required.authority(of: account)
        }
        return required.authority(of: account, isFrozen: try await isFrozen(signer.account, until: deadline))
    }

    /// Whether MYKEY's contract has frozen the account.
    private func isFrozen(_ account: String, until deadline: Deadline) async throws(ServiceError) -> Bool {
        let answer = try await connection.answer(
            to: "get_table_rows",
            .object([
                ("json", .bool(true)), ("code", .string(Self.mykeyContract)), ("scope", .string(account)),
                ("table", .string("keydata")), ("limit", .number(10)),
            ]), until: deadline)
        guard case .reserved(_, let isFrozen)? = AccountKeys(keyData: answer) else { return false }
        return isFrozen
    }
}

/// Contracts and their tokens, as a node reports them.
struct NodeosContracts: ContractFacts {
    let connection: NodeosConnection
    let interfaces: InterfaceCache
    let deadline: Deadline

    func interface(of contract: Name) async throws(ServiceError) -> ABI? {
        if let known = interfaces[contract] { return known }
        let body = JSON.object([("account_name", .string(contract.description))])
        let json: JSON?
        switch try await connection.read("get_abi", body, until: deadline) {
        case .result(let answer): json = answer["abi"]
        case .failure(let failure) where failure.isUnknownAccount: json = nil
        case .failure(let failure):
            throw ServiceError(
                .networkRefused, "The node has no interface of \(contract): \(failure.text).", hint: "Nothing was sent."
            )
        }
        guard let json else { return nil }
        let interface: ABI
        do {
            interface = try ABI(json: json)
        } catch {
            throw ServiceError(
                .unfitRequest, "The interface of \(contract) cannot be read: \(error.message)",
                hint: "Nothing was signed.")
        }
        interfaces.keep(interface, of: contract)
        return interface
    }

    func token(_ code: SymbolCode, of contract: Name) async throws(ServiceError) -> Symbol? {
        let answer = try await connection.answer(
            to: "get_currency_stats",
            .object([("code", .string(contract.description)), ("symbol", .string(code.description))]), until: deadline)
        guard answer.members != nil else { throw Self.strange("get_currency_stats") }
        guard let entry = answer[code.description] else { return nil }
        guard let supply = entry["max_supply"]?.string.flatMap({ try? Asset($0) }), supply.symbol.code == code else {
            throw Self.strange("get_currency_stats")
        }
        return supply.symbol
    }

    func balance(of account: Name, in token: Symbol, of contract: Name) async throws(ServiceError) -> Int64 {
        let answer = try await connection.answer(
            to: "get_currency_balance",
            .object([
                ("code", .string(contract.description)), ("account", .string(account.description)),
                ("symbol", .string(token.code.description)),
            ]), until: deadline)
        guard let entries = answer.elements else { throw Self.strange("get_currency_balance") }
        guard let entry = entries.first else { return 0 }
        guard let balance = entry.string.flatMap({ try? Asset($0) }), balance.symbol == token else {
            throw Self.strange("get_currency_balance")
        }
        return balance.units
    }

    private static func strange(_ call: String) -> ServiceError {
        NodeosConnection.strange("its answer to \(call) is malformed")
    }
}

/// Interfaces already read. A contract's interface can change, so none is cached for long.
final class InterfaceCache: Sendable {
    private static let lifetime = Duration.seconds(300)

    private let known = Mutex<[(contract: Name, interface: ABI, read: ContinuousClock.Instant)]>([])

    subscript(contract: Name) -> ABI? {
        known.withLock { known in
            known.first { $0.contract == contract && $0.read.duration(to: .now) < Self.lifetime }?.interface
        }
    }

    func keep(_ interface: ABI, of contract: Name) {
        known.withLock { known in
            known.removeAll { $0.contract == contract || $0.read.duration(to: .now) >= Self.lifetime }
            known.append((contract, interface, .now))
        }
    }
}

/// The state of a chain, as `get_info` returns it.
struct NodeosInfo: Sendable {
    /// How long a transaction is valid, in seconds.
    private static let lifetime: UInt32 = 120

    let chainID: Checksum256
    /// The last irreversible block.
    private let irreversible: Checksum256
    /// The time of the newest block, according to the node.
    let headTime: TimePointSec

    /// Nil if `json` is not such an answer.
    init?(_ json: JSON) {
        guard let chainID = json["chain_id"]?.string.flatMap({ Checksum256(hex: $0) }),
            let irreversible = json["last_irreversible_block_id"]?.string.flatMap({ Checksum256(hex: $0) }),
            let headTime = json["head_block_time"]?.string.flatMap({ TimePointSec(roundingDown: $0) })
        else { return nil }
        self.chainID = chainID
        self.irreversible = irreversible
        self.headTime = headTime
    }

    /// Whether the node's clock and this computer's agree within two minutes. A node with another time could get a
    /// transaction signed that is valid much longer than expected, or already expired.
    func isOfNow(_ now: UnixTime) -> Bool { (now - UnixTime(headTime.seconds)).magnitude <= Self.patience }

    private static let patience = 120

    /// The header of a transaction made now. Nil after the year 2106.
    var frame: TransactionFrame? {
        guard let expiration = headTime.adding(seconds: Self.lifetime) else { return nil }
        let reference = BlockReference(blockID: irreversible)
        return TransactionFrame(
            chainID: chainID.bytes, expiration: expiration.seconds, referenceBlock: reference.number,
            referenceCheck: reference.prefix)
    }
}

/// `use: nodeos`: a node of an EOSIO chain.
package struct NodeosUse: NetworkUse {
    package static let (name, servesAccounts) = ("nodeos", true)
    /// The node's URL, the signer, and the chain.
    package static let keys = ["url", "account", "permission", "chain"]

    /// The node's URL, without a trailing slash.
    package let url: ServerAddress
    /// The id of the required chain, 32 bytes.
    package let chainID: [UInt8]

    package init(url: ServerAddress, chainID: [UInt8]) {
        self.url = url
        self.chainID = chainID
    }

    package static func read(
        _ fields: Fields, of coin: CoinDescriptor, on network: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork? {
        let signer = document.signer(in: fields, account: nil)
        let url = document.required("url", in: fields) { $0.nodeURL($1) }
        var chainID = coin.accountChain?.chainID
        if let node = fields["chain"] { chainID = document.chainID(node) }
        guard let signer, let url, let chainID else { return nil }
        return CoinNetwork(use: NodeosUse(url: url, chainID: chainID), signer: signer)
    }

    package func accountNetwork(_ context: NetworkContext) throws(ServiceError) -> AccountNetwork {
        let chain = try NodeosChain(
            url: url.text, chainID: chainID, coin: context.coin,
            client: context.connections.node(at: url, of: context.coin.id), now: context.now)
        return AccountNetwork(id: context.id(isPractice: false), signer: try context.account(), chain: chain)
    }

    package func start(_ context: NetworkContext) {
        _ = context.connections.node(at: url, of: context.coin.id, login: nil, isNeededSoon: true)
    }
}
