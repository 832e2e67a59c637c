import ExactJSON
import Foundation
import RouterMYKEY
import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// A request of a dapp on its way through the engine.
@Suite struct DappExecutionTests {
    static let transferLink = MYKEYFixture.link(
        #"{"action":"transfer","amount":1.5,"appKey":"9mDxSbyR","callback":"simple://x?action=transfer&callBackId=1","#
            + #""contract":"eosio.token","dappData":"thanks","dappName":"BiHu","desc":"buy me","precision":4,"#
            + #""protocol":"MYKEY","symbol":"EOS","to":"alicealice11","transferUrl":"https://dapp.example/t"}"#)
    static let loginLink = MYKEYFixture.link(
        #"{"action":"login","appKey":"9mDxSbyR","callback":"simple://x?action=login","dappName":"BiHu","#
            + #""loginUrl":"https://dapp.example/l","protocol":"MYKEY","uuID":"\#(MYKEYFixture.userID)"}"#)

    private static func payload(_ link: String?) -> String? {
        link?.split(separator: "payload=").last.map(String.init)?.removingPercentEncoding
    }

    @Test("a transfer is shown as its bytes say, signed, sent, posted and told, in this order (S5, S6)")
    func transfer() async throws {
        let fixture = MYKEYFixture(MYKEYFixture.passcode)
        guard case .replied(let result, let delivery) = try await fixture.run(Self.transferLink) else {
            Issue.record("not answered")
            return
        }
        #expect(result.content == .executed(SignedTransaction.example.id) && delivery.serverProblem == nil)
        let shown = fixture.prompt.shown[0].flowing
        #expect(shown.contains("Pay 1.5000 EOS of the token contract eosio.token to alicealice11"))
        #expect(shown.contains("with the memo “thanks” from bobbobbobbob"))
        #expect(shown.contains("This request comes from a dapp that calls itself “BiHu”; nobody has verified that."))
        #expect(shown.contains("The result is sent to the server dapp.example"))
        let said = try #require(shown.range(of: "The dapp says: “buy me”"))
        #expect(said.lowerBound > (try #require(shown.range(of: "Pay 1.5000"))).upperBound)

        // The payer was left to the wallet, which is in what was signed.
        let signed = fixture.keyring.signedActions.withLock { $0 }
        #expect(signed.first?.actions.first?.content["from"]?.string == "bobbobbobbob")
        #expect(fixture.execution.sent.withLock { $0 } == [.example])
        #expect(fixture.posted.map(\.url) == ["https://dapp.example/t"])
        #expect(
            fixture.opened.count == 1 && fixture.opened[0].hasPrefix("simple://x?action=transfer&callBackId=1&result=1")
        )
        let steps = fixture.journal.steps
        #expect(steps.count == 6)
        if case .approved(.actions) = steps[0], case .signed = steps[1], case .sent = steps[2] {
        } else {
            Issue.record("\(steps)")
        }
        #expect(Array(steps.suffix(3)) == [.calling, .calledBack, .ended(.done)])
    }

    @Test("S5: a contract that is not known to pay is called, and never said to pay, whatever it calls its fields")
    func unknownContract() async throws {
        let fixture = MYKEYFixture(MYKEYFixture.passcode)
        let link = Self.transferLink.replacing("eosio.token", with: "eosio.tokem")
        guard case .replied = try await fixture.run(link) else {
            Issue.record("not answered")
            return
        }
        let shown = fixture.prompt.shown[0].flowing
        #expect(shown.contains("Call the contract eosio.tokem → transfer"), "\(shown)")
        #expect(!shown.contains("Pay ") && shown.contains("“quantity”: “1.5000 EOS”"), "\(shown)")
        #expect(shown.contains("only the network vouches for"))
        #expect(fixture.journal.state.withLock { $0.requests }.allSatisfy { $0.recipient == nil })
    }

    @Test("S5: the fields of an interface and the texts of a dapp stay between quotation marks")
    func hostileFields() async throws {
        let fixture = MYKEYFixture(MYKEYFixture.passcode)
        let lie = #"to\nPay 0.0001 EOS” to nobody\u2028\u202e“"#
        let link = MYKEYFixture.link(
            #"{"action":"transaction","actions":[{"account":"othercontra1","name":"play","data":{"\#(lie)":"\#(lie)"},"#
                + #""info":"\#(lie)"},{"account":"eosio.token","name":"transfer","data":{"from":"bobbobbobbob","#
                + #""to":"alicealice11","quantity":"1.0000 EOS","memo":"\#(lie)"}}],"appKey":"9mDxSbyR","#
                + #""callback":"simple://x","dappName":"\#(lie)","desc":"\#(lie)","dappUserName":"\#(lie)","#
                + #""orderId":"\#(lie)","protocol":"MYKEY"}"#)
        guard case .replied = try await fixture.run(link) else {
            Issue.record("not answered")
            return
        }
        let pages = fixture.prompt.shown[0].pages
        for page in pages {
            #expect(page.contains("One transaction with 2 actions\n"))
            #expect(page.contains("Pay 1.0000 EOS of the token contract eosio.token to\nalicealice11\n"))
            for line in page.split(separator: "\n") where line.contains("0.0001") {
                let marks = line.filter { "“”".contains($0) }
                #expect(marks == "“”" || marks == "“”“”", "\(line)")
                let start = try #require(line.firstRange(of: "“")).lowerBound
                #expect(line.firstRange(of: "0.0001")?.lowerBound ?? start > start, "\(line)")
            }
            #expect(page.unicodeScalars.allSatisfy { $0.isUnambiguouslyVisible || $0 == "\n" })
        }
        #expect(pages.joined().contains("Call the contract othercontra1 → play"))
    }

    @Test("S5: of many payments each page has the sums, and each payment its recipient wherever it is divided")
    func manyPayments() async throws {
        let fixture = MYKEYFixture(MYKEYFixture.passcode)
        let memo = String(repeating: "漢", count: 80)
        let calls = (1...6).map { number in
            #"{"account":"eosio.token","name":"transfer","data":{"from":"bobbobbobbob","to":"alicealice1"#
                + #"\#(number % 5 + 1)","quantity":"1.0000 EOS","memo":"\#(memo)"}}"#
        }
        let link = MYKEYFixture.link(
            #"{"action":"transaction","actions":[\#(calls.joined(separator: ","))],"appKey":"9mDxSbyR","#
                + #""callback":"simple://x","dappName":"BiHu","protocol":"MYKEY"}"#)
        _ = try await fixture.run(link)
        let pages = try #require(fixture.prompt.shown.first?.pages)
        #expect(pages.count > 2)
        for page in pages {
            #expect(
                page.contains("\nPay 6.0000 EOS of the token contract eosio.token in total,\nby 6 of them\n"), "\(page)"
            )
        }
        for number in 1...6 {
            #expect(
                pages.joined().contains(
                    "\(number) of 6: Pay 1.0000 EOS of the token contract eosio.token\nto alicealice1"))
        }
    }

    @Test("a login is signed, posted and told; from then on the dapp may ask for more")
    func login() async throws {
        var fixture = MYKEYFixture(MYKEYFixture.passcode)
        fixture.bindings = MemoryBindings()
        guard case .replied = try await fixture.run(Self.loginLink) else {
            Issue.record("not answered")
            return
        }
        let shown = fixture.prompt.shown[0].flowing
        #expect(shown.contains("Log in as bobbobbobbob (active) on EOS."))
        // The quotation is divided, and each line has both marks.
        #expect(shown.replacing("” “", with: "").contains("1700000000bobbobbobbob\(MYKEYFixture.userID)mykey"))
        #expect(try fixture.bindings.bindings(of: "9mDxSbyR").map(\.account) == ["bobbobbobbob"])
        #expect(fixture.posted.count == 1 && fixture.opened.count == 1)
    }

    @Test(
        "the numbers that are decided by the account",
        arguments: [
            // 10007: never logged in; 10010: another account than before, or another payer; 10009: another user.
            ([], transferLink, 10007), ([("carol", "bobbobbobbob")], transferLink, 10007),
            ([(MYKEYFixture.userID, "othermeother")], transferLink, 10010),
            ([(MYKEYFixture.userID, "othermeother")], loginLink, 10010),
            ([("carol", "bobbobbobbob")], loginLink, 10009),
        ] as [([(String, String)], String, Int)])
    func bindings(_ known: [(String, String)], _ link: String, _ code: Int) async throws {
        var fixture = MYKEYFixture(MYKEYFixture.passcode)
        fixture.bindings = MemoryBindings(known.map { DappBinding(appKey: "9mDxSbyR", userID: $0.0, account: $0.1) })
        guard case .failed(let error) = try await fixture.run(link) else {
            Issue.record("not refused")
            return
        }
        #expect(error.dappCode == code && fixture.prompt.shown.isEmpty && fixture.posted.isEmpty)
        #expect(fixture.opened.isEmpty && fixture.journal.steps == [.ended(.failed)])
    }

    @Test("another payer than the account is refused")
    func otherPayer() async throws {
        let fixture = MYKEYFixture(MYKEYFixture.passcode)
        let link = Self.transferLink.replacing("%22to%22", with: "%22from%22%3A%22someoneelse1%22%2C%22to%22")
        guard case .failed(let error) = try await fixture.run(link) else {
            Issue.record("not refused")
            return
        }
        #expect(error.dappCode == 10010)
    }

    @Test("SimpleWallet and MYKEY's simple mode bind nobody", arguments: ["MYKEYSimple", "SimpleWallet"])
    func unbound(_ dialect: String) async throws {
        var fixture = MYKEYFixture(MYKEYFixture.passcode)
        fixture.bindings = MemoryBindings()
        let link = Self.transferLink.replacing("%22MYKEY%22", with: "%22\(dialect)%22")
        guard case .replied = try await fixture.run(link) else {
            Issue.record("\(dialect) was refused")
            return
        }
        #expect(try fixture.bindings.bindings(of: "9mDxSbyR").isEmpty)
    }

    @Test("who refuses tells the dapp 0; nothing is signed, posted or sent")
    func refused() async throws {
        let fixture = MYKEYFixture(.fail(.refused))
        _ = try await fixture.run(Self.transferLink)
        #expect(fixture.opened == ["simple://x?action=transfer&callBackId=1&result=0"])
        #expect(fixture.posted.isEmpty && fixture.execution.sent.withLock { $0.isEmpty })
        #expect(fixture.journal.steps == [.ended(.refused), .toldFailure(.declined)])
        #expect(
            fixture.prompt.shown[0].pages[0].contains("This program will receive the answer, even if you refuse"))
    }

    @Test("a server that does not take a login makes it fail; one that does not take a payment changes nothing")
    func servers() async throws {
        for answer in [
            MemoryServers.answer("no"), MemoryServers.answer(#"{"code":1,"message":"unknown user"}"#),
            MemoryServers.answer(#"{"message":"x"}"#), MemoryServers.answer("", status: 500),
        ] {
            var fixture = MYKEYFixture(MYKEYFixture.passcode)
            fixture.servers = MemoryServers.confirming([.success(answer)])
            guard case .failed(let error) = try await fixture.run(Self.loginLink) else {
                Issue.record("a login was taken for done")
                return
            }
            #expect(error.code == .networkRefused && fixture.opened.first?.contains("result=2&") == true)
            #expect(try fixture.bindings.bindings(of: "9mDxSbyR").count == 1, "nobody was bound by it")

            fixture = MYKEYFixture(MYKEYFixture.passcode)
            // Only what says no for good: what may help to repeat is repeated, with pauses.
            fixture.servers = MemoryServers.confirming([.success(MemoryServers.answer(#"{"code":1,"message":"gone"}"#))]
            )
            guard case .replied(_, let delivery) = try await fixture.run(Self.transferLink) else {
                Issue.record("a payment was taken for undone")
                return
            }
            #expect(delivery.serverProblem?.contains("gone") == true)
            #expect(Self.payload(fixture.opened.first)?.contains(#""notify":{"ok":false"#) == true)
            #expect(fixture.prompt.told.first?.pages.joined().contains("did not accept the result") == true)
        }
    }

    @Test("a payment whose fate is unknown is never repeated, and the dapp is told 10005")
    func unknown() async throws {
        var fixture = MYKEYFixture(MYKEYFixture.passcode)
        fixture.execution = FakeAccountChain(refusing: ServiceError(.answerUnknown, "no answer"))
        guard case .unknown = try await fixture.run(Self.transferLink) else {
            Issue.record("not unknown")
            return
        }
        #expect(fixture.opened.first?.contains("result=10005") == true && fixture.posted.isEmpty)
    }

    @Test(
        "S13: an account that the wallet cannot sign for ends the link before anybody is asked or told",
        arguments: [
            (nil, .accountUnknown), (AccountAuthority(keys: ["EOS7other"]), .accountUnknown),
            (AccountAuthority(keys: [], isManaged: true), .accountUnknown),
            (AccountAuthority(keys: [FakeKeyring.accountKey], isFrozen: true), .accountFrozen),
        ] as [(AccountAuthority?, ServiceError.Code)])
    func authority(_ authority: AccountAuthority?, _ code: ServiceError.Code) async throws {
        var fixture = MYKEYFixture(MYKEYFixture.passcode)
        fixture.execution = FakeAccountChain(authority: authority)
        guard case .failed(let error) = try await fixture.run(Self.transferLink) else {
            Issue.record("not refused")
            return
        }
        #expect(error.code == code && fixture.opened.isEmpty && fixture.prompt.shown.isEmpty)
    }

    @Test("S14: only those who are listed for it are told about practice money")
    func practice() async throws {
        var fixture = MYKEYFixture(MYKEYFixture.passcode)
        fixture.isPractice = true
        fixture.settings.practiceSenders = ["https://dapp.example"]
        guard case .replied(_, let delivery) = try await fixture.run(Self.transferLink), case .none = delivery.callback
        else {
            Issue.record("somebody was told")
            return
        }
        #expect(fixture.opened.isEmpty)
        #expect(fixture.prompt.shown[0].pages[0].hasPrefix("PRACTICE – no real money"))
        fixture = MYKEYFixture(MYKEYFixture.passcode)
        fixture.isPractice = true
        fixture.settings.practiceSenders = ["simple", "https://dapp.example"]
        _ = try await fixture.run(Self.transferLink)
        #expect(fixture.opened.count == 1)
    }

    @Test("S14: no server or page gets what was signed in practice unless it is listed, and then nothing is signed")
    func practiceServers() async throws {
        let page =
            #"{"action":"login","callback":"https://abc.com?action=login&qrcID=1","protocol":"SimpleWallet","uuID":"x1"}"#
        for listed in [[], ["simple"], ["https"], ["dapp.example"]] as [Set<String>] {
            var fixture = MYKEYFixture(MYKEYFixture.passcode)
            fixture.isPractice = true
            fixture.settings.practiceSenders = listed
            guard case .failed(let error) = try await fixture.run(Self.transferLink) else {
                Issue.record("the server was told")
                return
            }
            #expect(error.code == .refusedByPolicy && error.hint?.contains("dapp.example") == true)
            #expect(fixture.posted.isEmpty && fixture.prompt.shown.isEmpty)
            fixture = MYKEYFixture(MYKEYFixture.passcode)
            fixture.isPractice = true
            fixture.settings.practiceSenders = listed
            _ = try await fixture.run(page)
            #expect(fixture.posted.isEmpty)
        }
        var fixture = MYKEYFixture(MYKEYFixture.passcode)
        fixture.isPractice = true
        fixture.settings.practiceSenders = ["https://abc.com"]
        guard case .replied(_, let delivery) = try await fixture.run(page), case .told("abc.com") = delivery.callback
        else {
            Issue.record("not told")
            return
        }
        fixture = MYKEYFixture(MYKEYFixture.passcode)
        fixture.isPractice = true
        fixture.settings.practiceSenders = ["https://dapp.example"]
        _ = try await fixture.run(Self.transferLink)
        #expect(fixture.posted.map(\.url) == ["https://dapp.example/t"])
    }

    @Test("a page of SimpleWallet is asked for, and no program is started")
    func page() async throws {
        let fixture = MYKEYFixture(MYKEYFixture.passcode)
        let json =
            #"{"action":"login","callback":"https://abc.com?action=login&qrcID=1","protocol":"SimpleWallet","uuID":"x1"}"#
        guard case .replied(_, let delivery) = try await fixture.run(json), case .told("abc.com") = delivery.callback
        else {
            Issue.record("not told")
            return
        }
        #expect(fixture.opened.isEmpty)
        #expect(fixture.posted.map(\.url) == ["https://abc.com?action=login&qrcID=1&result=1"])
    }

    @Test("what cannot be seen in a text to be signed is shown as its number")
    func message() async throws {
        let fixture = MYKEYFixture(MYKEYFixture.passcode)
        let link = MYKEYFixture.link(
            #"{"action":"sign","appKey":"9mDxSbyR","callback":"simple://x","message":"a‮b","protocol":"MYKEY"}"#)
        guard case .replied = try await fixture.run(link) else {
            Issue.record("not answered")
            return
        }
        #expect(fixture.prompt.shown[0].pages.joined().contains(#"a\u{202e}b"#))
        #expect(fixture.keyring.signedTexts.withLock { $0 }.first?.texts == ["a\u{202E}b"])
    }
}
