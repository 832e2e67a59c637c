import SchemeRouter
import SchemeRouterTesting
import Synchronization
import Testing

/// A plugin that is wrong fails the check that is about what is wrong with it, and no other.
@Suite struct WrongPluginTests {
    struct Wrong: Sendable, CustomTestStringConvertible {
        let what: String
        let check: String
        let plugin: @Sendable () -> WrongPlugin
        var testDescription: String { "\(what): \(check)" }

        init(_ what: String, fails check: String, _ plugin: @escaping @Sendable () -> WrongPlugin) {
            self.what = what
            self.check = check
            self.plugin = plugin
        }
    }

    static let wrong: [Wrong] = [
        Wrong("it pays another address than the link names", fails: "intent-recipient") {
            WrongPlugin(pays: { $0.with(recipient: "XjkMY3GiK5aHwbpg9Uaw7QCPk3QE63Nh5i") })
        },
        Wrong("it pays one unit more", fails: "intent-amount") {
            WrongPlugin(pays: { $0.with(amount: Amount(units: $0.amount.units + 1) ?? $0.amount) })
        },
        Wrong("it counts its readings", fails: "pure-repeated") {
            let count = Counter()
            return WrongPlugin(reads: { _, read throws(RequestError) in
                try read.get().ignoring("\(count.next())")
            })
        },
        Wrong("it looks at a clock", fails: "pure-over-time") {
            WrongPlugin(reads: { _, read throws(RequestError) in
                try read.get().ignoring("\(Simulated.seconds.load(ordering: .relaxed))")
            })
        },
        Wrong("it honours “req-r” in words only", fails: "required-honoured") {
            WrongPlugin(understands: { $0.union([.paymentRequest]) })
        },
        Wrong("it reads links that require what nobody knows", fails: "required-unknown") {
            // It takes the parameter out of the link, and reads the rest.
            WrongPlugin(reads: { link, read throws(RequestError) in
                guard case .failure(let error) = read, error.code == .unsupportedRequiredParameter,
                    error.parameter == "xyzzy", let honest = Self.known(of: link)
                else { return try read.get() }
                return honest
            })
        },
        Wrong("it answers another app", fails: "reply-receiver") {
            WrongPlugin(replies: { reply, ending in
                reply.map { ReplyTemplate(link: $0.link.map { LinkTemplate(to: "other", $0.fields) }) }
            })
        },
        Wrong("it tells more than its form has", fails: "reply-form") {
            WrongPlugin(replies: { reply, _ in
                guard let link = reply?.link, link.opening.hasSuffix("://") else { return reply }
                return ReplyTemplate(link: LinkTemplate(to: link.scheme, link.fields + [ReplyField("fee", .text("1"))]))
            })
        },
        Wrong("it drops the amount", fails: "link-amount") {
            WrongPlugin(reads: { _, read throws(RequestError) in
                try read.get().changing { ($0.address, nil, $0.label, $0.message) }
            })
        },
        Wrong("it shortens what the link says", fails: "consent-whole") {
            WrongPlugin(reads: { _, read throws(RequestError) in
                try read.get().changing { payment in
                    let short = payment.message.map { ForeignText(Array($0.text.utf8.prefix(100))) }
                    return (payment.address, payment.amount, payment.label, short)
                }
            })
        },
        Wrong("it refuses links at places that they do not have", fails: "hostile-bytes") {
            WrongPlugin(reads: { link, read throws(RequestError) in
                guard case .failure(var error) = read, error.code == .invalidAddress || error.code == .wrongNetwork,
                    // Only where the address is too short, as none of the kit's other links has it.
                    let range = error.range, range.count < 34
                else { return try read.get() }
                error.range = range.lowerBound..<link.bytes.count + 1
                throw error
            })
        },
        Wrong("it takes longer and longer for long links", fails: "limit-work") {
            WrongPlugin(reads: { link, read throws(RequestError) in
                Simulated.work.add(link.bytes.count * link.bytes.count, ordering: .relaxed)
                return try read.get()
            })
        },
        Wrong("it takes addresses of other networks", fails: "address-other-network") {
            WrongPlugin(takesAddress: { address, _, isAddress in isAddress || address == Kits.foreign[0] })
        },
    ]

    @Test("each wrong plugin fails at its check alone", arguments: wrong)
    func fails(_ wrong: Wrong) async throws {
        let report = try await Kits.dash(wrong.plugin()) { fixtures in
            fixtures.pause = { Simulated.seconds.add(1, ordering: .relaxed) }
            fixtures.cost = Simulated.cost
        }.run()
        #expect(report.failedChecks == [wrong.check], "\(report.findings)")
    }

    /// The good link that a link was made of.
    private static func known(of link: RoutedLink) -> WalletRequest? {
        let text = String(decoding: link.bytes, as: UTF8.self)
        guard let good = Kits.dashLinks.first(where: { text.hasPrefix($0.link) }) else { return nil }
        let router = try? Router(routes: RouteTable.load([.shipped]), plugins: ["dash": WrongPlugin()])
        return try? router?.request(from: Array(good.link.utf8))
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// A clock that only goes on when the kit waits, and work that is only counted: no busy machine changes what they show.
private enum Simulated {
    static let seconds = Atomic<Int>(0)
    static let work = Atomic<Int>(0)

    @Sendable static func cost(_ action: () -> Void) -> Int64 {
        let before = work.load(ordering: .relaxed)
        action()
        return Int64(work.load(ordering: .relaxed) - before)
    }
}

extension WalletRequest {
    /// The same with one more name that was ignored.
    fileprivate func ignoring(_ name: String) -> WalletRequest {
        guard case .address(let header) = self else { return self }
        return .address(
            RequestHeader(
                scheme: header.scheme, coin: header.coin, network: header.network, sender: header.sender,
                callbacks: header.callbacks, warnings: header.warnings, ignored: header.ignored + [name]))
    }

    /// The same with other parts of a payment.
    fileprivate func changing(
        _ change: (PaymentRequest) -> (String?, Amount?, ForeignText?, ForeignText?)
    ) -> WalletRequest {
        guard case .payment(let payment) = self else { return self }
        let (address, amount, label, message) = change(payment)
        return .payment(
            PaymentRequest(
                header: payment.header, form: payment.form, address: address, amount: amount, lock: payment.lock,
                label: label, message: message, proof: payment.proof, data: payment.data,
                instructions: payment.hasAlternatives ? payment.instructions : []))
    }
}

extension PaymentIntent {
    fileprivate func with(recipient: String? = nil, amount: Amount? = nil) -> PaymentIntent {
        PaymentIntent(
            chain: chain, inputs: inputs, recipient: recipient ?? self.recipient, amount: amount ?? self.amount,
            change: change)
    }
}
