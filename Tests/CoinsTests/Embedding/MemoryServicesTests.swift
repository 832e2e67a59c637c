import RouterAxe
import RouterBitcoinFamily
import RouterDash
import SchemeRouter
import SchemeRouterTesting
import Testing

/// The services in memory are services: whole links run through them.
@Suite struct MemoryServicesTests {
    static let address = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"
    static let pay = "dashwallet:pay=\(address)&amount=0.5&sender=shop"

    static func link(_ text: String = pay) throws -> ReadLink {
        let plugins: [String: any ReadingPlugin] = [
            DashPlugin.name: DashPlugin(), AxePlugin.name: AxePlugin(), BitcoinLikePlugin.name: BitcoinLikePlugin(),
        ]
        let router = Router(routes: try RouteTable.load([.shipped]), plugins: plugins)
        return try router.read(Array(text.utf8))
    }

    @Test("a link is paid and answered")
    func pays() async throws {
        let world = MemoryServices(prompt: .agreeing(), programs: ["shop"])
        let result = await LinkExecution(services: world.services).run(try Self.link())
        guard case .paid(let transaction, _, _) = result.outcome else {
            Issue.record("\(result)")
            return
        }
        let payment = try #require(world.network.payment(transaction.id))
        #expect(payment.recipient == Self.address && payment.amount == Amount(units: 50_000_000))
        #expect(world.launcher.opened == ["shop://callback=payack&address=\(Self.address)&txid=\(transaction.id)"])
        #expect("\(result)".contains("Paid 0.5 DASH"))
        #expect(world.journal.contents.entries.map(\.end) == [.done])
        #expect(world.prompt.shown.allSatisfy { $0.pages[0].contains("PRACTICE") })
    }

    @Test("S9: a coin of any number of decimals is paid, one payment after the other until there is no more money")
    func spends() async throws {
        let world = MemoryServices(prompt: .agreeing())
        for text in [
            "bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?amount=250.1",
            "bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?amount=700",
            "dogecoin:DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC?amount=5",
        ] {
            let result = await LinkExecution(services: world.services).run(try Self.link(text))
            guard case .paid = result.outcome else {
                Issue.record("\(result)")
                return
            }
        }
        #expect(world.network.payments.count == 3)
        let spent = world.network.payments.flatMap(\.inputs)
        #expect(Set(spent).count == spent.count)
        let last = await LinkExecution(services: world.services)
            .run(try Self.link("bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?amount=100"))
        guard case .failed(let error) = last.outcome else {
            Issue.record("\(last)")
            return
        }
        #expect(error.code == .insufficientFunds)
    }

    @Test("addresses and keys are told as real ones are, byte for byte of the right form")
    func tells() async throws {
        let world = MemoryServices(prompt: .agreeing(), programs: ["shop"])
        let address = await LinkExecution(services: world.services)
            .run(try Self.link("dashwallet:request=address&sender=shop"))
        guard case .toldAddress(let told, _) = address.outcome else {
            Issue.record("\(address)")
            return
        }
        let dash = try #require(try RouteTable.load([.shipped]).coin("dash")?.networks[.main])
        #expect(DashPlugin().isAddress(told, on: dash))
        let keys = await LinkExecution(services: world.services)
            .run(try Self.link("dashwallet:request=masterPublicKey&account=0&sender=shop"))
        guard case .toldKeys(let pair, _) = keys.outcome else {
            Issue.record("\(keys)")
            return
        }
        #expect(pair.bip32.hasPrefix("xpub") && pair.bip44.utf8.count == 111)
    }

    @Test("a person who was told to say nothing refuses, and a wrong passcode pays nothing")
    func refuses() async throws {
        let silent = MemoryServices(programs: ["shop"])
        let refused = await LinkExecution(services: silent.services).run(try Self.link())
        guard case .refused = refused.outcome else {
            Issue.record("\(refused)")
            return
        }
        #expect("\(refused)" == "You refused. Nothing was paid.")
        let wrong = MemoryServices(prompt: MemoryPrompt([.type("1"), .type("2"), .type("3"), .agree]))
        _ = await LinkExecution(services: wrong.services).run(try Self.link())
        #expect(wrong.prompt.mistakes.count == 2)
        for world in [silent, wrong] { #expect(world.network.payments.isEmpty && world.launcher.opened.isEmpty) }
    }

    @Test("what the network refuses is not paid, and its words reach the person")
    func networkRefuses() async throws {
        let world = MemoryServices(prompt: .agreeing(), programs: ["shop"])
        world.network.refuse(with: ServiceError(.networkRefused, "Not today.", hint: "Come back."))
        let result = await LinkExecution(services: world.services).run(try Self.link())
        #expect("\(result)" == "Not today.\nCome back." && "\(result.outcome)" == "Not today. Come back.")
        #expect(world.network.payments.isEmpty)
    }

    @Test("S5: a dialogue says as values what its pages say")
    func subject() async throws {
        let world = MemoryServices(prompt: .agreeing(), programs: ["shop"])
        _ = await LinkExecution(services: world.services).run(try Self.link())
        let subject = try #require(world.prompt.shown.last?.subject)
        guard case .payment(let intent) = subject.intent, case .payment(let request) = subject.request else {
            Issue.record("\(subject)")
            return
        }
        #expect(intent.recipient == request.address && intent.amount == request.amount)
        #expect(subject.chain.isPractice && subject.coin.id == "dash")
        #expect(world.prompt.shown.last?.pages[0].contains(subject.coin.text(intent.amount)) == true)
    }

    @Test("the gate lets one in at a time, and again when it is left")
    func gate() throws {
        let gate = MemoryGate()
        var pass = try gate.enter()
        #expect(pass != nil)
        #expect(try gate.enter() == nil)
        pass = nil
        #expect(try gate.enter() != nil && pass == nil)
    }
}
