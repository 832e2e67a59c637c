import SchemeRouter

/// The proposal matches the request (S11).
enum IntentChecks {
    static let all: [ConformanceCheck] = [
        proposal("intent-recipient", "a payment goes to the recipient of its request, byte for byte (S11)") {
            intent, request, _ in
            request.address?.utf8.elementsEqual(intent.recipient.utf8) == true
                ? nil : "it pays \(Quoted(intent.recipient, limit: 120))"
        },
        proposal("intent-amount", "a payment has exactly the amount of its request (S11)") { intent, request, _ in
            intent.amount == request.amount ? nil : "it pays \(intent.amount.units)"
        },
        proposal("intent-network", "a payment is made on the network of its request, by the person's own keys (S11)") {
            intent, _, services in
            intent.chain == services.chain.id && intent.prepared == nil ? nil : "it pays on \(intent.chain)"
        },
        proposal("intent-inputs", "a payment spends what it was given, each output once (S11)") {
            intent, _, services in
            let isOwn = intent.inputs.allSatisfy(services.utxos.contains)
            let isOnce = Set(intent.inputs.map(\.outpoint)).count == intent.inputs.count
            return isOwn && isOnce && !intent.inputs.isEmpty
                ? nil : "it spends \(intent.inputs.count) others, or one twice"
        },
        proposal("intent-change", "change goes to the address that was given for it, and is not too small (S11)") {
            intent, _, services in
            guard let change = intent.change else { return nil }
            return change.path == services.changeAddress.path && change.amount >= services.chain.coin.dust
                ? nil : "it has change of \(change.amount.units) at \(change.path)"
        },
        proposal("intent-fee", "the fee is what is left, and within the coin's limit (S11)") { intent, _, services in
            guard let fee = intent.fee else { return "it spends more than it has" }
            guard let rate = services.chain.coin.addressLedger?.feePerKB.max else { return "the coin has no addresses" }
            let size = Int64(12 + intent.inputs.count * 148 + 2 * 43)
            let (highest, overflow) = rate.units.multipliedReportingOverflow(by: size)
            return overflow || fee.units <= highest / 1_000 ? nil : "the fee is \(fee.units)"
        },
        proposal("intent-pure", "the same is proposed for the same request", again: true) { _, _, _ in nil },
        ConformanceCheck(
            "intent-shortage", "too little money is said, and nothing is proposed", needs: ["link-read", "link-amount"]
        ) { harness in
            var notes = Notes()
            for (known, plugin, request, services) in payments(of: harness) {
                guard await intent(plugin, request, services).value != nil else { continue }
                let poor = PaymentServices(
                    chain: services.chain, utxos: [], changeAddress: services.changeAddress,
                    feePerKB: services.feePerKB)
                let found = await intent(plugin, request, poor)
                notes.expect(
                    found.error?.code == .insufficientFunds,
                    "\(ConformanceHarness.shown(known.link)), without money: \(found.error?.code.rawValue ?? "it proposes a payment")"
                )
            }
            return notes.verdict(else: none)
        },
        ConformanceCheck(
            "intent-question", "what must be asked is asked once, and how much where the link does not say",
            needs: ["link-read"]
        ) { harness in
            var notes = Notes()
            for known in harness.known {
                guard case .payments(let plugin) = harness.plugin.ability, let request = known.payment,
                    let facts = try? harness.stage(known).facts
                else { continue }
                var answers = Answers()
                var asked: [Question] = []
                while let question = plugin.question(about: request, answers: answers, on: facts), asked.count < 5 {
                    asked.append(question)
                    switch question {
                    case .amount: answers.amount = known.coin.dust
                    case .lock: answers.usesLock = true
                    }
                }
                notes.expect(
                    Set(asked).count == asked.count && asked.count < 5,
                    "\(ConformanceHarness.shown(known.link)) is asked about again")
                notes.expect(
                    asked.contains(.amount) == (request.amount == nil),
                    "\(ConformanceHarness.shown(known.link)): the amount is \(asked.contains(.amount) ? "" : "not ")asked for"
                )
            }
            return notes.verdict(else: "no good link asks for a payment to an address")
        },
        ConformanceCheck(
            "intent-own-address", "the address that is told is the wallet's, on the same network (S11)",
            needs: ["link-read"]
        ) { harness in
            var notes = Notes()
            for known in harness.known {
                guard case .payments(let plugin) = harness.plugin.ability, case .address(let header) = known.request,
                    let stage = try? harness.stage(known), let facts = stage.facts, stage.network?.wallet == nil
                else { continue }
                let told = try? await plugin.address(header, of: stage.wallet, on: facts)
                let own = try? told.flatMap { (told) throws(ServiceError) in
                    try stage.wallet.address(at: told.address.path)
                }
                notes.expect(
                    told != nil && told?.chain == facts.id && own == told?.address,
                    "it tells \(Quoted(told?.address.text ?? "none", limit: 120))")
            }
            return notes.verdict(else: "no good link asks for an address, or the keys are another wallet's")
        },
        ConformanceCheck(
            "intent-keys", "the keys that are told are those of the account that was asked for (S11)",
            needs: ["link-read"]
        ) { harness in
            var notes = Notes()
            for known in harness.known {
                guard case .payments(let plugin) = harness.plugin.ability, case .key(let request) = known.request,
                    let facts = try? harness.stage(known).facts
                else { continue }
                let told = try? plugin.key(request, on: facts)
                notes.expect(
                    told?.account == request.account && told?.chain == facts.id
                        && told?.bip32 == .bip32(account: request.account).on(facts.id)
                        && told?.bip44
                            == .bip44(coinType: facts.parameters.coinType, account: request.account).on(facts.id),
                    "it tells others")
            }
            return notes.verdict(else: "no good link asks for keys")
        },
        ConformanceCheck(
            "intent-accepted", "the engine takes what is proposed, and asks the person (S11)",
            needs: [
                "link-read", "reply-form", "reply-receiver", "intent-recipient", "intent-amount", "intent-network",
                "intent-inputs",
                "intent-change", "intent-fee", "intent-own-address", "intent-keys", "account-check",
            ]
        ) { harness in
            var notes = Notes()
            for known in harness.known where !harness.isUnasked(known.request) && known.needsNoAnswer {
                let refusal = await harness.refusal(of: known)
                notes.expect(refusal == nil, "\(ConformanceHarness.shown(known.link)): \(refusal ?? "")")
            }
            return notes.verdict(else: "nobody is asked about the good links without a question before")
        },
    ]

    static let none = "no good link asks for a payment that the plugin proposes: a wallet of the network's may pay"

    /// Checks the proposal for each payment.
    private static func proposal(
        _ name: String, _ promise: String, again: Bool = false,
        _ complaint: @escaping @Sendable (PaymentIntent, PaymentRequest, PaymentServices) -> String?
    ) -> ConformanceCheck {
        ConformanceCheck(name, promise, needs: ["link-read", "link-amount"]) { harness in
            var notes = Notes()
            for (known, plugin, request, services) in payments(of: harness) {
                guard let first = await intent(plugin, request, services).value else { continue }
                let found = complaint(first, request, services)
                notes.expect(found == nil, "\(ConformanceHarness.shown(known.link)): \(found ?? "")")
                guard again else { continue }
                let second = await intent(plugin, request, services).value
                notes.expect(
                    first == second,
                    "\(ConformanceHarness.shown(known.link)): another payment is proposed the second time")
            }
            return notes.verdict(else: none)
        }
    }

    /// The payments that the plugin proposes.
    static func payments(
        of harness: ConformanceHarness
    ) -> [(ConformanceHarness.Known, any PaymentPlugin, PaymentRequest, PaymentServices)] {
        guard case .payments(let plugin) = harness.plugin.ability else { return [] }
        return harness.known.compactMap { known in
            guard let request = known.payment, request.amount != nil, let stage = try? harness.stage(known),
                stage.network?.wallet == nil, let services = stage.payment
            else { return nil }
            return (known, plugin, request, services)
        }
    }

    static func intent(
        _ plugin: any PaymentPlugin, _ request: PaymentRequest, _ services: PaymentServices
    ) async -> (value: PaymentIntent?, error: ServiceError?) {
        do throws(ServiceError) {
            return (try await plugin.pay(request, answers: Answers(), with: services), nil)
        } catch {
            return (nil, error)
        }
    }
}

extension ConformanceHarness.Known {
    /// Whether the person is asked to agree without any other question first.
    var needsNoAnswer: Bool {
        guard let payment else { return true }
        return payment.amount != nil
    }
}

/// Work and output are bounded for every link.
enum LimitChecks {
    private static let needs = ["link-read", "pure-repeated"]

    static let all: [ConformanceCheck] = [
        ConformanceCheck("limit-texts", "texts of the caller have an end", needs: needs) { harness in
            var notes = Notes()
            for known in harness.known {
                for name in ["label", "message", "sender", "xyzzy"] {
                    guard let link = known.adding("\(name)=\(String(repeating: "x", count: 6_000))"),
                        let request = harness.read(link).request
                    else { continue }
                    for text in request.callerTexts {
                        notes.expect(
                            text.text.unicodeScalars.count <= ForeignText.maxLength,
                            "a text has \(text.text.unicodeScalars.count) characters")
                    }
                    notes.expect(
                        request.header.ignored.allSatisfy { $0.utf8.count <= 200 }, "a name that is ignored has no end")
                }
            }
            return notes.verdict(else: "no good link has a place for parameters")
        },
        ConformanceCheck("limit-instructions", "the ways to pay that a link offers have an end", needs: needs) {
            harness in
            var notes = Notes()
            for known in harness.known {
                for name in ["lightning", "lno", "sp", "pay", "bc", "tb"] {
                    guard let value = known.recipient,
                        let link = known.adding(Array(repeating: "\(name)=\(value)", count: 60).joined(separator: "&"))
                    else { continue }
                    let count = harness.read(link).request?.instructions.count ?? 0
                    notes.expect(count <= 20, "\(count) ways to pay are read")
                }
            }
            return notes.verdict(else: "no good link has a place for parameters")
        },
        ConformanceCheck("limit-warnings", "what is said about a link has an end", needs: needs) { harness in
            var notes = Notes()
            for known in harness.known {
                guard let link = known.adding(Array(repeating: "(req-)x=1", count: 300).joined(separator: "&")),
                    let request = harness.read(link).request
                else { continue }
                notes.expect(request.header.warnings.count <= 1_000, "\(request.header.warnings.count) warnings")
            }
            return notes.verdict(else: "no good link is read with that many parameters")
        },
        ConformanceCheck(
            "limit-work", "a link that is eight times as long takes not much more than eight times the work",
            needs: needs
        ) { harness in
            guard let cost = harness.fixtures.cost else { return .notApplicable("work is not measured here") }
            var notes = Notes()
            for known in harness.known {
                for filler in ["%41", "a=1&"] {
                    let (short, long) = (Self.link(known, filler, 900), Self.link(known, filler, 7_200))
                    let few = max(cost { _ = harness.read(short) }, 1)
                    let many = cost { _ = harness.read(long) }
                    // Quadratic growth would give 64; variations of cheap work do not matter.
                    notes.expect(
                        many < few.multipliedReportingOverflow(by: 40).partialValue || many < enough,
                        "reading \(long.utf8.count) bytes instead of \(short.utf8.count) costs \(many) instead of \(few)"
                    )
                }
                guard let address = known.payment?.address, let parameters = known.routed.parameters else { continue }
                let (short, long) = (
                    String(repeating: address, count: 20), String(repeating: address, count: 160)
                )
                let few = max(cost { _ = harness.reader.isAddress(short, on: parameters) }, 1)
                let many = cost { _ = harness.reader.isAddress(long, on: parameters) }
                notes.expect(
                    many < few.multipliedReportingOverflow(by: 40).partialValue || many < enough,
                    "isAddress of \(long.utf8.count) bytes instead of \(short.utf8.count) costs \(many) instead of \(few)"
                )
            }
            return notes.verdict(else: "no good link is read")
        },
    ]

    /// An amount of work that is always acceptable: three milliseconds, if measured in time.
    private static let enough: Int64 = 3_000_000

    private static func link(_ known: ConformanceHarness.Known, _ filler: String, _ length: Int) -> String {
        let start = known.adding("xyzzy=") ?? known.link
        let room = max(length - start.utf8.count, 0)
        return start + String(repeating: filler, count: room / filler.utf8.count)
    }
}
