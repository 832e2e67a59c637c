import ExactJSON
import RouterEOSIO
import SchemeRouter
import Synchronization

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
