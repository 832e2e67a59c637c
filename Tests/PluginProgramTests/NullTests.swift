import Foundation
import RouterBitcoinFamily
import RouterPluginPrograms
import RouterTestSupport
import SchemeRouter
import Testing

/// In what a program answers, `null` is the same as a member that is not there, member by member.
@Suite(Sample.needsPython) struct NullTests {
    private static let members: [(of: String, [String])] = [
        ("given", ["id", "error", "hello", "request", "question", "key", "reply"]),
        ("given['hello']", ["version", "name", "grammars", "replies"]),
        ("given['hello']['grammars']", ["authority-params", "bip21"]),
        ("given['hello']['grammars']['authority-params']", ["understood"]),
        ("given['hello']['replies'][0]", ["name", "fields", "results", "words"]),
        ("given['hello']['replies'][0]['results']", ["txid"]),
        ("given['hello']['replies'][0]['words']", ["done", "unknown"]),
        ("given['request']", ["payment", "address", "key"]),
        ("given['request']['payment']", ["address", "amount", "label", "message"]),
        ("given['request']['key']", ["account"]),
        ("given['error']", ["code", "message", "hint", "range", "parameter"]),
        ("given['reply']", ["fields"]),
        ("given['reply']['fields'][0]", ["name", "text", "blank"]),
    ]

    @Test(arguments: members.flatMap { entry in entry.1.map { (entry.of, $0) } })
    func same(of container: String, member: String) throws {
        let null = try outcomes("(\(container))['\(member)'] = None")
        let missing = try outcomes("(\(container)).pop('\(member)', None)")
        #expect(null == missing)
    }

    /// What comes of links of all kinds, with every answer changed.
    private func outcomes(_ change: String) throws -> [String] {
        let program = try TestProgram.sample(
            """
            read_plain = ANSWERS['request']
            ANSWERS['request'] = lambda a: {'key': {'account': 0}} if a['asks'] == 'masterPublicKey' else read_plain(a)
            ANSWERS['key'] = lambda a: True
            plain = answer
            def answer(message):
                given = json.loads(json.dumps(plain(message)))
                try: \(change)
                except (AttributeError, KeyError, TypeError, IndexError): pass
                return given
            """)
        func outcome(_ body: (ProgramPlugin) throws -> String) -> String {
            // Each by a program of its own: one that failed says the same of all later links.
            do { return try body(program.plugin()) } catch let error as RequestError {
                return "\(error.code) \(error.reason ?? "") \(error.range ?? 0..<0) \(error.parameter ?? "")"
                    + " \(error.message) \(error.hint ?? "")".replacing(program.path, with: "")
            } catch let error as ServiceError {
                return "\(error.code) \(error.reason ?? "") \(error.message)".replacing(program.path, with: "")
            } catch { return "\(error)" }
        }
        let links = [
            Sample.pay + "&message=beads", "abacus:request=address&sender=myapp",
            "abacus:request=masterPublicKey&sender=myapp", "abacus:pay=\(Sample.address)&amount=0.5&sender=myapp",
        ]
        let router = try program.router()
        let coin = try #require(router.routes.coin("abacus"))
        let network = try #require(coin.networks[.main])
        let chain = ChainFacts(
            coin: coin, id: ChainID(coin: "abacus", network: .main, isPractice: true), parameters: network,
            isLockOn: false)
        let header = RequestHeader(
            scheme: "abacus", coin: "abacus", network: .main, sender: nil, callbacks: nil, warnings: [], ignored: [])
        let payment = PaymentRequest(
            header: header, form: .native, address: Sample.address, amount: nil, lock: nil, label: nil, message: nil)
        return links.map { link in
            outcome {
                let read = try Sample.router($0).read(link)
                return "\(read.request) \(read.callback?.description ?? "no reply")"
            }
        } + [
            outcome { "\(String(describing: $0.question(about: payment, answers: Answers(), on: chain)))" },
            outcome { "\(try $0.key(KeyRequest(header: header, account: 0), on: chain).account)" },
        ]
    }
}
