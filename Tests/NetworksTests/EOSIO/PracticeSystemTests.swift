import ExactJSON
import RouterEOSIO
import SchemeRouter
import Testing

@testable import RouterNetworks

/// Accounts, permissions and resources of the practice chain.
@Suite struct PracticeSystemTests {
    let practice: PracticeChain
    let bob = JSON.string(PracticeChain.person)
    let one: String
    let two: String

    init() throws {
        practice = try PracticeChain()
        one = try PracticeChain.key(1).public.description
        two = try PracticeChain.key(2).public.description
    }

    private let owner = AccountSigner(account: PracticeChain.person, permission: "owner")
    private let play = AccountSigner(account: PracticeChain.person, permission: "play")

    private func update(_ permission: String, _ parent: String, _ authority: JSON) -> ActionCall {
        .system(
            "updateauth",
            ["account": bob, "permission": .string(permission), "parent": .string(parent), "auth": authority])
    }

    @Test("a new key of active signs from then on, and the old one no longer")
    func newKey() async throws {
        #expect(try await practice.send(update("active", "owner", .authority([two]))) == nil)
        #expect(try await practice.chain.authority(of: PracticeChain.signer)?.keys == [two])
        #expect(try await practice.send(PreparationTests.transfer())?.code == .networkRefused)
        #expect(try await practice.send(PreparationTests.transfer(), by: [2]) == nil)
        #expect(try await practice.send(PreparationTests.transfer(memo: "2"), as: owner) == nil)
    }

    @Test("two keys of which both are wanted")
    func weights() async throws {
        #expect(try await practice.send(update("active", "owner", .authority([one, two], threshold: 2))) == nil)
        #expect(try await practice.chain.authority(of: PracticeChain.signer)?.keys == [])
        #expect(try await practice.send(PreparationTests.transfer(), by: [2])?.code == .networkRefused)
        #expect(try await practice.send(PreparationTests.transfer(), by: [1, 2]) == nil)
    }

    @Test("permissions: only what stands above changes them; a lower one serves only what it is linked to")
    func permissions() async throws {
        #expect(try await practice.send(update("owner", "", .authority([two])))?.message.contains("irrelevant") == true)
        #expect(try await practice.send(update("play", "active", .authority([two]))) == nil)
        let transfer = PreparationTests.transfer()
        #expect(try await practice.send(transfer, as: play, by: [2])?.message.contains("irrelevant") == true)
        #expect(
            try await practice.send(update("active", "owner", .authority([two])), as: play, by: [2])?.message
                .contains("irrelevant") == true)
        let link = ActionCall.system(
            "linkauth",
            [
                "account": bob, "code": .string("eosio.token"), "type": .string("transfer"),
                "requirement": .string("play"),
            ])
        #expect(try await practice.send(link) == nil)
        practice.wait(1)
        #expect(try await practice.send(link)?.message.contains("same as old") == true)
        #expect(try await practice.send(transfer, as: play, by: [2]) == nil)
        let delete = ActionCall.system("deleteauth", ["account": bob, "permission": .string("play")])
        #expect(try await practice.send(delete)?.message.contains("linked") == true)
        let unlink = ActionCall.system(
            "unlinkauth", ["account": bob, "code": .string("eosio.token"), "type": .string("transfer")])
        #expect(try await practice.send(unlink) == nil)
        practice.wait(1)
        #expect(try await practice.send(unlink)?.message.contains("no link") == true)
        #expect(try await practice.send(delete) == nil)
        #expect(try await practice.chain.authority(of: play) == nil)
        practice.wait(1)
        #expect(try await practice.send(delete)?.message.contains("Unknown permission") == true)
    }

    @Test("authorities that cannot be, parents that are not there")
    func badAuthorities() async throws {
        for (call, words) in [
            (update("active", "owner", .authority([])), "Invalid"),
            (update("active", "owner", .authority([two], threshold: 0)), "Invalid"),
            (update("active", "owner", .authority([two], threshold: 2)), "Invalid"),
            (update("active", "", .authority([two])), "parent"), (update("play", "none", .authority([two])), "Unknown"),
            (update("play", "play", .authority([two])), "own parent"),
            (update("", "owner", .authority([two])), "own parent"),
            (.system("deleteauth", ["account": bob, "permission": .string("active")]), "Cannot delete"),
        ] {
            let refusal = try await practice.send(call, as: owner)
            #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "") \(words)")
        }
    }

    @Test("an account that another one manages is told as such")
    func managed() async throws {
        let authority = JSON.object([
            ("threshold", .number(1)), ("keys", .array([])),
            (
                "accounts",
                .array([
                    .object([
                        (
                            "permission",
                            .object([("actor", .string("alicealice11")), ("permission", .string("active"))])
                        ),
                        ("weight", .number(1)),
                    ])
                ])
            ), ("waits", .array([])),
        ])
        #expect(try await practice.send(update("active", "owner", authority)) == nil)
        #expect(
            try await practice.chain.authority(of: PracticeChain.signer) == AccountAuthority(keys: [], isManaged: true))
    }

    @Test("a new account, once, with a name that persons have")
    func newAccount() async throws {
        func make(_ name: String) -> ActionCall {
            .system(
                "newaccount",
                [
                    "creator": bob, "name": .string(name), "owner": .authority([two]), "active": .authority([two]),
                ])
        }
        #expect(try await practice.send(make("carolcarol11")) == nil)
        let carol = AccountSigner(account: "carolcarol11", permission: "active")
        #expect(try await practice.chain.authority(of: carol)?.keys == [two])
        #expect(try await practice.send(PreparationTests.transfer(to: "carolcarol11")) == nil)
        let back = PreparationTests.transfer(from: "carolcarol11", to: PracticeChain.person)
        #expect(try await practice.send(back, as: carol, by: [2]) == nil)
        practice.wait(1)
        #expect(try await practice.send(make("carolcarol11"))?.message.contains("taken") == true)
        #expect(try await practice.send(make("carol"))?.message.contains("12 characters") == true)
    }

    @Test("memory and stake are paid for, and come back")
    func resources() async throws {
        func stake(_ name: String, _ prefix: String, _ net: String, _ cpu: String, _ isGiven: Bool?) -> ActionCall {
            var data: [(String, JSON)] = [
                ("from", bob), ("receiver", .string("alicealice11")), ("\(prefix)_net_quantity", .string(net)),
                ("\(prefix)_cpu_quantity", .string(cpu)),
            ]
            if let isGiven { data.append(("transfer", .bool(isGiven))) }
            return ActionCall(
                contract: "eosio", name: name, data: .object(data.map { (name: $0.0, value: $0.1) }), note: nil)
        }
        let memory: (Int) -> ActionCall = { .system("sellram", ["account": bob, "bytes": .number($0)]) }
        #expect(
            try await practice.send(.system("buyram", ["payer": bob, "receiver": bob, "quant": .string("1.0000 EOS")]))
                == nil)
        #expect(
            try await practice.send(.system("buyrambytes", ["payer": bob, "receiver": bob, "bytes": .number(5_000)]))
                == nil)
        #expect(try practice.balance(of: PracticeChain.person) == "8.5000 EOS")
        #expect(try await practice.send(memory(15_001))?.message.contains("insufficient quota") == true)
        #expect(try await practice.send(memory(15_000)) == nil)
        #expect(try await practice.send(memory(0))?.code == .networkRefused)
        #expect(try practice.balance(of: PracticeChain.person) == "10.0000 EOS")

        #expect(try await practice.send(stake("delegatebw", "stake", "1.0000 EOS", "2.0000 EOS", false)) == nil)
        #expect(try practice.balance(of: PracticeChain.person) == "7.0000 EOS")
        #expect(
            try await practice.send(stake("undelegatebw", "unstake", "1.0001 EOS", "0.0000 EOS", nil))?.message
                .contains("net bandwidth") == true)
        #expect(try await practice.send(stake("undelegatebw", "unstake", "1.0000 EOS", "1.5000 EOS", nil)) == nil)
        #expect(try practice.balance(of: PracticeChain.person) == "9.5000 EOS")
        // What is given away does not come back to the giver.
        #expect(try await practice.send(stake("delegatebw", "stake", "3.0000 EOS", "0.0000 EOS", true)) == nil)
        #expect(
            try await practice.send(stake("undelegatebw", "unstake", "3.0000 EOS", "0.0000 EOS", nil))?.code
                == .networkRefused)
        #expect(
            try await practice.send(stake("delegatebw", "stake", "9.0000 EOS", "0.0000 EOS", false))?.code
                == .insufficientFunds)
        for (net, cpu) in [("0.0000 EOS", "0.0000 EOS"), ("-1.0000 EOS", "2.0000 EOS"), ("1.00 EOS", "1.0000 EOS")] {
            #expect(try await practice.send(stake("delegatebw", "stake", net, cpu, false))?.code == .networkRefused)
        }
        #expect(try await practice.send(.system("refund", ["owner": bob]))?.message.contains("not found") == true)
    }

    @Test("rows of the token are opened and closed; a vote wants only its voter")
    func rows() async throws {
        let open = ActionCall.token(
            "open", ["owner": .string("alicealice11"), "symbol": .string("4,EOS"), "ram_payer": bob])
        #expect(try await practice.send(open) == nil)
        #expect(try practice.balance(of: "alicealice11") == "0.0000 EOS")
        let close = ActionCall.token("close", ["owner": bob, "symbol": .string("4,EOS")])
        #expect(try await practice.send(close)?.message.contains("not zero") == true)
        #expect(try await practice.send(PreparationTests.transfer("10.0000 EOS")) == nil)
        practice.wait(1)
        #expect(try await practice.send(close) == nil)
        #expect(try practice.balance(of: PracticeChain.person) == nil)
        practice.wait(1)
        #expect(try await practice.send(close)?.message.contains("already deleted") == true)
        let other = ActionCall.token("close", ["owner": bob, "symbol": .string("3,EOS")])
        #expect(try await practice.send(other)?.message.contains("precision") == true)
        func vote(_ voter: JSON) -> ActionCall {
            .system("voteproducer", ["voter": voter, "proxy": .string(""), "producers": .array([])])
        }
        #expect(try await practice.send(vote(bob)) == nil)
        #expect(try await practice.send(vote(.string("alicealice11")))?.message.contains("missing authority") == true)
    }
}
