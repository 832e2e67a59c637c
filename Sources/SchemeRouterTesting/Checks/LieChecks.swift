import SchemeRouter

/// If one lie is added to this plugin's proposals and replies, they never reach the person: the engine compares
/// everything that can be falsified with the request (S11).
enum LieChecks {
    static let all: [ConformanceCheck] = [
        payment("lie-recipient", "another recipient") { $0.with(recipient: $0.recipient + "1") },
        payment("lie-larger-amount", "a larger amount") { $0.with(amount: Amount(units: $0.amount.units + 1)) },
        payment("lie-smaller-amount", "a smaller amount") { $0.with(amount: Amount(units: $0.amount.units - 1)) },
        payment("lie-data", "data that nobody asked for") { $0.with(data: PaymentData(hex: "00".utf8)) },
        payment("lie-network", "another network") {
            $0.with(
                chain: ChainID(
                    coin: $0.chain.coin, network: $0.chain.network == .main ? .test : .main, isPractice: false))
        },
        payment("lie-practice", "practice money instead of money") {
            $0.with(chain: ChainID(coin: $0.chain.coin, network: $0.chain.network, isPractice: true))
        },
        payment("lie-change", "change to somebody else's address") { payment in
            payment.change.map { payment.with(change: .init(path: elsewhere, amount: $0.amount)) }
        },
        payment("lie-fee", "everything that is left as fee") { payment in
            payment.change == nil
                ? nil
                : PaymentIntent(
                    chain: payment.chain, inputs: payment.inputs, recipient: payment.recipient, amount: payment.amount,
                    change: nil)
        },
        payment("lie-more-out", "more than is spent") { payment in
            payment.change.map { change in
                let spent = Amount.sum(payment.inputs.map(\.amount)) ?? change.amount
                return payment.with(change: .init(path: change.path, amount: spent))
            }
        },
        payment("lie-nothing-spent", "no outputs to spend") { $0.with(inputs: []) },
        payment("lie-spent-twice", "an output that is spent twice") { $0.with(inputs: $0.inputs + $0.inputs) },
        payment("lie-foreign-output", "an output that it was not given") { payment in
            payment.inputs.first.map { input in
                payment.with(inputs: [
                    OwnedUTXO(
                        outpoint: Outpoint(transaction: input.outpoint.transaction, index: 999), amount: input.amount,
                        path: input.path, confirmations: input.confirmations)
                ])
            }
        },
        payment("lie-node", "a payment by a node's wallet") {
            PaymentIntent(
                chain: $0.chain, recipient: $0.recipient, amount: $0.amount,
                prepared: PreparedPayment(bytes: [], inputs: $0.inputs.map(\.outpoint), fee: .zero, size: 1))
        },
        payment("lie-change-dust", "change that is too small to be relayed") { payment in
            guard let dust = payment.lieDust else { return nil }
            return payment.change.map { payment.with(change: .init(path: $0.path, amount: dust)) }
        },
        payment("lie-change-place", "change to another address of the wallet than the next") { payment in
            payment.change.map { change in
                let path = DerivationPath(Array(change.path.steps.dropLast(2)) + [0, 0])
                return payment.with(change: .init(path: path, amount: change.amount))
            }
        },
        payment("lie-foreign-account", "an output of another account") { payment in
            payment.with(inputs: payment.inputs.map { $0.with(path: elsewhere) })
        },
        payment("lie-confirmations", "an output with more confirmations than it has") { payment in
            payment.with(inputs: payment.inputs.map { $0.with(confirmations: $0.confirmations + 1) })
        },
        lie("lie-own-address", "an address that is not the wallet's", of: .address) { honest in
            LyingPlugin(
                honest: honest,
                told: { AddressIntent(chain: $0.chain, address: OwnAddress(text: $0.address.text, path: elsewhere)) })
        },
        lie("lie-keys", "the keys of another account", of: .masterPublicKey) { honest in
            LyingPlugin(
                honest: honest,
                keys: {
                    KeyIntent(chain: $0.chain, account: $0.account, bip32: $0.bip32, bip44: elsewhere)
                })
        },
        reply("lie-reply-app", "another app") { link, _ in LinkTemplate(to: "evilapp", link.fields) },
        reply("lie-reply-opening", "the app's scheme in front of another link") { link, _ in
            link.with(opening: "evilapp://")
        },
        reply("lie-reply-field", "a field too many") { link, _ in
            link.with(fields: link.fields + [ReplyField("xyzzy", .text("1"))])
        },
        reply("lie-reply-twice", "a field twice") { link, _ in
            link.fields.first.map { link.with(fields: link.fields + [$0]) }
        },
        reply("lie-reply-ending", "something behind the fields") { link, _ in
            link.with(ending: link.ending + "&xyzzy=1")
        },
        reply("lie-reply-text", "a text that nobody asked for") { link, _ in
            link.replacingFirst(with: .text("the balance"))
        },
        reply("lie-reply-key", "a key that was not asked for") { link, request in
            guard request.action != .masterPublicKey else { return nil }
            return link.replacingFirst(with: .blank(.masterPublicKeyBIP44))
        },
        reply("lie-reply-result", "a result of its own instead of a blank") { link, _ in
            let own = ReplyValue.text(String(repeating: "0", count: 64))
            guard let place = link.fields.firstIndex(where: { if case .blank = $0.value { true } else { false } })
            else {
                return nil
            }
            var fields = link.fields
            fields[place] = ReplyField(fields[place].name, own)
            return link.with(fields: fields)
        },
        reply("lie-reply-line-feed", "a line feed in a word") { link, _ in
            guard case .text(let word)? = link.fields.first?.value else { return nil }
            return link.replacingFirst(with: .text(word + "\n"))
        },
        posted("lie-reply-server", "a body for another server") { post in
            ServerAddress("https://evil.example/").map { PostTemplate(server: $0, body: post.body) }
        },
        posted("lie-reply-body", "a body that has a member too many") { post in
            PostTemplate(server: post.server, body: post.body + [ReplyField("xyzzy", .text("1"))])
        },
        ConformanceCheck(
            "lie-reply-failed", "the engine gives no reply to what failed that tells more than that (S4)",
            needs: ["link-read", "reply-form", "intent-accepted"]
        ) { harness in
            var notes = Notes()
            for known in harness.known where !harness.isUnasked(known.request) && known.needsNoAnswer {
                // Only apps that learn of success also learn of failure.
                guard harness.plugin.told(.link(known.request), ending: .done)?.link != nil,
                    await harness.refusal(of: known) == nil
                else { continue }
                let lying = harness.lying { reply, ending in
                    guard ending == .failed, let link = reply?.link else { return reply }
                    return ReplyTemplate(link: LinkTemplate(to: "evilapp", link.fields))
                }
                guard let lying, harness.plugin.told(.link(known.request), ending: .failed)?.link != nil else {
                    continue
                }
                notes.expect(
                    await lying.refusal(of: known) != nil, "\(ConformanceHarness.shown(known.link)) is asked about")
            }
            return notes.verdict(else: "nobody is told of what failed")
        },
    ]

    private static let elsewhere = DerivationPath.bip44(coinType: 7_777_777, account: 77).appending(0, 0)

    /// Checks that a payment with a lie is refused.
    private static func payment(
        _ name: String, _ what: String, _ change: @escaping @Sendable (PaymentIntent) -> PaymentIntent?
    ) -> ConformanceCheck {
        ConformanceCheck(
            name, "the engine refuses to ask about \(what) (S11)", needs: ["link-read", "intent-accepted"]
        ) { harness in
            var notes = Notes()
            for (known, plugin, request, services) in IntentChecks.payments(of: harness) {
                guard let honest = await IntentChecks.intent(plugin, request, services).value,
                    let lie = change(honest), lie != honest, await harness.refusal(of: known) == nil
                else { continue }
                let lying = harness.with(plugin: LyingPlugin(honest: plugin, payment: { change($0) ?? $0 }))
                notes.expect(
                    await lying.refusal(of: known) != nil, "\(ConformanceHarness.shown(known.link)) is asked about")
            }
            return notes.verdict(else: IntentChecks.none)
        }
    }

    /// Checks that anything else that is shared with a lie is refused.
    private static func lie(
        _ name: String, _ what: String, of action: Action,
        _ lying: @escaping @Sendable (any PaymentPlugin) -> LyingPlugin
    ) -> ConformanceCheck {
        ConformanceCheck(
            name, "the engine refuses to ask about \(what) (S11)", needs: ["link-read", "intent-accepted"]
        ) { harness in
            var notes = Notes()
            guard case .payments(let plugin) = harness.plugin.ability else { return .notApplicable("it does not pay") }
            for known in harness.known
            where known.request.action == action && !harness.isUnasked(known.request) {
                guard await harness.refusal(of: known) == nil else { continue }
                let refusal = await harness.with(plugin: lying(plugin)).refusal(of: known)
                notes.expect(refusal != nil, "\(ConformanceHarness.shown(known.link)) is asked about")
            }
            return notes.verdict(else: "no good link asks for “\(action.rawValue)” of the wallet's keys")
        }
    }

    /// Checks that a lie in a message to a server refuses the link.
    private static func posted(
        _ name: String, _ what: String, _ change: @escaping @Sendable (PostTemplate) -> PostTemplate?
    ) -> ConformanceCheck {
        ConformanceCheck(name, "the engine refuses a reply with \(what) (S4)", needs: ["link-read", "reply-form"]) {
            harness in
            var notes = Notes()
            for known in harness.known {
                guard harness.plugin.told(.link(known.request), ending: .done)?.post != nil,
                    let lying = harness.lying({ reply, ending in
                        ending == .done
                            ? reply.map {
                                ReplyTemplate(
                                    link: $0.link, linkWithoutServer: $0.linkWithoutServer,
                                    post: $0.post.flatMap(change))
                            } : reply
                    })
                else { continue }
                notes.expect(
                    (try? lying.router.read(Array(known.link.utf8))) == nil,
                    "\(ConformanceHarness.shown(known.link)) is read with it")
            }
            return notes.verdict(else: "no good link has its result sent to a server")
        }
    }

    /// Checks that a reply with a lie refuses the link.
    private static func reply(
        _ name: String, _ what: String,
        _ change: @escaping @Sendable (LinkTemplate, WalletRequest) -> LinkTemplate?
    ) -> ConformanceCheck {
        ConformanceCheck(name, "the engine refuses a reply with \(what) (S4)", needs: ["link-read", "reply-form"]) {
            harness in
            var notes = Notes()
            for known in harness.known {
                let request = known.request
                guard let link = harness.plugin.told(.link(known.request), ending: .done)?.link,
                    let lie = change(link, known.request), lie != link,
                    let lying = harness.lying({ reply, ending in
                        ending == .done
                            ? reply.map {
                                ReplyTemplate(
                                    link: $0.link.flatMap { change($0, request) },
                                    linkWithoutServer: $0.linkWithoutServer,
                                    post: $0.post)
                            } : reply
                    })
                else { continue }
                let read = try? lying.router.read(Array(known.link.utf8))
                notes.expect(
                    read == nil,
                    "\(ConformanceHarness.shown(known.link)) is read with \(Quoted(lie.description, limit: 160))")
            }
            return notes.verdict(else: "no good link gets a reply")
        }
    }
}

extension ConformanceHarness {
    /// The same with lying replies; nil for a plugin that only reads.
    func lying(_ answer: @escaping @Sendable (ReplyTemplate?, Ending) -> ReplyTemplate?) -> ConformanceHarness? {
        switch plugin.ability {
        case .none: nil
        case .payments(let honest): with(plugin: LyingPlugin(honest: honest, answer: answer))
        case .accounts(let honest): with(plugin: LyingAccountPlugin(honest: honest, answer: answer))
        }
    }
}

extension PaymentIntent {
    /// The same payment with some parts replaced.
    fileprivate func with(
        chain: ChainID? = nil, inputs: [OwnedUTXO]? = nil, recipient: String? = nil, amount: Amount? = nil,
        data: PaymentData? = nil, change: Change? = nil
    ) -> PaymentIntent {
        PaymentIntent(
            chain: chain ?? self.chain, inputs: inputs ?? self.inputs, recipient: recipient ?? self.recipient,
            amount: amount ?? self.amount, data: data ?? self.data, change: change ?? self.change)
    }
}

extension PaymentIntent {
    /// An amount below the dust limit; nil if the coin has no such limit.
    fileprivate var lieDust: Amount? { change.flatMap { Amount(units: min($0.amount.units, 1)) } }
}

extension OwnedUTXO {
    fileprivate func with(path: DerivationPath? = nil, confirmations: Int? = nil) -> OwnedUTXO {
        OwnedUTXO(
            outpoint: outpoint, amount: amount, path: path ?? self.path,
            confirmations: confirmations ?? self.confirmations, isFromOwnPayment: isFromOwnPayment)
    }
}

extension LinkTemplate {
    /// The same with another value of its first field; nil if it has none.
    fileprivate func replacingFirst(with value: ReplyValue) -> LinkTemplate? {
        fields.first.map { first in with(fields: [ReplyField(first.name, value)] + fields.dropFirst()) }
    }
}

/// The plugin, with a lie that the engine must detect.
struct LyingPlugin: PaymentPlugin {
    let honest: any PaymentPlugin
    var payment: @Sendable (PaymentIntent) -> PaymentIntent = { $0 }
    var told: @Sendable (AddressIntent) -> AddressIntent = { $0 }
    var keys: @Sendable (KeyIntent) -> KeyIntent = { $0 }
    var answer: @Sendable (ReplyTemplate?, Ending) -> ReplyTemplate? = { reply, _ in reply }

    func question(about request: PaymentRequest, answers: Answers, on chain: ChainFacts) -> Question? {
        honest.question(about: request, answers: answers, on: chain)
    }

    func pay(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) async throws(ServiceError) -> PaymentIntent {
        payment(try await honest.pay(request, answers: answers, with: services))
    }

    func address(
        _ request: RequestHeader, of account: any AccountReader, on chain: ChainFacts
    ) async throws(ServiceError) -> AddressIntent {
        told(try await honest.address(request, of: account, on: chain))
    }

    func key(_ request: KeyRequest, on chain: ChainFacts) throws(ServiceError) -> KeyIntent {
        keys(try honest.key(request, on: chain))
    }

    var replyForms: [ReplyForm] { honest.replyForms }

    var declaresFormsLazily: Bool { honest.declaresFormsLazily }

    func reply(to request: ReplyRequest, ending: Ending) throws(ServiceError) -> ReplyTemplate? {
        answer(try honest.reply(to: request, ending: ending), ending)
    }
}

/// The same for named accounts, whose lies are about replies.
struct LyingAccountPlugin: AccountPlugin {
    let honest: any AccountPlugin
    let answer: @Sendable (ReplyTemplate?, Ending) -> ReplyTemplate?

    var replyForms: [ReplyForm] { honest.replyForms }

    var declaresFormsLazily: Bool { honest.declaresFormsLazily }

    func reply(to request: ReplyRequest, ending: Ending) throws(ServiceError) -> ReplyTemplate? {
        answer(try honest.reply(to: request, ending: ending), ending)
    }

    func check(
        _ request: WalletRequest, by signer: AccountSigner, bindings: any BindingMemory
    ) throws(ServiceError) { try honest.check(request, by: signer, bindings: bindings) }

    func texts(
        for request: WalletRequest, by signer: AccountSigner, at time: UnixTime
    ) throws(ServiceError) -> [String] { try honest.texts(for: request, by: signer, at: time) }

    func binding(after request: WalletRequest, by signer: AccountSigner) -> DappBinding? {
        honest.binding(after: request, by: signer)
    }
}
