import ExactJSON
import RouterEOSIO
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

/// The practice chain takes what a real one takes, and keeps it (S14).
@Suite struct PracticeChainTests {
    let practice: PracticeChain
    let alice = PracticeLedger.recipient

    init() throws {
        practice = try PracticeChain()
    }

    @Test("a payment: made, signed, sent, seen in the balances; the recipient is there from the start")
    func payment() async throws {
        #expect(try practice.balance(of: alice) == nil)
        let before = try practice.ledger.info()
        #expect(try await practice.send(PreparationTests.transfer("2.5000 EOS", memo: "☕")) == nil)
        #expect(try practice.balance(of: alice) == "2.5000 EOS")
        #expect(try practice.balance(of: PracticeChain.person) == "7.5000 EOS")
        let after = try practice.ledger.info()
        #expect(after.transactions == before.transactions + 1)
        #expect(after.height == before.height + 1)
    }

    @Test("the same transaction again is a success without effect, also for another process and after its end")
    func again() async throws {
        let signed = try practice.signed(try await practice.transaction([PreparationTests.transfer("1.0000 EOS")]))
        try await practice.chain.send(signed)
        try await practice.chain.send(signed)
        practice.wait(10_000)
        try await practice.reopened().send(signed)
        #expect(try practice.balance(of: alice) == "1.0000 EOS")
        #expect(try practice.ledger.info().transactions == 1)
    }

    @Test("another process sees accounts, money and blocks, and goes on")
    func restart() async throws {
        #expect(try await practice.send(PreparationTests.transfer("1.0000 EOS")) == nil)
        let transaction = try await practice.transaction([PreparationTests.transfer("2.0000 EOS")])
        let other = try practice.reopened()
        #expect(
            try await other.authority(of: PracticeChain.signer) == practice.chain.authority(of: PracticeChain.signer))
        try await other.send(try practice.signed(transaction))
        #expect(try practice.balance(of: alice) == "3.0000 EOS")
    }

    @Test("the chain’s id is its own: the same in every copy, and of no real chain")
    func chainID() async throws {
        let frame = try await practice.chain.frame()
        #expect(frame.chainID == (try await practice.reopened().frame().chainID))
        #expect(frame.chainID.count == 32)
        #expect(frame.expiration == UInt32(PracticeChain.start) + 120)
        for real in ["aca376f206b8fc25", "73e4385a2708e6d7", "1064487b3cd1a897"] {
            #expect(!(Checksum256(frame.chainID)?.hex.hasPrefix(real) ?? true))
        }
    }

    @Test("another copy has other blocks: what was signed for a chain that was thrown away is refused")
    func otherCopy() async throws {
        let other = try PracticeChain()
        let signed = try practice.signed(try await practice.transaction([PreparationTests.transfer()]))
        #expect(await error { try await other.chain.send(signed) }?.code == .networkRefused)
    }

    @Test("references to blocks live as long as their numbers fit")
    func oldBlocks() async throws {
        let recent = try practice.signed(try await practice.transaction([PreparationTests.transfer()]))
        try practice.ledger.addBlocks(65_535)
        try await practice.chain.send(recent)
        let old = try practice.signed(try await practice.transaction([PreparationTests.transfer(memo: "2")]))
        try practice.ledger.addBlocks(65_536)
        #expect(await error { try await practice.chain.send(old) }?.message.contains("block") == true)
    }

    @Test("authorities as the engine asks for them")
    func authorities() async throws {
        let key = try PracticeChain.key(1).public.description
        #expect(try await practice.chain.authority(of: PracticeChain.signer) == AccountAuthority(keys: [key]))
        for (account, permission) in [("carolcarol11", "active"), ("bobbobbobbob", "play"), ("B", "active")] {
            let signer = AccountSigner(account: account, permission: permission)
            #expect(try await practice.chain.authority(of: signer) == nil)
        }
        let alice = AccountSigner(account: alice, permission: "active")
        #expect(try await practice.chain.authority(of: alice) == nil)
        try practice.ledger.setAccount(PracticeChain.person, key: PracticeChain.key(2).public.taggedText)
        #expect(
            try await practice.chain.authority(of: PracticeChain.signer)?.keys
                == [PracticeChain.key(2).public.description])
    }

    @Test("what commands refuse")
    func commands() async throws {
        let ledger = practice.ledger
        let key = try PracticeChain.key(1).public.description
        for name in ["", "bob", "eosio.token", "Bobbobbobbob", "bobbobbobbob1", "bob.bobbobbo"] {
            #expect(await error { try ledger.setAccount(name, key: key) }?.code == .networkRefused, "\(name)")
            #expect(await error { try ledger.fund(name, "1.0000 EOS") }?.code == .networkRefused, "\(name)")
        }
        #expect(await error { try ledger.setAccount("carolcarol11", key: "EOS1") }?.code == .networkRefused)
        for quantity in ["", "1", "1.0000", "1.000 EOS", "1.0000 WAX", "0.0000 EOS", "-1.0000 EOS"] {
            #expect(
                await error { try ledger.fund(PracticeChain.person, quantity) }?.code == .networkRefused, "\(quantity)")
        }
        #expect(await error { try ledger.fund("carolcarol11", "1.0000 EOS") }?.code == .networkRefused)
        #expect(await error { try ledger.fund(alice, "461168601842728.7904 EOS") }?.code == .networkRefused)
        try ledger.fund(alice, "461168601842728.7903 EOS")
        #expect(try practice.supply() == Asset.maxUnits)
        for count: Int64 in [0, -1, PracticeLedger.maxBlocks + 1, .max] {
            #expect(await error { try ledger.addBlocks(count) }?.code == .networkRefused)
        }
        #expect(try ledger.info().accounts == 6)
    }

    @Test("money is moved and never made: random transactions leave the sum as it was")
    func conservation() async throws {
        var random = SeededGenerator(seed: 7)
        try practice.ledger.setAccount("carolcarol11", key: PracticeChain.key(1).public.description)
        try practice.ledger.setAccount(alice, key: PracticeChain.key(1).public.description)
        try practice.ledger.fund("carolcarol11", "5.0000 EOS")
        let supply = try practice.supply()
        let names = [PracticeChain.person, alice, "carolcarol11"]
        var taken = 0
        for round in 0..<120 {
            let from = names.randomElement(using: &random)!
            let to = names.randomElement(using: &random)!
            let units = Int64.random(in: 1...60_000, using: &random)
            let quantity = JSON.string("\(try Asset(units: units, symbol: practice.ledger.symbol))")
            let zero = JSON.string("0.0000 EOS")
            let calls: [ActionCall] = [
                PreparationTests.transfer(quantity.string!, from: from, to: to, memo: "\(round)"),
                .system("buyram", ["payer": .string(from), "receiver": .string(to), "quant": quantity]),
                .system("sellram", ["account": .string(from), "bytes": .number(units)]),
                .system(
                    "delegatebw",
                    [
                        "from": .string(from), "receiver": .string(to), "stake_net_quantity": quantity,
                        "stake_cpu_quantity": zero, "transfer": .bool(from != to && round % 2 == 0),
                    ]),
                .system(
                    "undelegatebw",
                    [
                        "from": .string(from), "receiver": .string(to), "unstake_net_quantity": quantity,
                        "unstake_cpu_quantity": zero,
                    ]),
            ]
            let signer = AccountSigner(account: from, permission: "active")
            let call = calls.randomElement(using: &random)!
            guard let transaction = try? await practice.transaction([call], as: signer) else { continue }
            let signed = try practice.signed(transaction)
            if await error(of: { try await practice.chain.send(signed) }) == nil { taken += 1 }
            practice.wait(1)
            #expect(try practice.supply() == supply)
            #expect(try practice.ledger.balances().allSatisfy { $0.quantity.units >= 0 })
        }
        #expect(taken > 20)
    }
}
