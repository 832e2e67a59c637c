import ExactJSON
import Foundation
import RouterEOSIO
import RouterMYKEYFormat
import Testing

@testable import MYKEYWalletLib

/// How callbacks are read and whom they answer (Documentation/protocols/mykey.md §3.4).
@Suite struct CallbackTests {
    @Test("each callback of the vectors", arguments: Vectors.json("callbacks").elements ?? [])
    func vectors(row: JSON) throws {
        let url = try #require(row["url"]?.string)
        let callback = try #require(WalletCallback(url))
        let fields = try #require(row["fields"])
        #expect(fields["result"] == callback.result.map { .number($0) })
        #expect(try callback.payload.map { try JSON(reading: Array($0.utf8), limits: .link) } == fields["payload"])
        #expect(callback.id == (url.contains("callBackId") ? "0BFE935E70C321C7CA3AFC75CE0D0CA2" : nil))
        #expect("\(callback.scheme)://\(callback.host)" == url.prefix { $0 != "?" }.lowercased())
    }

    private static let start = "demo://mykeywallet.mykey.org?action=sign&callBackId=AB&result=1"

    @Test(
        "payloads, raw or encoded, whatever stands in them",
        arguments: [
            (#"&payload={"a":"1&result=0"}"#, #"{"a":"1&result=0"}"#), (#"&payload={"a":"50%25"}"#, #"{"a":"50%25"}"#),
            ("&payload=%7B%22a%22%3A%22x%23y%26z%22%7D", #"{"a":"x#y&z"}"#),
            (#"&payload={%22a%22:%22b%22}"#, #"{"a":"b"}"#), (#"&payload={"a":1}#payload=x"#, #"{"a":1}"#),
            ("&payload=", ""), ("&payload=text", "text"), ("", nil), ("&payloads=x", nil), ("#&payload={}", nil),
            ("&payload=%7B%22a%22%3A%22%C3%A9%22%7D", #"{"a":"é"}"#), (#"&payload={"a":"é"}"#, #"{"a":"é"}"#),
        ] as [(String, String?)])
    func payloads(end: String, payload: String?) throws {
        let callback = try #require(WalletCallback(Self.start + end))
        #expect(callback.payload == payload)
        #expect(callback.result == 1)
        #expect(callback.id == "AB")
    }

    @Test(
        "what is not a callback",
        arguments: [
            "", "demo", "demo:mykeywallet.mykey.org?callBackId=AB&result=1", start + "&result=1",
            start + "&callBackId=AB",
            start + "\n", start + "\u{7F}", start + "&x=%", start + "&payload=%zz", start + "&payload=%FF",
            start + "&x=" + String(repeating: "x", count: 131_072),
        ])
    func malformed(text: String) {
        #expect(WalletCallback(text) == nil)
    }

    private static func dapp(patience: Duration = MYKEYDapp.patience) throws -> (MYKEYDapp, RecordingOpener) {
        let opener = RecordingOpener()
        let identity = try DappIdentity(appKey: "k", userID: "u", name: "Dapp", scheme: "Demo")
        return (MYKEYDapp(identity, opener: opener, patience: patience), opener)
    }

    @Test("only the own callback answers, and only once")
    func matching() async throws {
        let (dapp, opener) = try Self.dapp()
        async let answer = dapp.answer(to: .sign(SigningRequest("x")))
        let good = try await opener.next().callback(1, #"{"sign":"s"}"#)
        let id = try #require(WalletCallback(good)?.id)
        for other in [
            good.replacing("demo:", with: "other:"), good.replacing("mykeywallet", with: "simplewallet"),
            good.replacing(id, with: String(id.reversed())), good.replacing("callBackId", with: "callbackid"),
            good.replacing("mykey.org", with: "mykey.org.evil"), good.replacing("://", with: "://x@"), "",
        ] {
            #expect(!dapp.handle(other), "\(other)")
        }
        #expect(dapp.handle(good.replacing("demo://mykeywallet", with: "DEMO://MyKeyWallet")))
        #expect(!dapp.handle(good))
        #expect(try await answer == #"{"sign":"s"}"#)
    }

    @Test("two requests are told apart")
    func two() async throws {
        let (dapp, opener) = try Self.dapp()
        async let first = dapp.answer(to: .sign(SigningRequest("1")))
        let firstAsked = try await opener.next()
        async let second = dapp.answer(to: .sign(SigningRequest("2")))
        let secondAsked = try await opener.next()
        #expect(firstAsked.json["callbackId"] != secondAsked.json["callbackId"])
        dapp.handle(secondAsked.callback(1, "2"))
        dapp.handle(firstAsked.callback(1, "1"))
        #expect(try await (first, second) == ("1", "2"))
    }

    @Test("every number that a wallet may send", arguments: ErrorCode.allCases.map(\.rawValue) + [3, 20001, -1])
    func numbers(number: Int) async throws {
        for payload in [nil, #"{"errorCode":7,"errorMsg":"its words"}"#, "no JSON"] {
            let (dapp, opener) = try Self.dapp()
            async let answer: String = dapp.answer(to: .sign(SigningRequest("x")))
            dapp.handle(try await opener.next().callback(number, payload))
            do {
                #expect(try await answer == payload ?? "")
                #expect(number == 1)
            } catch let error as MYKEYError {
                #expect(error.number == number)
                #expect(error.reason == (number == 0 ? .cancelled : .walletFailed))
                if number != 0, payload?.first == "{" { #expect(error.message == "its words") }
                let json = try JSON(reading: Array(error.json.utf8), limits: .link)
                #expect(json["errorCode"] == .number(number))
                #expect(json["errorMsg"] == .string(error.message))
                #expect(!error.message.isEmpty)
            }
        }
    }

    @Test(
        "a callback that does not say how it ended is not taken for a no",
        arguments: ["x", "", "1.0", "99999999999999999999"])
    func noResult(result: String) async throws {
        let (dapp, opener) = try Self.dapp()
        let asking = Task { () throws(MYKEYError) in try await dapp.answer(to: .sign(SigningRequest("x"))) }
        let callback = try await opener.next().callback(1)
        #expect(dapp.handle(callback.replacing("result=1", with: "result=" + result)))
        await #expect(throws: MYKEYError.unreadable("result", "")) { try await asking.value }
    }

    @Test("no answer, and one that comes too late")
    func late() async throws {
        let (dapp, opener) = try Self.dapp(patience: .milliseconds(1))
        let error = await #expect(throws: MYKEYError.self) { try await dapp.sign(SigningRequest("x")) }
        #expect(error?.reason == .noAnswer)
        let callback = try await opener.next().callback(1)
        #expect(!dapp.handle(callback))
    }

    @Test("a task that is cancelled waits no longer; one that was before it asked opens nothing")
    func cancellation() async throws {
        let (dapp, opener) = try Self.dapp()
        let waiting = Task { () throws(MYKEYError) in try await dapp.sign(SigningRequest("x")) }
        let asked = try await opener.next()
        waiting.cancel()
        await #expect(throws: MYKEYError(.abandoned, .Failure)) { try await waiting.value }
        #expect(!dapp.handle(asked.callback(1)))

        let early = Task { () throws(MYKEYError) in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await dapp.sign(SigningRequest("early"))
        }
        await #expect(throws: MYKEYError(.abandoned, .Failure)) { try await early.value }
        let next = Task { () throws(MYKEYError) in try await dapp.sign(SigningRequest("next")) }
        #expect(try await opener.next().json["message"] == .string("next"))
        next.cancel()
        _ = await next.result
    }
}
