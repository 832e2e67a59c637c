import SchemeRouter

/// Why a node did not execute a transaction (Documentation/protocols/mykey.md §5.4).
enum SendFailure: Sendable, CaseIterable {
    case duplicate
    case assertion
    case notEnoughMemory
    case notEnoughNetwork
    case notEnoughProcessor
    case deadline
    case expired
    case wrongBlock
    case notAuthorised
    case unknownName

    /// The names without `_exception`. Names take precedence over numbers.
    private static let table: [(name: String, code: Int64, failure: SendFailure)] = [
        ("tx_duplicate", 3_040_008, .duplicate),
        ("eosio_assert_message", 3_050_003, .assertion),
        ("eosio_assert_code", 3_050_004, .assertion),
        ("ram_usage_exceeded", 3_080_001, .notEnoughMemory),
        ("tx_net_usage_exceeded", 3_080_002, .notEnoughNetwork),
        ("greylist_net_usage_exceeded", 3_080_007, .notEnoughNetwork),
        ("tx_cpu_usage_exceeded", 3_080_004, .notEnoughProcessor),
        ("greylist_cpu_usage_exceeded", 3_080_008, .notEnoughProcessor),
        ("deadline", 3_080_006, .deadline),
        ("leeway_deadline", 3_081_001, .deadline),
        ("expired_tx", 3_040_005, .expired),
        ("tx_exp_too_far", 3_040_006, .wrongBlock),
        ("invalid_ref_block", 3_040_007, .wrongBlock),
        ("unsatisfied_authorization", 3_090_003, .notAuthorised),
        ("missing_auth", 3_090_004, .notAuthorised),
        ("name_type", 3_010_001, .unknownName),
        ("account_query", 3_060_002, .unknownName),
    ]

    /// Nil for a failure that only the node's message explains.
    init?(_ failure: NodeosFailure) {
        guard
            let row = Self.table.first(where: { $0.name == failure.name })
                ?? Self.table.first(where: { $0.code == failure.code })
        else { return nil }
        // A number that means something else on a fork must not turn a refusal into success.
        guard row.failure != .duplicate || row.name == failure.name || failure.name.isEmpty else { return nil }
        self = row.failure
    }

    /// The error for the person; nil if the network already has the transaction.
    static func error(_ failure: NodeosFailure) -> ServiceError? {
        switch SendFailure(failure) {
        case .duplicate: return nil
        case .assertion where failure.says("overdrawn balance", "no balance object found"):
            return ServiceError(
                .insufficientFunds, "The account does not have enough of the token.", hint: nothingWasSent)
        case .assertion, nil: return refused("The network refused the transaction: \(failure.text).")
        case .notEnoughMemory: return resources("RAM", failure)
        case .notEnoughNetwork: return resources("NET", failure)
        case .notEnoughProcessor: return resources("CPU", failure)
        case .deadline:
            return .unknownAnswer("the node ran out of time: \(failure.text)")
        case .expired: return refused("The transaction arrived too late: it was valid for two minutes.")
        case .wrongBlock:
            return refused("The block that the transaction refers to is unknown to the network: \(failure.text).")
        case .notAuthorised:
            return refused("The network does not accept this signature for the account: \(failure.text).")
        case .unknownName:
            return ServiceError(
                .unfitRequest, "A name in the transaction is unknown to the network: \(failure.text).",
                hint: nothingWasSent)
        }
    }

    private static let nothingWasSent = "Nothing was executed."

    private static func refused(_ message: String) -> ServiceError {
        ServiceError(.networkRefused, message, hint: nothingWasSent)
    }

    private static func resources(_ name: String, _ failure: NodeosFailure) -> ServiceError {
        refused("The account does not have enough \(name): \(failure.text).")
    }
}

extension ServiceError {
    /// A node refused a transaction that could still be executed.
    static func refusedForNow(_ refusal: ServiceError) -> ServiceError {
        ServiceError(
            .answerUnknown,
            "The node did not execute the transaction but could still do so until it expires: \(refusal.message)",
            hint: "Open the same link again: it resends the same transaction and never signs another one.")
    }

    /// A transaction was sent, and its fate is unknown.
    static func unknownAnswer(_ reason: String) -> ServiceError {
        ServiceError(
            .answerUnknown, "The transaction was sent, and it is not known whether it was executed: \(reason).",
            hint: "Check the account before you do it again.")
    }
}
