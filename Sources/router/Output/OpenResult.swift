import ExactJSON
import RouterDesktop
import RouterLinux
import SchemeRouter

/// What `router open` prints about the outcome of a link.
struct OpenResult {
    let outcome: Outcome
    let entry: Int64?
    var failureCallback: CallbackDelivery?
    var failureCode: FailureCode?
    var acceptance: Acceptance?
    /// The wallets that could get the link, with the link itself.
    var choice: (wallets: WalletChoice, link: ReadLink)?
    /// The link as received, if it may be shown. Desktops log the errors of the programs that they start.
    var shownLink: [UInt8]?

    /// `{"outcome":…,"id":…,"txid":…,"callback":"started|none|failed","error":…,"sentBy":"network|one-server"}`, and
    /// `"program":"electrum.desktop"` if another program got the link.
    var json: JSON {
        let error: JSON? =
            switch outcome {
            case .rejected(let mistake): Explanation.json(of: mistake)
            case .failed(let failure), .unknown(_, let failure):
                JSON([
                    "code": failure.code.rawValue, "message": failure.message, "hint": failure.hint,
                    "reason": failure.reason, "mykeyCode": failure.dappCode,
                ])
            default: nil
            }
        let json = JSON([
            "outcome": name, "id": entry, "txid": txid, "callback": callback, "error": error,
            "sentBy": acceptance?.rawValue, "program": program,
        ])
        guard let report = choice.map({ HandOverReport($0.wallets, of: $0.link) }), report.hasCandidates else {
            return json
        }
        let lost = program.flatMap(report.leftOut)
        return json.adding(["handOver": report.json]).adding(lost.map { JSON(["leftOut": $0]) } ?? .object([]))
    }

    /// What `router open --dry-run --json` prints: `{"outcome":…,"dryRun":true,"practice":…,"pages":[…]}`.
    static func dryRun(of action: Action, pages: [String]) -> JSON {
        JSON([
            "outcome": action.rawValue, "dryRun": true, "practice": pages.contains { $0.hasPrefix("PRACTICE") },
            "pages": pages,
        ])
    }

    private var name: String {
        switch outcome {
        case .paid: Action.payment.rawValue
        case .finished(let entry, _): entry.request.action.rawValue
        case .toldAddress: Action.address.rawValue
        case .toldKeys: Action.masterPublicKey.rawValue
        case .replied(let result, _): result.action.rawValue
        case .opened(let page): (page == nil ? Action.openHome : .openDapp).rawValue
        case .handedOver: "handed-over"
        case .rejected: "reject"
        case .refused, .timedOut: "cancelled"
        case .failed(let error): error.code == .tooManyPasscodes ? "locked" : "failed"
        case .unknown: "unknown"
        }
    }

    /// The desktop id of the program that got the link; nil if none did.
    var program: String? {
        if case .handedOver(let program) = outcome { program.id } else { nil }
    }

    private var txid: String? {
        switch outcome {
        case .paid(let transaction, _, _): transaction.id.hex
        case .unknown(let transaction, _): transaction.id.hex
        case .finished(let entry, _): entry.transactionID?.hex
        case .replied(let result, _):
            switch result.content {
            case .executed(let id): id.hex
            case .signed, .proved: nil
            }
        default: nil
        }
    }

    private var callback: String {
        switch outcome {
        case .paid(_, _, let delivery), .finished(_, let delivery), .toldAddress(_, let delivery),
            .toldKeys(_, let delivery):
            delivery.name
        case .replied(_, let delivery): delivery.callback.name
        default: failureCallback?.name ?? "none"
        }
    }

    /// The outcome for people, on standard output after success.
    /// - Parameters:
    ///   - link: the link that was opened; nil for a raised fee.
    ///   - coin: the coin that was paid, if there is no link that says so.
    func text(of link: ReadLink?, _ coin: CoinDescriptor? = nil) -> String {
        let news = failureCode == .unknown ? "That the outcome is unknown" : "That it was not done"
        let told = failureCallback.map { "\n\(news): \($0)" } ?? ""
        return ending(of: link, link?.coin ?? coin) + told
    }

    private func ending(of link: ReadLink?, _ coin: CoinDescriptor?) -> String {
        switch outcome {
        case .paid(let transaction, let payment, let delivery):
            "Paid \(coin.map { $0.text(payment.amount) + " " } ?? "")to \(payment.recipient).\nTransaction "
                + "\(transaction.id.hex)\n"
                + (acceptance?.reservation.map { $0 + "\n" } ?? "") + delivery.description + delivery.forCopying
        case .finished(let entry, let delivery):
            "This was already paid; nothing was paid this time.\n"
                + (entry.transactionID.map { "Transaction \($0.hex)\n" } ?? "") + delivery.description
                + delivery.forCopying
        case .toldAddress(let address, let delivery):
            "Address \(address)\n" + delivery.description + delivery.forCopying
        case .toldKeys(_, let delivery): "You agreed to share your master public keys.\n\(delivery)"
        case .replied(let result, let delivery):
            [
                result.summary, delivery.serverProblem.map { "The dapp's server did not accept the result: \($0)" },
                delivery.callback.description + delivery.callback.forCopying,
            ].compactMap(\.self).joined(separator: "\n")
        case .opened(let page):
            page.map {
                "The link names the page of a dapp. Open it yourself if you trust it:\n\(Quoted(exactly: $0.text))"
            }
                ?? "The wallet has no page of its own. To see it, run “router wallet info”."
        case .handedOver(let program):
            "\(Quoted(program.program.name, limit: 80)) got the link."
                + (link == nil ? "" : " This program will not know whether it pays.")
        case .rejected(let error): error.text(of: shownLink)
        case .refused: "You refused; nothing was done."
        case .timedOut: "Nobody answered in time; nothing was done."
        case .failed(let error): error.text
        case .unknown(let transaction, let error):
            "The payment may have been sent: there was no clear answer. Do not pay again.\nTransaction \(transaction.id.hex)\n"
                + error.text
        }
    }
}

extension CallbackDelivery {
    /// Its name in `open --json`.
    var name: String {
        switch self {
        case .started, .told: "started"
        case .none: "none"
        case .failed: "failed"
        }
    }

    /// The callback for the person to pass on. Never one with keys: desktops log the standard output of their programs.
    var forCopying: String {
        callback.map { "\nThe full answer, to copy into the requesting app:\n\($0)" } ?? ""
    }
}

/// The wallets that could get a link, the one that gets it, and what decides that.
struct HandOverReport {
    /// Whether there is any program besides this one.
    var hasCandidates: Bool { !candidates.isEmpty }
    private let candidates: [WalletProgram]
    /// The ways to pay that each of them supports.
    private let takes: [[String]]
    /// What of the link each of them would not receive, by the way to pay that comes first.
    private let leftOut: [LeftOutKeys]
    private let decision: WalletChoice.DecidedBy
    private let lines: [String]
    /// What of the link the chosen program does not receive; nil if none is chosen.
    let leftOutOfChosen: LeftOutKeys?

    /// What `why` prints.
    var text: String { lines.joined(separator: "\n") }

    init(of link: ReadLink, _ context: AppContext) {
        self.init(
            WalletChoice(
                for: link, isHere: context.canPay(link), wallets: context.wallets,
                rules: context.configuration.handOver), of: link, context)
    }

    /// - Parameter context: finds out why a rule cannot apply; nil if nobody asks.
    init(_ choice: WalletChoice, of link: ReadLink, _ context: AppContext? = nil) {
        var seen: Set<[UInt8]> = []
        candidates = choice.ways.compactMap(\.program).filter { seen.insert(Array($0.id.utf8)).inserted }
        takes = candidates.map { program in
            var kinds = choice.ways.filter { $0.program?.id.isSame(program.id) == true }.compactMap {
                $0.instruction?.kind
            }
            if program.schemes.contains("lightning"), !kinds.contains(.lightning) { kinds.append(.lightning) }
            return kinds.map(\.rawValue)
        }
        leftOut = candidates.map { program in
            choice.ways.first { $0.program?.id.isSame(program.id) == true }?.leftOut(of: link)
                ?? .none
        }
        leftOutOfChosen = choice.decided.map { $0.leftOut(of: link) }
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
            let why = context?.obstacle(to: lost.target, scheme: link.request.header.scheme, coin: link.coin)
            lines.append(Self.text(about: lost, why))
        }
        if let program = choice.decided?.program, let lost = leftOutOfChosen, !lost.names.isEmpty {
            lines.append("  Left out for \(Quoted(program.program.name, limit: 80)): \(lost.text)")
        }
        for program in candidates where program != choice.decided?.program {
            lines.append("  Another that could: \(program.shown) (\(Quoted.word(program.source)))")
        }
        if choice.decided?.program != nil || choice.decided == nil, choice.ways.contains(where: { $0.program == nil }) {
            lines.append("  Another that could: this wallet")
        }
        self.lines = lines
    }

    private static func text(about lost: HandOverRule, _ why: String?) -> String {
        "  The rule at \(lost.place ?? "config.yaml") names “\(lost.target.name)”, which \(why ?? "cannot accept it")."
    }

    init(of link: ForeignLink, _ target: LinkExecution.ForeignTarget, _ context: AppContext? = nil) {
        (candidates, takes) = ([target.program], [[]])
        (leftOut, leftOutOfChosen) = ([.none], nil)
        decision = target.rule == nil ? .byDefault : .rule
        lines = [
            "\(link.beginning) is not a payment link; \(target.program.shown) gets it as it is.",
            target.rule.map { "  The rule at \($0.place ?? "config.yaml") says so." }
                ?? "  It had “\(link.scheme):” links before (\(Quoted.word(target.program.source)))",
            target.lostRule.map {
                Self.text(about: $0, context?.obstacle(to: $0.target, scheme: link.scheme, coin: nil))
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

    /// What of the link a program does not receive; nil if there is nothing.
    func leftOut(by program: String) -> [String]? {
        guard let index = candidates.firstIndex(where: { $0.id.isSame(program) }) else { return nil }
        return leftOut[index].names.isEmpty ? nil : leftOut[index].names
    }

    /// `{"candidates":[{"name":…,"desktop":…,"takes":[…],"leftOut":[…]}],"decidedBy":"rule|default|ask"}`.
    var json: JSON {
        JSON([
            "candidates": candidates.indices.map { index in
                let candidate = JSON([
                    "name": candidates[index].program.name, "desktop": candidates[index].id, "takes": takes[index],
                ])
                let lost = leftOut[index].names
                return lost.isEmpty ? candidate : candidate.adding(["leftOut": lost])
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

extension AppContext {
    /// Whether this wallet has what a link needs.
    func canPay(_ link: ReadLink) -> Bool {
        guard let payment = link.request.payable,
            !payment.instructions.contains(where: { $0.isRequired && $0.kind != .onchain })
        else { return link.request.action != .payment }
        return (try? networks.network(of: link.coin)) != nil
    }
}

extension AppContext {
    /// Why a wallet that a rule names cannot get a link, as the end of a sentence about it.
    /// - Parameter coin: the coin of the link; nil if it is no payment link.
    func obstacle(to target: HandOverRule.Target, scheme: String, coin: CoinDescriptor?) -> String {
        guard case .program(let id) = target else {
            do throws(ServiceError) {
                if let coin { _ = try networks.network(of: coin) }
                return "cannot do what this link asks for"
            } catch {
                return
                    "cannot pay it: \(error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message)"
            }
        }
        let known = wallets.handlers(ofScheme: scheme).first { $0.id.isSame(id) }
        guard let known, !known.isAbsent else {
            let isInstalled = xdg.applicationDirectories.contains { Linux.stat("\($0)/\(id)") != nil }
            return isInstalled ? "is installed, but does not take “\(scheme):” links" : "is not installed"
        }
        if let refusal = known.refusal { return "gets no links: \(refusal)" }
        return "does not take the way to pay that this link asks for"
    }
}

extension HandOverReport {
    /// The report for a link, whether or not it could be read; nil if no other program could get it.
    init?(of reading: Result<ReadLink, RequestError>, _ bytes: [UInt8], _ context: AppContext) {
        switch reading {
        case .success(let link): self.init(of: link, context)
        case .failure:
            guard let link = context.router.foreignLink(bytes),
                let target = LinkExecution.target(
                    of: link, wallets: context.wallets, rules: context.configuration.handOver)
            else { return nil }
            self.init(of: link, target)
        }
        guard !candidates.isEmpty else { return nil }
    }
}

/// What `router explain` says about the ways to pay that a link offers.
struct InstructionExplanation {
    let instructions: [PaymentInstruction]

    /// Writes them as a member of the JSON object, in the order of the link. An absent member means null.
    func write(to json: inout JSONWriter) {
        json.beginArray("instructions")
        for instruction in instructions { Self.write(instruction, to: &json) }
        json.endArray()
    }

    private static func write(_ instruction: PaymentInstruction, to json: inout JSONWriter) {
        json.beginObject()
        json.add("kind", instruction.kind.rawValue)
        json.add("text", instruction.text)
        json.add("checked", instruction.checked.rawValue)
        json.add("amountMsat", instruction.amountMsat)
        json.add("description", instruction.description?.text)
        json.add("expires", instruction.expires)
        json.add("server", instruction.server)
        if let currency = instruction.currency { json.add("currency", currency) }
        if let payee = instruction.payee { json.add("payee", payee) }
        if let issuer = instruction.issuer { json.add("issuer", issuer.text) }
        if let amount = instruction.amountMinor { json.add("amountMinor", amount) }
        if !instruction.fallbacks.isEmpty { json.add("fallback", instruction.fallbacks) }
        json.endObject()
    }
}
