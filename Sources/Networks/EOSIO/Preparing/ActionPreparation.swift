import ExactJSON
import RouterEOSIO
import RouterEOSIOFamily
import SchemeRouter

/// Packs calls according to the interfaces of their contracts, and reads them back: the person sees what the bytes say
/// (S5), and warnings come from the bytes too.
struct ActionPreparation {
    let facts: any ContractFacts
    /// The symbol code of the chain's own token.
    let systemToken: SymbolCode

    func prepare(_ calls: [ActionCall], as signer: AccountSigner) async throws(ServiceError) -> [PreparedAction] {
        guard let payer = try? Name(signer.account), let permission = try? Name(signer.permission) else {
            throw ServiceError(.badConfiguration, "“\(signer.account)” is not an account name.")
        }
        let level = PermissionLevel(actor: payer, permission: permission)
        var named: [NamedCall] = []
        for (position, call) in calls.enumerated() {
            named.append(try NamedCall(call, at: ActionPlace(call: call, number: position + 1, count: calls.count)))
        }
        let interfaces = try await interfaces(of: named)
        var packed: [PackedCall] = []
        for call in named {
            let interface = interfaces.first { $0.contract == call.contract }?.interface
            packed.append(try PackedCall(call, by: interface, signer: level))
        }
        try await TokenCheck(facts: facts, payer: payer).check(packed.compactMap(TokenTransfer.init))
        return packed.map(prepared)
    }

    private func interfaces(of calls: [NamedCall]) async throws(ServiceError) -> [(contract: Name, interface: ABI?)] {
        var contracts: [Name] = []
        for call in calls where !contracts.contains(call.contract) { contracts.append(call.contract) }
        let facts = facts
        return try await contracts.concurrently { (contract) throws(ServiceError) in
            (contract, try await facts.interface(of: contract))
        }
    }

    private func prepared(_ call: PackedCall) -> PreparedAction {
        let (contract, name, content) = (call.contract.description, call.name.description, call.value.json)
        let risk = ActionRisk(contract: contract, name: name, data: content)
        return PreparedAction(
            contract: contract, name: name, data: call.data, content: content,
            hasKnownInterface: call.hasKnownInterface, payment: TokenTransfer(call)?.payment,
            warnings: [risk.flatMap(LinkWarning.init)].compactMap(\.self) + lookalikes(in: call),
            isHighRisk: risk != nil)
    }

    /// Warnings about tokens and contracts that imitate the chain's own.
    private func lookalikes(in call: PackedCall) -> [LinkWarning] {
        let contract = call.contract.description
        guard !KnownTokens.contains(contract), contract != KnownInterfaces.system else { return [] }
        var warnings: [LinkWarning] = []
        if call.value.names(systemToken) { warnings.append(.unusualToken(systemToken.description, of: contract)) }
        if KnownTokens.looksKnown(contract) { warnings.append(.lookalike(contract)) }
        return warnings
    }
}

extension ABIValue {
    /// Whether it contains an amount of this token.
    fileprivate func names(_ token: SymbolCode) -> Bool {
        switch self {
        case .asset(let asset): asset.symbol.code == token
        case .extendedAsset(let asset): asset.quantity.symbol.code == token
        case .structure(let fields): fields.contains { $0.value.names(token) }
        case .array(let values): values.contains { $0.names(token) }
        case .optional(let value): value?.names(token) ?? false
        case .variant(_, _, let value): value.names(token)
        default: false
        }
    }
}

/// The position of a call in a request, for errors about it.
struct ActionPlace: Sendable {
    let call: ActionCall
    /// Counted from 1.
    let number: Int
    let count: Int

    /// - Parameters:
    ///   - field: the path of the wrong field in the call's data; empty for all of it.
    ///   - problem: the problem, in our own words.
    func invalidRequest(_ problem: String, at field: String = "") -> ServiceError {
        let which = count > 1 ? "Action \(number) of \(count)" : "The action"
        let place = field.isEmpty ? "" : " at \(Quoted(field, limit: 80))"
        return ServiceError(
            .unfitRequest,
            "\(which), \(Self.shown(call.contract)) → \(Self.shown(call.name)), is invalid\(place): \(problem)"
                + (problem.hasSuffix(".") ? "" : "."),
            hint: "Nothing was signed. The dapp must correct its request.")
    }

    /// The dapp's name for it. Anything but a valid name is quoted.
    private static func shown(_ name: String) -> String {
        (try? Name(name))?.description ?? "\(Quoted(name, limit: 20))"
    }
}

/// A call with parsed names, before its data is packed.
struct NamedCall: Sendable {
    let place: ActionPlace
    let contract: Name
    let name: Name
    let data: JSON
    /// The bytes that the link gives instead of ``data``; nil if it gives none.
    let packed: [UInt8]?

    init(_ call: ActionCall, at place: ActionPlace) throws(ServiceError) {
        self.place = place
        do throws(NameError) {
            contract = try Name(call.contract)
            name = try Name(call.name)
        } catch {
            throw place.invalidRequest(error.message)
        }
        guard contract.value != 0, name.value != 0 else { throw place.invalidRequest("a name is missing") }
        packed = call.packed
        data = try Self.object(call.data, place)
    }

    /// The iOS SDK sends data as the text of a JSON object.
    private static func object(_ data: JSON, _ place: ActionPlace) throws(ServiceError) -> JSON {
        guard let text = data.string else { return data }
        let object: JSON
        do {
            object = try JSON(reading: Array(text.utf8), limits: .link)
        } catch {
            throw place.invalidRequest("its data is text that is not JSON (offset \(error.offset)): \(error.message)")
        }
        guard object.members != nil else { throw place.invalidRequest("its data is text that is not a JSON object") }
        return object
    }
}

/// A packed call, and its bytes read back.
struct PackedCall: Sendable {
    let place: ActionPlace
    let contract: Name
    let name: Name
    let data: [UInt8]
    let value: ABIValue
    /// Whether it was packed and read using an interface built into this program.
    let hasKnownInterface: Bool

    /// Packs using this program's own interface of the contract if it has one, and otherwise the network's. The
    /// network's is never used for a known contract: one that swaps two fields could pay anybody anything, while the
    /// bytes would still read as the person expects.
    /// - Parameter signer: the names that replace the link's placeholders for the signer.
    init(_ call: NamedCall, by interface: ABI?, signer: PermissionLevel) throws(ServiceError) {
        let place = call.place
        guard let interface else { throw place.invalidRequest("the contract does not exist") }
        let known = KnownInterfaces.interface(of: call.contract)
            .flatMap { $0.actionNames.contains(call.name) ? $0 : nil }
        let type: ABIType
        do { type = try (known ?? interface).type(ofAction: call.name) } catch {
            throw place.invalidRequest(error.message)
        }
        data = try Self.bytes(of: call, by: type, signer)
        hasKnownInterface = known != nil
        if hasKnownInterface, !Self.agrees(interface, with: type, call, data) {
            throw ServiceError(
                .refusedByCheck, "The network's interface of \(call.contract) differs from the contract's own.",
                hint: "Nothing was signed. The node may be lying: name another node in config.yaml.")
        }
        // Both directions use the same type, so a difference would be a bug here; in any case, what is shown is what
        // the bytes say.
        do { value = try type.unpack(data) } catch { throw place.invalidRequest(error.message, at: error.path) }
        self.place = place
        contract = call.contract
        name = call.name
    }

    private static func bytes(
        of call: NamedCall, by type: ABIType, _ signer: PermissionLevel
    ) throws(ServiceError) -> [UInt8] {
        guard let packed = call.packed else {
            do { return try type.pack(call.data) } catch {
                throw call.place.invalidRequest(error.message, at: error.path)
            }
        }
        let value: ABIValue
        do { value = try type.unpack(packed) } catch { throw call.place.invalidRequest(error.message, at: error.path) }
        guard value.packed == packed else { throw call.place.invalidRequest("its bytes are not in canonical form") }
        return value.resolved(for: signer).packed
    }

    /// Whether the network's interface packs a call to the same bytes as this program's own.
    private static func agrees(_ interface: ABI, with own: ABIType, _ call: NamedCall, _ data: [UInt8]) -> Bool {
        guard let type = try? interface.type(ofAction: call.name) else { return false }
        guard call.packed == nil else {
            guard let theirs = try? type.unpack(data), let ours = try? own.unpack(data) else { return false }
            return theirs == ours
        }
        return (try? type.pack(call.data)) == data
    }
}

/// The facts about contracts that making and checking calls requires.
protocol ContractFacts: Sendable {
    /// The interface of a contract; nil if the account does not exist or is not a contract.
    func interface(of contract: Name) async throws(ServiceError) -> ABI?

    /// A contract's token with this symbol code; nil if it has none.
    func token(_ code: SymbolCode, of contract: Name) async throws(ServiceError) -> Symbol?

    /// An account's balance of a token, in its smallest unit.
    func balance(of account: Name, in token: Symbol, of contract: Name) async throws(ServiceError) -> Int64
}

extension SignedHeader {
    /// What dapps receive about a transaction; nil if its bytes are not an EOSIO transaction.
    init?(_ signed: SignedTransaction, chainID: Checksum256) {
        guard let json = try? JSON(reading: signed.bytes, limits: .answer), let packed = PackedTransaction(json: json),
            let transaction = try? Transaction(packed: packed.bytes), let signature = packed.signatures.first
        else { return nil }
        self.init(
            id: packed.id.hex, signature: signature.description,
            frame: TransactionFrame(
                chainID: chainID.bytes, expiration: transaction.expiration.seconds,
                referenceBlock: transaction.reference.number, referenceCheck: transaction.reference.prefix))
    }
}

extension Array where Element: Sendable {
    /// Runs `body` for each element, a few at a time, and returns the results in order. The first error cancels the
    /// rest.
    func concurrently<Value: Sendable>(
        _ body: @escaping @Sendable (Element) async throws(ServiceError) -> Value
    ) async throws(ServiceError) -> [Value] {
        // Well below the courier's limit of simultaneous requests.
        let width = 4
        var values: [Value?] = Array<Value?>(repeating: nil, count: count)
        let failure = await withTaskGroup(of: (Int, Result<Value, ServiceError>).self) { group -> ServiceError? in
            var rest = enumerated().makeIterator()
            for (position, element) in (0..<width).lazy.compactMap({ _ in rest.next() }) {
                group.addTask { (position, await result(of: element, body)) }
            }
            while let (position, result) = await group.next() {
                switch result {
                case .success(let value): values[position] = value
                case .failure(let error):
                    group.cancelAll()
                    return error
                }
                if let (position, element) = rest.next() {
                    group.addTask { (position, await RouterNetworks.result(of: element, body)) }
                }
            }
            return nil
        }
        if let failure { throw failure }
        return values.compactMap(\.self)
    }
}

private func result<Element, Value>(
    of element: Element, _ body: (Element) async throws(ServiceError) -> Value
) async -> Result<Value, ServiceError> {
    do throws(ServiceError) { return .success(try await body(element)) } catch { return .failure(error) }
}
