import ExactJSON
import Foundation
import RouterTestSupport
import SchemeRouter
import Synchronization
import Testing

@testable import RouterPluginPrograms

/// The examples of Documentation/plugin-programs.md are what is sent, and what the sample answers.
@Suite struct DocumentTests {
    private struct Exchange {
        let asked: JSON
        let answered: JSON

        /// The member that says what is asked.
        var method: String { asked.members?.map(\.name).first { $0 != "id" } ?? "" }
    }

    private static func exchanges() throws -> [Exchange] {
        let file = Sample.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Documentation/plugin-programs.md")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        func json(_ mark: String) throws -> [JSON] {
            try lines.filter { $0.hasPrefix(mark) }.map {
                try JSON(reading: Array($0.dropFirst(mark.count).utf8), limits: ProgramLimits.json)
            }
        }
        let (asked, answered) = (try json("→ "), try json("← "))
        try #require(asked.count == answered.count && asked.count >= 10)
        return zip(asked, answered).map { Exchange(asked: $0, answered: $1) }
    }

    @Test("each documented answer is the sample's", Sample.needsPython)
    func answers() throws {
        let exchanges = try Self.exchanges()
        let process = Process()
        process.executableURL = Sample.folder.appending(path: "abacus-plugin")
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        // Less than a pipe holds.
        try input.fileHandleForWriting.write(contentsOf: Data(exchanges.flatMap { $0.asked.bytes + [0x0A] }))
        try input.fileHandleForWriting.close()
        let said = output.fileHandleForReading.readDataToEndOfFile().split(separator: 0x0A)
        try #require(said.count == exchanges.count)
        for (exchange, line) in zip(exchanges, said) {
            #expect(try JSON(reading: Array(line), limits: ProgramLimits.json) == exchange.answered)
        }
    }

    /// Keeps what a program would be told of a link.
    private final class Listener: CoinPlugin, LinkReader {
        let heard = Mutex<[JSON]>([])
        var replyForms: [ReplyForm] { [] }
        func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? { nil }

        func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
            let read = try WalletLink(link)
            let pieces = LinkPieces(read.action, address: nil, read.parameters)
            heard.withLock { $0.append(ProgramMessages.request(link, pieces)) }
            var sender: Sender?
            if let parameter = read.parameters[.sender] { sender = try Sender(parameter, of: link) }
            return .address(RequestHeader(of: link, sender: sender, warnings: []))
        }
    }

    @Test("S8: each documented question is what is sent, and nothing more: no key and no address of the wallet")
    func questions() throws {
        let exchanges = try Self.exchanges()
        let file = DescriptorFile(name: "abacus.yaml", bytes: Array(try Sample.text("abacus.yaml").utf8))
        let listener = Listener()
        let router = Router(routes: try RouteTable.load([.shipped, file]), plugins: ["abacus": listener])
        let headers = try [
            "pay=\(Sample.address)&amount=3&message=beads&sender=myapp&color=red", "request=address&sender=myapp",
            "pay=\(Sample.address)&amount=0.5&sender=myapp",
        ].map { try router.request(from: Array("abacus:\($0)".utf8)).header }
        let header = headers[0]
        let coin = try #require(router.routes.coin("abacus"))
        let network = try #require(coin.networks[.main])
        let chain = ChainFacts(
            coin: coin, id: ChainID(coin: "abacus", network: .main, isPractice: true), parameters: network,
            isLockOn: false)
        func payment(_ amount: Amount?) -> PaymentRequest {
            PaymentRequest(
                header: header, form: .native, address: Sample.address, amount: amount, lock: nil, label: nil,
                message: ForeignText("beads".utf8))
        }
        let three = try #require(Amount(units: 300_000_000))
        let request = ReplyRequest.link(.payment(payment(three)))
        let sent: [(String, JSON)] =
            listener.heard.withLock { $0 }.map { ("request", $0) } + [
                ("hello", JSON(["version": ProgramHello.version])),
                ("question", ProgramMessages.question(payment(nil), on: chain)),
                ("pay", ProgramMessages.pay(payment(three), answers: Answers(), on: chain)),
                ("address", ProgramMessages.address(header, on: chain)),
                ("key", ProgramMessages.key(KeyRequest(header: header, account: 0), on: chain)),
                ("reply", ProgramMessages.reply(request, .done)),
                ("reply", ProgramMessages.reply(request, .unknown)),
            ]
        let documented = exchanges.map { ($0.method, $0.asked[$0.method] ?? .null) }
        for (method, message) in sent {
            #expect(documented.contains { $0 == method && $1 == message }, "\(method): \(message.text)")
        }
        for (method, message) in documented {
            #expect(sent.contains { $0 == method && $1 == message }, "\(method): \(message.text)")
        }
    }

    @Test("every reason is documented")
    func reasons() throws {
        let file = Sample.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Documentation/plugin-programs.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        for kind in ProgramFailure.Kind.allCases { #expect(text.contains("| `\(kind.rawValue)` |")) }
    }
}
