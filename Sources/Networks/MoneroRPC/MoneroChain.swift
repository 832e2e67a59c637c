import ExactJSON
import SchemeRouter

/// The network behind the wallet: sends prepared payments, and asks what became of them. All of it is the wallet's word
/// (S16).
struct MoneroChain: NodeWalletChain {
    let wallet: MoneroWallet
    /// Whether the connection is neither encrypted nor within this computer.
    let isOpen: Bool
    /// How long sending may take. The wallet itself waits for its node for 210 seconds.
    var sendTimeout = Duration.seconds(120)

    /// Until then a reorganisation can undo it, and its change cannot be spent.
    var finalConfirmations: Int { 10 }

    func warning() async -> String? {
        isOpen ? "The connection to the wallet program at \(wallet.place) is not encrypted." : nil
    }

    /// Looks the payment up, and relays it only if it is neither in a block nor waiting: relaying what the wallet saw in a
    /// block corrupts the wallet (Documentation/protocols/monero-rpc.md §3.3). Whatever fails, it is not known whether the
    /// network has it (S6).
    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance {
        guard let record = WalletRecord(transaction.bytes), record.id == transaction.id else {
            throw Self.unknown("The recorded payment cannot be read.", nil)
        }
        let deadline = Deadline.now + sendTimeout
        do throws(ServiceError) {
            let address = try await wallet.address(until: deadline)
            guard address == record.address else {
                throw ServiceError(
                    .refusedByCheck,
                    "Another wallet is open in the program at \(wallet.place), \(Self.short(address)), which says nothing about it.",
                    hint: "Open the wallet \(Self.short(record.address)) there.")
            }
            guard try await found(record.id, in: record.account, until: deadline) == .unknown else {
                return await keep(until: deadline)
            }
        } catch {
            throw Self.unknown("\(error.message) The payment was not sent now.", error.hint)
        }
        try await relay(record, until: deadline)
        return await keep(until: deadline)
    }

    private func relay(_ record: WalletRecord, until deadline: Deadline) async throws(ServiceError) {
        do throws(WalletFailure) {
            let answer = try await wallet.connection.call(
                "relay_tx", [("hex", .string(record.metadata))], until: deadline, isRepeatable: false)
            guard answer["tx_hash"]?.says(record.id.hex) == true else { throw .strange("relay_tx") }
        } catch {
            let reason = error.error(of: wallet)
            throw Self.unknown(
                error.meansNotRelayed
                    ? "\(reason.message) The payment was not sent now."
                    : "The wallet does not say that it relayed the payment: \(reason.message)",
                reason.hint)
        }
    }

    /// Has the wallet write its file: killed before that, it would not know its own payment. Without that the payment is made
    /// all the same.
    private func keep(until deadline: Deadline) async -> Acceptance {
        _ = try? await wallet.connection.call("store", until: deadline)
        return .oneServer
    }

    /// In the configured account.
    func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        try await found(id, in: wallet.account, until: .now + wallet.timeout)
    }

    /// What the wallet says of a transaction after it has read the newest blocks.
    private func found(
        _ id: TransactionID, in account: UInt32, until deadline: Deadline
    ) async throws(ServiceError) -> TransactionState {
        _ = try await wallet.call("refresh", until: deadline)
        let method = "get_transfer_by_txid"
        let answer: JSON
        do throws(WalletFailure) {
            // Without the account it would look only in the first one.
            answer = try await wallet.connection.call(
                method, [("txid", .string(id.hex)), ("account_index", .number(account))], until: deadline)
        } catch {
            if error.code == .unknownTransaction { return .unknown }
            throw error.error(of: wallet)
        }
        guard let entries = answer["transfers"]?.elements(WalletTransfer.init), !entries.isEmpty,
            entries.allSatisfy({ $0.id == id })
        else { throw WalletFailure.strange(method).error(of: wallet) }
        let states = entries.compactMap(\.state)
        return states.first { if case .confirmed = $0 { true } else { false } } ?? states.first ?? .unknown
    }

    private static func short(_ address: String) -> String { "\(address.prefix(4))…\(address.suffix(4))" }

    private static func unknown(_ message: String, _ hint: String?) -> ServiceError {
        let advice = hint.map { hint in
            hint.hasPrefix(nothing) ? String(hint.dropFirst(nothing.count)) : hint
        }
        return ServiceError(
            .answerUnknown, message,
            hint: [
                advice,
                Remedy.resume.text(
                    { "Do not pay again: \($0) sends the same payment, once." }, or: "Do not pay again."),
            ].compactMap(\.self)
                .joined(separator: " "))
    }

    private static let nothing = "Nothing was sent. "
}
