import ExactJSON
import RouterDesktop
import SchemeRouter

/// The wallets that could get a link, the one that gets it, and what decides that.
struct HandOverReport {
    /// Whether there is any program besides this one.
    var hasCandidates: Bool { !candidates.isEmpty }
    private let candidates: [WalletProgram]
    /// The ways to pay that each of them supports.
    private let takes: [[String]]
    private let decision: WalletChoice.DecidedBy
    private let lines: [String]

    /// What `why` prints.
    var text: String { lines.joined(separator: "\n") }

    init(of link: ReadLink, _ installation: Installation) {
        self.init(
            WalletChoice(
                for: link, isHere: installation.canPay(link), wallets: installation.wallets,
                rules: installation.configuration.handOver))
    }

    init(_ choice: WalletChoice) {
        var seen: Set<[UInt8]> = []
        candidates = choice.ways.compactMap(\.program).filter { seen.insert(Array($0.id.utf8)).inserted }
        takes = candidates.map { program in
            var kinds = choice.ways.filter { $0.program?.id.isSame(program.id) == true }.compactMap {
                $0.instruction?.kind
            }
            if program.schemes.contains("lightning"), !kinds.contains(.lightning) { kinds.append(.lightning) }
            return kinds.map(\.rawValue)
        }
        decision = choice.decision
        var lines: [String] = []
        switch (choice.decided, choice.ways.isEmpty) {
        case (_, true): lines.append("No wallet installed here can do what this link asks.")
        case (nil, false): lines.append("You are asked which wallet gets this link.")
        case (let way?, false):
            lines.append(way.program.map { "\($0.shown) gets this link." } ?? "This wallet does what the link asks.")
        }
        if let rule = choice.rule {
            lines.append("  The rule at \(rule.place ?? "config.yaml") says so.")
        } else if let program = choice.decided?.program {
            lines.append("  \(Self.reason(program, isOnly: choice.ways.count == 1)) (\(Quoted.word(program.source)))")
        } else if choice.decided == nil, !choice.ways.isEmpty {
            lines.append("  No rule in config.yaml fits, and several wallets could.")
        }
        if let lost = choice.lostRule {
            lines.append(
                "  The rule at \(lost.place ?? "config.yaml") names “\(lost.target.name)”, which cannot accept it.")
        }
        for program in candidates where program != choice.decided?.program {
            lines.append("  Another that could: \(program.shown) (\(Quoted.word(program.source)))")
        }
        if choice.decided?.program != nil || choice.decided == nil, choice.ways.contains(where: { $0.program == nil }) {
            lines.append("  Another that could: this wallet")
        }
        self.lines = lines
    }

    init(of link: ForeignLink, _ target: LinkExecution.ForeignTarget) {
        (candidates, takes) = ([target.program], [[]])
        decision = target.rule == nil ? .byDefault : .rule
        lines = [
            "\(link.beginning) is not a payment link; \(target.program.shown) gets it as it is.",
            target.rule.map { "  The rule at \($0.place ?? "config.yaml") says so." }
                ?? "  It had “\(link.scheme):” links before (\(Quoted.word(target.program.source)))",
            target.lostRule.map {
                "  The rule at \($0.place ?? "config.yaml") names “\($0.target.name)”, which cannot accept it."
            },
        ].compactMap(\.self)
    }

    private static func reason(_ program: WalletProgram, isOnly: Bool) -> String {
        switch program.origin {
        case .before: "It had such links before this program was registered"
        case .byDefault: "It is the default of the desktop"
        case .added: "It was added for such links"
        case .entry: isOnly ? "It is the only program that accepts such links" : "Its entry names such links"
        }
    }

    /// `{"candidates":[{"name":…,"desktop":…,"takes":[…]}],"decidedBy":"rule|default|ask"}`.
    var json: JSON {
        JSON([
            "candidates": zip(candidates, takes).map { program, takes in
                JSON(["name": program.program.name, "desktop": program.id, "takes": takes])
            }, "decidedBy": decision.rawValue,
        ])
    }
}

extension WalletProgram {
    /// `“Electrum” (electrum.desktop, /usr/bin/electrum)`.
    var shown: String {
        "\(Quoted(program.name, limit: 80)) (\(Quoted.word(id)), \(container ?? Quoted.word(program.executable)))"
    }
}

extension Installation {
    /// Whether this wallet has what a link needs.
    func canPay(_ link: ReadLink) -> Bool {
        guard case .payment(let payment) = link.request,
            !payment.instructions.contains(where: { $0.isRequired && $0.kind != .onchain })
        else { return link.request.action != .payment }
        return (try? networks.network(of: link.coin)) != nil
    }
}

extension HandOverReport {
    /// The report for a link, whether or not it could be read; nil if no other program could get it.
    init?(of reading: Explanation.Reading, _ bytes: [UInt8], _ installation: Installation) {
        switch reading {
        case .link(let link): self.init(of: link, installation)
        case .mistake:
            guard let link = installation.router.foreignLink(bytes),
                let target = LinkExecution.target(
                    of: link, wallets: installation.wallets, rules: installation.configuration.handOver)
            else { return nil }
            self.init(of: link, target)
        }
        guard !candidates.isEmpty else { return nil }
    }
}
