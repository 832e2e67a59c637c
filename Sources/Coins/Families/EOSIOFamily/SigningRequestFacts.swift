import ExactJSON
import RouterBytes
import RouterEOSIO
import SchemeRouter

extension SigningRequestReading {
    /// The request as the payload of a described link.
    package var payload: DecodedPayload {
        let isIdentity: Bool
        if case .identity = request.content { isIdentity = true } else { isIdentity = false }
        return DecodedPayload(action: isIdentity ? .login : .transaction, facts: facts, warnings: warnings)
    }

    // MARK: Facts

    private var facts: [LinkFact] {
        var facts: [LinkFact] = []
        switch request.content {
        case .identity(let identity): facts += Self.facts(of: identity)
        case .actions(let actions): facts.append(Self.fact(of: actions))
        case .transaction(let transaction): facts += [Self.fact(of: transaction.actions)] + Self.header(transaction)
        }
        facts.append(LinkFact("chain", title: "chain", Self.value(of: request.chain), shown: shown(request.chain)))
        if let chains = request.chains {
            facts.append(
                LinkFact(
                    "chains", title: "only on one of these chains", .list(chains.map(Self.value)),
                    shown: .list(chains.map(shown))))
        }
        facts.append(
            LinkFact("broadcast", title: "your wallet sends it to the network", .flag(request.isBroadcast)))
        if !request.callback.isEmpty {
            facts.append(LinkFact("callbackURL", title: "the answer goes to", .text(request.callback)))
        }
        facts.append(
            LinkFact(
                "background", title: "how the answer is delivered", .flag(request.isBackground),
                shown: .own(
                    request.callback.isEmpty
                        ? "there is no answer"
                        : request.isBackground ? "it is sent in the background" : "the link is opened")))
        if let signer = request.signer {
            facts.append(
                LinkFact(
                    "signer", title: "signed by (not verified)", .name(signer.description), shown: Self.shown(signer)))
        }
        let info = request.info.filter { !$0.isChains }
        if !info.isEmpty {
            facts.append(
                LinkFact("info", title: "it also says", .list(info.map(Self.value)), shown: .list(info.map(Self.shown)))
            )
        }
        facts.append(LinkFact("version", title: "version of the request", .number(Int64(request.version))))
        return facts
    }

    private static func facts(of identity: SigningRequest.Identity) -> [LinkFact] {
        var facts: [LinkFact] = []
        if let scope = identity.scope {
            facts.append(
                LinkFact(
                    "scope", title: "the proof is for", .name(scope.description),
                    shown: scope.value == 0 ? .own("nobody in particular: the request does not name anyone") : nil))
        }
        let level = identity.permission
        facts.append(
            LinkFact(
                "permission", title: "whose proof", level.map { value(of: $0) } ?? .null,
                shown: level.map(shown) ?? .own("any account of yours")))
        return facts
    }

    private static func fact(of actions: [TransactionAction]) -> LinkFact {
        LinkFact(
            "actions", title: "contract calls", .list(actions.map(value)), shown: .list(actions.map(shown)))
    }

    /// The header of a whole transaction; empty if the signer builds it.
    private static func header(_ transaction: Transaction) -> [LinkFact] {
        var facts: [LinkFact] = []
        if transaction.hasHeader {
            let reference = transaction.reference
            facts.append(
                LinkFact("expiration", title: "expires at (UTC)", .name(transaction.expiration.description)))
            facts.append(
                LinkFact(
                    "referenceBlock", title: "valid only on a chain with this block",
                    .fields([
                        .init("number", .number(Int64(reference.number))),
                        .init("prefix", .number(Int64(reference.prefix))),
                    ])))
        }
        if transaction.maxNetUsageWords > 0 {
            facts.append(
                LinkFact(
                    "maxNetUsageWords", title: "most network bandwidth, in words of 8 bytes",
                    .number(Int64(transaction.maxNetUsageWords))))
        }
        if transaction.maxCPUUsageMilliseconds > 0 {
            facts.append(
                LinkFact(
                    "maxCPUUsageMilliseconds", title: "most CPU time, in milliseconds",
                    .number(Int64(transaction.maxCPUUsageMilliseconds))))
        }
        if transaction.delaySeconds > 0 {
            facts.append(
                LinkFact("delay", title: "delay in seconds", .number(Int64(transaction.delaySeconds))))
        }
        if !transaction.contextFreeActions.isEmpty {
            facts.append(
                LinkFact(
                    "contextFreeActions", title: "context-free actions",
                    .list(transaction.contextFreeActions.map(value)),
                    shown: .list(transaction.contextFreeActions.map(shown))))
        }
        return facts
    }

    private static func value(of chain: SigningRequest.Chain) -> LinkFact.Value {
        switch chain {
        case .alias(let alias): .fields([.init("alias", .number(Int64(alias)))])
        case .id(let id): .fields([.init("id", .name(id.hex))])
        }
    }

    private func shown(_ chain: SigningRequest.Chain) -> LinkFact.Value {
        switch chain {
        case .any: .own("any chain you choose")
        case .id(let id): .name(id.hex)
        case .alias(let alias):
            .own("number \(alias), \(link.scheme.links?.chains.first { $0.number == alias }?.chainID.hex ?? "")")
        }
    }

    private static func value(of level: PermissionLevel) -> LinkFact.Value {
        .list([.name(level.actor.description), .name(level.permission.description)])
    }

    /// A permission. Names are short words, so they need no quotation marks.
    private static func shown(_ level: PermissionLevel) -> LinkFact.Value {
        .own("\(words(level.actor)) with \(words(level.permission, isPermission: true))")
    }

    /// A name for people. As a permission, both placeholders mean the signer's.
    private static func words(_ name: Name, isPermission: Bool = false) -> String {
        switch name {
        case .signer where isPermission, .signerPermission: "your permission"
        case .signer: "your account"
        case Name(value: 0): isPermission ? "a permission without a name" : "an account without a name"
        default: isPermission ? "the permission \(name)" : name.description
        }
    }

    private static func shown(_ name: Name) -> LinkFact.Value {
        switch name {
        case .signer, .signerPermission: .own(words(name))
        case Name(value: 0): .own("an empty name")
        default: .name(name.description)
        }
    }

    /// A name that cannot be a placeholder.
    private static func plain(_ name: Name) -> LinkFact.Value {
        name.value == 0 ? .own("an empty name") : .name(name.description)
    }

    private static func value(of action: TransactionAction) -> LinkFact.Value {
        .fields([
            .init("account", .name(action.account.description)), .init("name", .name(action.name.description)),
            .init("authorization", .list(action.authorization.map(value))), .init("data", .name(action.data.hex)),
        ])
    }

    private static func value(of info: SigningRequest.Info) -> LinkFact.Value {
        .fields([
            .init("key", .text(info.key)),
            .init("value", text(of: info).map(LinkFact.Value.text) ?? .name(info.value.hex)),
        ])
    }

    /// Text is quoted, and bytes follow one of our own words: “0102” is not 01 02.
    private static func shown(_ info: SigningRequest.Info) -> LinkFact.Value {
        .fields([
            .init("key", .text(info.key)),
            .init("value", text(of: info).map(LinkFact.Value.text) ?? .own("bytes \(info.value.hex)")),
        ])
    }

    /// The text of its bytes, if they are all visible; otherwise nil.
    private static func text(of info: SigningRequest.Info) -> String? {
        guard let text = String(validating: info.value, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0 == " " || $0.isUnambiguouslyVisible })
        else { return nil }
        return text
    }

    // MARK: For people

    private static func shown(_ action: TransactionAction) -> LinkFact.Value {
        let signers: [LinkFact.Value] = action.authorization.map(shown)
        var fields: [LinkFact.Field] = [
            .init("contract", plain(action.account)), .init("action", plain(action.name)),
            .init("authorised by", signers.isEmpty ? .own("nobody") : .list(signers)),
        ]
        if case .structure(let content)? = decoded(action) {
            fields += content.map { .init($0.name, shown($0.value)) }
        } else {
            fields.append(.init("data", .name(action.data.hex)))
        }
        return .fields(fields)
    }

    private static func shown(_ value: ABIValue) -> LinkFact.Value {
        switch value {
        case .name(let name): shown(name)
        case .string(let text): .text(text)
        case .asset(let asset): .own(asset.description)
        case .structure(let fields): .fields(fields.map { .init($0.name, shown($0.value)) })
        case .array(let values): .list(values.map(shown))
        case .optional(let value): value.map(shown) ?? .null
        case .bool(let flag): .flag(flag)
        default: .name(value.json.string ?? value.json.text)
        }
    }

    /// The data of an action, if this program knows its contract.
    static func decoded(_ action: TransactionAction) -> ABIValue? {
        KnownInterfaces.interface(of: action.account).flatMap { try? action.decoded(by: $0) }
    }

    // MARK: Warnings

    private var warnings: [LinkWarning] {
        var warnings: [LinkWarning] = []
        if let server {
            if server.namesThisComputer || server.isPrivate {
                warnings.append(
                    .serverIsLocal("The server is this computer or is on its local network", server.host))
            }
            if server.isPlain {
                warnings.append(LinkWarning(.serverIsPlain, "The connection to the server is not encrypted."))
            }
        }
        if let action = request.actions.first(where: Self.isUnread) {
            warnings.append(
                LinkWarning(
                    .notChecked,
                    "The data of “\(action.name)” of \(action.account) could not be decoded here: check it in your wallet."
                ))
        }
        let calls = request.actions.map { action in
            ActionCall(
                contract: action.account.description, name: action.name.description,
                data: Self.guessed(action)?.json ?? .null, note: nil)
        }
        let contextFree: Bool
        if case .transaction(let transaction) = request.content {
            contextFree = !transaction.contextFreeActions.isEmpty || !transaction.extensions.isEmpty
        } else {
            contextFree = false
        }
        if contextFree {
            warnings.append(
                LinkWarning(
                    .notChecked, "The transaction has parts that are not decoded here: check them in your wallet."))
        }
        return warnings + ActionWarnings.about(calls, token: coin?.ticker ?? "")
    }

    /// The probable data of an action, for warnings: contracts with a transfer action have adopted it from the chain's
    /// own token.
    private static func guessed(_ action: TransactionAction) -> ABIValue? {
        guard let interface = interface(of: action) else { return nil }
        do {
            return try action.decoded(by: interface)
        } catch .data(let error) where error.code == .trailingBytes {
            // Contracts read the data they need, and ignore the rest.
            let read = TransactionAction(
                account: action.account, name: action.name, authorization: [],
                data: Array(action.data.prefix(error.offset)))
            return try? read.decoded(by: interface)
        } catch {
            return nil
        }
    }

    /// Whether this program knows the type of an action's data, and the data does not match it.
    private static func isUnread(_ action: TransactionAction) -> Bool {
        interface(of: action).map { (try? action.decoded(by: $0)) == nil } ?? false
    }

    private static func interface(of action: TransactionAction) -> ABI? {
        if let known = KnownInterfaces.interface(of: action.account) { return known }
        guard action.name.description == "transfer" else { return nil }
        return (try? Name(KnownTokens.system)).flatMap { KnownInterfaces.interface(of: $0) }
    }
}

extension Transaction {
    /// Whether it has a header of its own, which its signer must keep.
    package var hasHeader: Bool {
        expiration.seconds != 0 || reference.number != 0 || reference.prefix != 0
    }
}
