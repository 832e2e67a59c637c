import ExactJSON
import RouterCoins
import SchemeRouter

/// A wallet in the person's own `monero-wallet-rpc`: it has the keys, and builds a payment that it sends when it is told
/// to, any number of times as the same one (Documentation/protocols/monero-rpc.md §3).
struct MoneroWallet: NodeWallet {
    /// The most that a byte of a transaction may cost: about ten times the highest fee that wallets choose by themselves.
    static let highestFeePerByte: Int64 = 20_000_000
    /// The key image of a coin that the wallet cannot spend (Documentation/protocols/monero-rpc.md §2).
    private static let noKeyImage = "01" + String(repeating: "0", count: 62)

    let connection: WalletConnection
    let coin: CoinDescriptor
    let network: MoneroNetwork
    let account: UInt32
    /// Host and port of the program, for people.
    let place: String
    /// How long all calls of one question may take (S13).
    var timeout = Duration.seconds(5)

    var name: String { "account \(account) at \(place)" }
    var takesFeeLevels: Bool { true }

    /// What can be spent now, and for how many blocks the rest is locked.
    func balance() async throws(ServiceError) -> NodeBalance {
        let deadline = Deadline.now + timeout
        _ = try await address(until: deadline)
        // Without its node it would answer with old facts.
        _ = try await call("refresh", until: deadline)
        let method = "get_balance"
        let answer = try await call(method, [("account_index", .number(account))], until: deadline)
        guard let all = answer["balance"]?.units, let free = answer["unlocked_balance"]?.units,
            let locked = all.subtracting(free), let blocks = answer["blocks_to_unlock"]?.integer
        else { throw WalletFailure.strange(method).error(of: self) }
        guard locked > .zero else { return NodeBalance(spendable: free) }
        return NodeBalance(
            spendable: free, unspendable: locked,
            reason: "It is locked; all of it can be spent after \(blocks) more blocks, about \(2 * blocks) minutes.")
    }

    /// The primary address of the open wallet, after checking that it is of the configured network.
    func address(until deadline: Deadline) async throws(ServiceError) -> String {
        let address = try await addresses(of: 0, until: deadline)
        // An account that does not exist has a balance of nothing.
        if account > 0 { _ = try await addresses(of: account, until: deadline) }
        guard network.has(address) else {
            throw ServiceError(
                .refusedByCheck,
                "The wallet is on another network than “\(network.rawValue)”: its address begins with “\(address.prefix(1))”.",
                hint: "Nothing was sent. Correct “network” or “url” in config.yaml.")
        }
        if network == .main {
            guard let height = try await call("get_height", until: deadline)["height"]?.integer else {
                throw WalletFailure.strange("get_height").error(of: self)
            }
            guard height >= MoneroNetwork.lowestHeight else {
                throw ServiceError(
                    .refusedByCheck,
                    "The wallet has read only \(height) blocks: it is far behind, or on a private network.",
                    hint:
                        "Nothing was sent. Wait until it has read all blocks, or write “network: regtest” in config.yaml."
                )
            }
        }
        return address
    }

    private func addresses(of account: UInt32, until deadline: Deadline) async throws(ServiceError) -> String {
        let method = "get_address"
        let parameters: [(name: String, value: JSON)] = [
            ("account_index", .number(account)), ("address_index", .array([.number(0)])),
        ]
        let answer = try await call(method, parameters, until: deadline)
        guard let address = Self.address(answer["address"]) else { throw WalletFailure.strange(method).error(of: self) }
        return address
    }

    /// A text with the form of an address; nil for anything else. Whose address it is, is the wallet's word.
    private static func address(_ json: JSON?) -> String? {
        guard let text = json?.string, (95...106).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit })
        else { return nil }
        return text
    }

    /// Has the wallet build the payment, and keeps everything that sending it takes. Nothing is sent, and no coin reserved.
    func prepare(_ order: NodeOrder) async throws(ServiceError) -> PreparedPayment {
        let deadline = Deadline.now + timeout
        let owner = try await address(until: deadline)
        let payees = order.payees.map { payee in
            JSON.object([("amount", .number(payee.amount.units)), ("address", .string(payee.address))])
        }
        let answer = try await call(
            Self.transfer,
            [
                ("destinations", .array(payees)), ("account_index", .number(account)),
                ("priority", .number(Self.priority(order.level))),
                // Anything but this exact word pays at once.
                ("do_not_relay", .bool(true)), ("get_tx_key", .bool(true)), ("get_tx_hex", .bool(true)),
                ("get_tx_metadata", .bool(true)),
            ], until: deadline,
            // A program that pays in spite of that, and ends, must not pay again.
            isRepeatable: false)
        return try prepared(answer, for: order, owner)
    }

    private static let transfer = "transfer"

    /// The wallet's numbers for “as usual”, “can wait” and “soon”. Higher ones cost up to 200 times as much.
    private static func priority(_ level: FeeLevel?) -> Int {
        switch level {
        case .slow: 1
        case .normal, nil: 0
        case .fast: 2
        }
    }

    private func prepared(
        _ answer: JSON, for order: NodeOrder, _ owner: String
    ) throws(ServiceError) -> PreparedPayment {
        guard (answer["unsigned_txset"]?.string ?? "").isEmpty, (answer["multisig_txset"]?.string ?? "").isEmpty else {
            throw WalletFailure.refused(WalletFailure.Code.watchOnly.rawValue, "", Self.transfer).error(of: self)
        }
        guard let id = answer["tx_hash"]?.string.flatMap({ TransactionID(hex: $0) }), let fee = answer["fee"]?.units,
            let metadata = answer["tx_metadata"]?.string, let record = [UInt8](hexDigits: metadata), !record.isEmpty,
            let key = answer["tx_key"]?.string, let keyBytes = [UInt8](hexDigits: key),
            let blob = answer["tx_blob"]?.hexBytes, !blob.isEmpty,
            let images = answer["spent_key_images"]?["key_images"]?.elements(\.string), !images.isEmpty,
            !images.contains(Self.noKeyImage), let payment = MoneroPayment(bytes: blob, key: keyBytes)
        else { throw WalletFailure.strange(Self.transfer).error(of: self) }
        let inputs = images.compactMap { TransactionID(hex: $0) }.map { Outpoint(transaction: $0, index: 0) }
        guard Set(inputs).count == images.count, answer["amount"]?.units == order.total else {
            throw WalletFailure.strange(Self.transfer).error(of: self)
        }
        // A version, then the transaction, and what only the wallet reads.
        guard record.dropFirst().starts(with: blob) else {
            throw ServiceError(
                .refusedByCheck, "The wallet would send another transaction than the one that it shows.",
                hint: "Nothing was sent. Do not trust the wallet program at \(place) before you know why.")
        }
        let finding = payment.compare(
            id: [UInt8](hexDigits: id.hex) ?? [], keyImages: images.compactMap { [UInt8](hexDigits: $0) }, fee: fee,
            payees: order.payees)
        if case .other(let what) = finding {
            throw ServiceError(
                .refusedByCheck, "The transaction that the wallet built \(what).",
                hint: "Nothing was sent. Do not trust the wallet program at \(place) before you know why.")
        }
        guard fee.units <= Self.highestFeePerByte * Int64(blob.count) else {
            throw ServiceError(
                .refusedByCheck, "The wallet would pay a fee of \(coin.text(fee)), above the limit.",
                hint: "Nothing was sent. Try again later, or pay from that wallet itself.")
        }
        let kept = WalletRecord(id: id, metadata: metadata, key: key, address: owner, account: account)
        return PreparedPayment(
            bytes: kept.bytes, inputs: inputs, fee: fee, size: blob.count, payer: payer(owner, finding == .unread))
    }

    /// Who pays, for the consent.
    private func payer(_ owner: String, _ isUnread: Bool) -> String {
        "The wallet \(owner.prefix(4))…\(owner.suffix(4)), \(name)"
            + (network == .main ? "" : " (\(network.rawValue) network)")
            + ", by whose word \(isUnread ? "this is the payment" : "it has the money"),"
    }

    /// The payment as it was prepared: the wallet has signed it already, and waits.
    func sign(_ payment: PreparedPayment) async throws(ServiceError) -> SignedTransaction {
        guard let record = WalletRecord(payment.bytes) else {
            throw ServiceError(.internalError, "The prepared payment cannot be read.")
        }
        return SignedTransaction(id: record.id, bytes: payment.bytes)
    }

    /// The wallet proves it with the key of the transaction, which stays there.
    func proof(of payment: SignedTransaction, to address: String, message: String) async throws(ServiceError) -> String?
    {
        let deadline = Deadline.now + timeout
        let owner = try await self.address(until: deadline)
        guard let record = WalletRecord(payment.bytes), record.address == owner else { return nil }
        let answer = try await call(
            "get_tx_proof",
            [("txid", .string(payment.id.hex)), ("address", .string(address)), ("message", .string(message))],
            until: deadline)
        // Its word is not needed: whoever has the key can verify a proof, and the app gets nothing else (S16).
        guard let proof = answer["signature"]?.string, let key = [UInt8](hexDigits: record.key),
            let id = [UInt8](hexDigits: payment.id.hex),
            MoneroProof.isProof(proof, of: id, key: key, address: address, message: message)
        else { return nil }
        return proof
    }

    /// The newest subaddress that the wallet made for this app and nobody paid yet, or a new one. Its label in the wallet is the
    /// app's scheme, so that no two apps get the same, by which they could tell that both ask the same person.
    func newAddress(for app: String?) async throws(ServiceError) -> String? {
        let deadline = Deadline.now + timeout
        _ = try await address(until: deadline)
        let label = app ?? ""
        let known = try await call("get_address", [("account_index", .number(account))], until: deadline)
        let free = (known["addresses"]?.elements ?? []).last {
            $0["used"] == .bool(false) && ($0["address_index"]?.integer ?? 0) > 0 && $0["label"]?.says(label) == true
        }
        if let address = subaddress(free?["address"]) { return address }
        let method = "create_address"
        let made = try await call(
            method, [("account_index", .number(account)), ("label", .string(label))], until: deadline,
            isRepeatable: false)
        guard let address = subaddress(made["address"]) else { throw WalletFailure.strange(method).error(of: self) }
        // Otherwise the wallet would forget it, and not look for payments to it, if it was killed.
        _ = try await call("store", until: deadline)
        return address
    }

    /// A subaddress of the network; nil for anything else. Whose it is, is the wallet's word.
    private func subaddress(_ json: JSON?) -> String? {
        guard let text = Self.address(json), network.has(text), CryptoNoteKeys.isSubaddress(text),
            (try? AddressCheck(coin.addresses, network: nil, scheme: coin.id.name).read(text.utf8)) != nil
        else { return nil }
        return text
    }

    /// What the wallet lists of the account, newest first.
    func transfers(_ count: Int) async throws(ServiceError) -> [NodeTransfer]? {
        let deadline = Deadline.now + timeout
        _ = try await address(until: deadline)
        let kinds = ["in", "out", "pending", "pool", "failed"]
        let answer = try await call(
            "get_transfers", [("account_index", .number(account))] + kinds.map { ($0, .bool(true)) }, until: deadline)
        let all = kinds.flatMap { answer[$0]?.elements ?? [] }.compactMap(WalletTransfer.init)
        let mined = Set(all.filter { $0.kind == .out }.map(\.id))
        // A payment can be listed twice; the one in a block counts.
        return all.filter { $0.kind == .out || !$0.isOutgoing || !mined.contains($0.id) }
            .map(\.transfer).sorted { ($0.time ?? .max) > ($1.time ?? .max) }.prefix(count).map { $0 }
    }

    func call(
        _ method: String, _ parameters: [(name: String, value: JSON)] = [], until deadline: Deadline,
        isRepeatable: Bool = true
    ) async throws(ServiceError) -> JSON {
        do throws(WalletFailure) {
            return try await connection.call(method, parameters, until: deadline, isRepeatable: isRepeatable)
        } catch {
            throw error.error(of: self)
        }
    }
}
