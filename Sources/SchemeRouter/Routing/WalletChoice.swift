/// The wallets that can carry out a link – this one and the person's other programs – and the chosen one (S15).
public struct WalletChoice: Sendable {
    /// A wallet, with its way to pay.
    public struct Way: Sendable, Hashable {
        /// Another program, and the link that it would receive; nil for this wallet.
        let other: Other?

        struct Other: Sendable, Hashable {
            let program: WalletProgram
            let link: OutgoingLink
        }

        /// The other program; nil for this wallet.
        public var program: WalletProgram? { other?.program }

        /// What of the link the other program would not receive; nothing for this wallet.
        public func leftOut(of link: ReadLink) -> LeftOutKeys {
            guard let other else { return .none }
            return link.leftOut(from: other.link.text, paying: other.link.instruction)
        }

        /// The way to pay that the other program would receive; nil for this wallet.
        public var instruction: PaymentInstruction? { other?.link.instruction }

        static let here = Way(other: nil)
    }

    /// How the choice was made. The raw values are those of `explain --json`.
    public enum DecidedBy: String, Sendable, Hashable {
        /// A rule of the person's settings.
        case rule
        /// There is only one way, or one program previously had the scheme.
        case byDefault = "default"
        /// The person chooses.
        case ask
        /// The command names the program.
        case command
    }

    /// All ways, the default one first and this wallet last.
    public let ways: [Way]
    /// The way that is used; nil if the person chooses among ``ways``.
    public let decided: Way?
    /// How the choice was made.
    public let decision: DecidedBy
    /// The rule that decided; nil if none did.
    public let rule: HandOverRule?
    /// A rule that would decide if its program existed.
    public let lostRule: HandOverRule?

    /// Finds the wallets that can carry out a link.
    /// - Parameters:
    ///   - link: the link.
    ///   - isHere: whether this wallet can.
    ///   - wallets: the wallet programs.
    ///   - rules: the person's rules.
    ///   - target: the program that a command names (``HandOverRule/Target``); nil if it names none.
    public init(
        for link: ReadLink, isHere: Bool, wallets: any WalletPrograms, rules: [HandOverRule],
        target: HandOverRule.Target? = nil
    ) {
        // Only the first of several invoices: a list of them would hide the other wallets, and nobody could distinguish
        // them.
        var kinds: Set<PaymentInstruction.Kind> = []
        let links = link.outgoing.filter { kinds.insert($0.instruction.kind).inserted }
        let others = links.flatMap { outgoing in
            wallets.candidates(forScheme: outgoing.scheme).filter(\.isWallet).map {
                Way(other: Way.Other(program: $0, link: outgoing))
            }
        }
        let all = Self.withWholeLinks(others, of: link, wallets, rules) + (isHere ? [.here] : [])
        let amount = link.askedAmount
        if let target {
            (rule, lostRule) = (nil, nil)
            ways = Self.ways(all, of: target)
            decided = ways.count == 1 ? ways[0] : nil
            decision = .command
            return
        }
        let fitting = rules.first { $0.fits(link.request.header, amount: amount) }
        let named = fitting.map { Self.ways(all, of: $0.target) } ?? []
        rule = named.isEmpty ? nil : fitting
        lostRule = named.isEmpty ? fitting : nil
        // An “ask” rule applies even if there is only one other program.
        let isAsked = rule?.target == .ask && all.count > 1
        ways = named.isEmpty ? all : named
        if isAsked || named.count > 1 {
            decided = nil
        } else if lostRule != nil {
            // Another program would not be the one that the person meant.
            decided = all.count == 1 ? all[0] : nil
        } else {
            decided = named.first ?? Self.natural(all)
        }
        decision = decided == nil ? .ask : named.isEmpty || rule?.target == .ask ? .byDefault : .rule
    }

    /// The ways to pay, with one instead of all those of a program that is known to read the whole link.
    private static func withWholeLinks(
        _ others: [Way], of link: ReadLink, _ wallets: any WalletPrograms, _ rules: [HandOverRule]
    ) -> [Way] {
        guard link.isMoreThanPlain else { return others }
        let whole = wallets.candidates(forScheme: link.request.header.scheme).filter(\.isWallet).compactMap { program in
            link.whole(for: rules.reads(of: program, link)).map { Way(other: Way.Other(program: program, link: $0)) }
        }
        var placed: [String] = []
        let kept = others.compactMap { way -> Way? in
            guard let id = way.program?.id, let new = whole.first(where: { $0.program?.id.isSame(id) == true }) else {
                return way
            }
            guard !placed.contains(where: { $0.isSame(id) }) else { return nil }
            placed.append(id)
            return new
        }
        return kept + whole.filter { way in !placed.contains { $0.isSame(way.program?.id ?? "") } }
    }

    /// The only way, or the only way of the program that previously had the scheme, if this wallet is not an option.
    private static func natural(_ ways: [Way]) -> Way? {
        if ways.count == 1 { return ways[0] }
        guard !ways.contains(.here), let before = ways.first?.program, before.origin == .before else { return nil }
        let own = ways.filter { $0.program?.id.isSame(before.id) == true }
        return own.count == 1 ? own[0] : nil
    }

    private static func ways(_ ways: [Way], of target: HandOverRule.Target) -> [Way] {
        switch target {
        case .program(let id): ways.filter { $0.program?.id.isSame(id) == true }
        case .here: ways.filter { $0 == .here }
        case .ask: ways
        }
    }
}

extension [HandOverRule] {
    /// What a program is known to read in a link: what was measured, and what the person's own rules for it say.
    fileprivate func reads(of program: WalletProgram, _ link: ReadLink) -> ProgramReads {
        let header = link.request.header
        return reduce(into: ProgramTable.shipped.reads(of: program.id)) { reads, rule in
            guard let more = rule.reads, case .program(let id) = rule.target, id.isSame(program.id),
                rule.fits(scheme: header.scheme, coin: header.coin)
            else { return }
            reads = reads.adding(more)
        }
    }
}

extension ReadLink {
    /// The requested amount, for people, whichever way is paid; nil if the link has none, if its ways to pay differ, or
    /// if it is not a whole number of the coin's smallest unit.
    var shownAmount: Amount? {
        switch request {
        case .payment(let payment):
            guard payment.amount == nil, payment.address == nil, payment.details == nil else { return payment.amount }
            let amounts = Set(payment.instructions.map(\.exactAmount))
            return amounts.count == 1 ? amounts.first ?? nil : nil
        case .foreign(let request): return request.paidAmount
        case .address, .key, .scanQR, .login, .actions, .sign, .open: return nil
        }
    }

    /// The requested amount, for limits and rules; nil if the link has none.
    var askedAmount: Amount? {
        switch request {
        case .payment(let payment):
            if let details = payment.details { return details.amountOfCoin }
            // A price in another currency does not exclude the address: the person enters its amount.
            return payment.amount
                ?? payment.instructions.lazy.compactMap(\.amount).first { payment.address == nil || $0 < .largest }
        case .foreign(let request): return request.amountOfCoin
        case .address, .key, .scanQR, .login, .actions, .sign, .open: return nil
        }
    }

    /// What it costs if another wallet is given this way to pay.
    func cost(by instruction: PaymentInstruction) -> LinkCost {
        switch request {
        // Everything else in a described link counts in addition to the payload.
        case .payment(let payment): payment.details?.cost ?? instruction.cost(besides: payment.amount)
        case .foreign(let request): request.cost
        case .actions: .decidedElsewhere
        case .address, .key, .scanQR, .login, .sign, .open: .nothing
        }
    }
}

extension PaymentInstruction {
    /// Its own amount, for people; nil if it has none in the coin, has only that of one item, or a fraction of the coin's
    /// smallest unit.
    var exactAmount: Amount? {
        isPerItem
            ? nil
            : amountMsat.flatMap { msat in
                let (units, rest) = msat.quotientAndRemainder(dividingBy: 1_000)
                return currency == nil && rest == 0 ? Amount(units: units) : nil
            }
    }

    /// Its own amount, rounded up to the coin's smallest unit: limits apply to it as to the link's amount. A price in
    /// another currency cannot be converted, so it exceeds every limit; that of one item says nothing about the sum.
    var amount: Amount? {
        guard !isPerItem else { return nil }
        guard currency == nil else { return .largest }
        return amountMsat.flatMap { msat in
            let (units, rest) = msat.quotientAndRemainder(dividingBy: 1_000)
            return Amount(units: rest > 0 ? units + 1 : units)
        }
    }
}
