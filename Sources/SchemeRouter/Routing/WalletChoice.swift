/// Which wallets can carry out a link – this one, and other programs of the person – and which of them is meant (S15).
public struct WalletChoice: Sendable {
    /// One of them.
    public struct Way: Sendable, Hashable {
        /// Another program, and the link that it would receive; nil for this wallet.
        let other: Other?

        struct Other: Sendable, Hashable {
            let program: WalletProgram
            let link: OutgoingLink
        }

        /// The other program; nil for this wallet.
        public var program: WalletProgram? { other?.program }

        /// The way to pay that the other program would receive; nil for this wallet.
        public var instruction: PaymentInstruction? { other?.link.instruction }

        static let here = Way(other: nil)
    }

    /// By what it is decided. The raw values are those of `explain --json`.
    public enum DecidedBy: String, Sendable, Hashable {
        /// A rule of the person's settings.
        case rule
        /// There is one way, or one program had the scheme before.
        case byDefault = "default"
        /// The person chooses.
        case ask
        /// The command names the program.
        case command
    }

    /// All ways, the natural one first and this wallet last.
    public let ways: [Way]
    /// The way that is used; nil if the person chooses among ``ways``.
    public let decided: Way?
    /// By what it is decided.
    public let decision: DecidedBy
    /// The rule that decides; nil where none does.
    public let rule: HandOverRule?
    /// The rule that would decide if the program that it names were there.
    public let lostRule: HandOverRule?

    /// Looks who can carry out a link.
    /// - Parameters:
    ///   - link: the link.
    ///   - isHere: whether this wallet can.
    ///   - wallets: the wallet programs.
    ///   - rules: what the person decided before.
    ///   - target: the program that a command names (``HandOverRule/Target``); nil where none does.
    public init(
        for link: ReadLink, isHere: Bool, wallets: any WalletPrograms, rules: [HandOverRule],
        target: HandOverRule.Target? = nil
    ) {
        // Of several invoices the first: a list of them would hide the other wallets, and nobody could tell them apart.
        var kinds: Set<PaymentInstruction.Kind> = []
        let links = link.outgoing.filter { kinds.insert($0.instruction.kind).inserted }
        let others = links.flatMap { outgoing in
            wallets.candidates(forScheme: outgoing.scheme).filter(\.isWallet).map {
                Way(other: Way.Other(program: $0, link: outgoing))
            }
        }
        let all = others + (isHere ? [.here] : [])
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
        // A rule that says “ask” is followed even where there is only one other program.
        let isAsked = rule?.target == .ask && all.count > 1
        ways = named.isEmpty ? all : named
        if isAsked || named.count > 1 {
            decided = nil
        } else if lostRule != nil {
            // What comes next was not what the person meant.
            decided = all.count == 1 ? all[0] : nil
        } else {
            decided = named.first ?? Self.natural(all)
        }
        decision = decided == nil ? .ask : named.isEmpty || rule?.target == .ask ? .byDefault : .rule
    }

    /// The only way, or the only one by the program that had the scheme before, if this wallet is not an option.
    private static func natural(_ ways: [Way]) -> Way? {
        if ways.count == 1 { return ways[0] }
        guard !ways.contains(.here), let before = ways.first?.program, before.origin == .before else { return nil }
        let own = ways.filter { $0.program?.id == before.id }
        return own.count == 1 ? own[0] : nil
    }

    private static func ways(_ ways: [Way], of target: HandOverRule.Target) -> [Way] {
        switch target {
        case .program(let id): ways.filter { $0.program?.id == id }
        case .here: ways.filter { $0 == .here }
        case .ask: ways
        }
    }
}

extension ReadLink {
    /// How much a payment is asked for, for people; nil where the link does not say, or that cannot be counted.
    var shownAmount: Amount? { askedAmount.flatMap { $0 == .largest ? nil : $0 } }

    /// How much a payment is asked for, for limits and rules; nil where the link does not say.
    var askedAmount: Amount? {
        switch request {
        case .payment(let payment):
            // A price in another currency does not exclude the address: the person enters its amount.
            payment.amount ?? payment.instructions.lazy.compactMap(\.amount).first { $0 < .largest }
        case .otherPayment(let payment): payment.amount ?? payment.instructions.lazy.compactMap(\.amount).first
        case .described(let request): request.amountOfCoin
        case .address, .key, .scanQR, .login, .actions, .sign, .open: nil
        }
    }

    /// How much another wallet is asked for, if it is asked by this way.
    func amount(by instruction: PaymentInstruction) -> Amount? {
        // What accompanies a payload counts as well.
        if case .described = request { return askedAmount }
        return instruction.amount ?? askedAmount
    }
}

extension PaymentInstruction {
    /// The amount that it says itself, rounded up to the coin's smallest unit: limits hold for it as for the link's own. A price
    /// in another currency cannot be counted, and is more than any limit.
    var amount: Amount? {
        guard currency == nil else { return .largest }
        return amountMsat.flatMap { msat in
            let (units, rest) = msat.quotientAndRemainder(dividingBy: 1_000)
            return Amount(units: rest > 0 ? units + 1 : units)
        }
    }
}
