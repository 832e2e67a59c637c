import Foundation
import RouterDapp
import RouterDescribedAsking
import SchemeRouter
import Testing

/// The Swift of Documentation/asking-apps.md, word for word, so that it compiles and works.
private enum Guide {
    nonisolated(unsafe) static var opened: [String] = []
    nonisolated(unsafe) static var calls: [String] = []

    static func open(_ link: String) { unsafe opened.append(link) }
    static func verifyOnTheNetwork(_ txid: TransactionID, pays address: String) {
        unsafe calls.append("\(txid) \(address)")
    }
    static func offerToAskAgain() { unsafe calls.append("again") }
    static func watch(_ address: String?) { unsafe calls.append("watch \(address ?? "")") }

    static func ask(address: String, now: UnixTime) throws -> PendingRequest? {
        let dash = RequestBuilder(.dashWallet)
        let details = PaymentDetails(address: address, amount: try dash.amount("0.5"), message: "order 42")
        let link = try dash.payment(details, sender: "shop")
        open(link.text())
        return PendingRequest(link, askedAt: now)
    }

    static func answered(_ argument: String, _ pending: inout PendingRequest) throws {
        switch try pending.accept(Array(argument.utf8)) {
        case .paid(let address, let txid): verifyOnTheNetwork(txid, pays: address)
        case .failed(_, .declined, _): offerToAskAgain()
        case .failed(_, .unknown, _): watch(pending.link.recipient)
        case .address, .masterPublicKey: break
        }
    }
}

@Suite struct GuideTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let address = RequestBuilderTests.address

    private static func block(_ language: String) throws -> String {
        let url = root.appendingPathComponent("Documentation/asking-apps.md")
        let text = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(text.range(of: "```\(language)\n")).upperBound
        let end = try #require(text.range(of: "\n```", range: start..<text.endIndex)).lowerBound
        return String(text[start..<end])
    }

    @Test("the guide's Swift is the code above, and does what it says")
    func swift() throws {
        let own = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        let lines = try Self.block("swift").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.count > 15)
        for line in lines { #expect(own.contains(line), "\(line)") }

        var pending = try #require(try Guide.ask(address: Self.address, now: 0))
        unsafe #expect(Guide.opened == ["dashwallet:pay=\(Self.address)&amount=0.5&message=order%2042&sender=shop"])
        let error = "shop://callback=error&request=pay&code=declined&source=dashwallet"
        for callback in [error, error.replacing("declined", with: "unknown"), AnswerReaderTests.paid] {
            try Guide.answered(callback, &pending)
        }
        unsafe #expect(Guide.calls == ["again", "watch \(Self.address)", "\(AnswerReaderTests.txid) \(Self.address)"])
    }

    @Test("the guide's shell takes its own answer and nothing else")
    func shell() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("guide-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data((Self.address + "\n").utf8).write(to: directory.appendingPathComponent("address"))
        let script = directory.appendingPathComponent("answers")
        try Data(try Self.block("sh").replacing("/run/shop", with: directory.path).utf8).write(to: script)

        let paid = AnswerReaderTests.paid
        let expected = [
            (paid, true), (paid.replacing("://", with: ":"), true), (paid.replacing("Xi", with: "Xj"), false),
            (paid + "&more=1", false), (String(paid.dropLast()), false), ("shop://callback=payack", false),
            (paid.replacing("&txid=", with: "&txid=$(id)"), false),
        ]
        for (callback, isTaken) in expected {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = [script.path, callback]
            try process.run()
            process.waitUntilExit()
            #expect((process.terminationStatus == 0) == isTaken, "\(callback)")
        }
        let verified = try String(contentsOf: directory.appendingPathComponent("to-verify"), encoding: .utf8)
        #expect(verified == "\(AnswerReaderTests.txid)\n\(AnswerReaderTests.txid)\n")
    }
}
