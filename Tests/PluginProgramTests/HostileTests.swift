import Foundation
import RouterBitcoinFamily
import RouterPluginPrograms
import RouterTestSupport
import SchemeRouter
import Testing

/// Programs that hang, flood, die and talk nonsense end the link with one clear error, and nothing else happens.
@Suite(Sample.needsPython) struct HostileTests {
    struct Program: CustomTestStringConvertible {
        let testDescription: String
        /// Python that stands behind the sample's definitions and before its loop.
        let change: String
        let kind: ProgramFailure.Kind
        var isLate = false

        init(_ name: String, _ kind: ProgramFailure.Kind, _ change: String, isLate: Bool = false) {
            testDescription = name
            self.kind = kind
            self.change = change
            self.isLate = isLate
        }
    }

    private static let out = "import os\ndef out(data): os.write(1, data)\n"
    private static func onRequest(_ statement: String) -> String {
        out + """
            plain = answer
            def answer(message):
                if "request" not in message: return plain(message)
                \(statement)
                return plain(message)
            """
    }

    static let programs = [
        Program("hangs before it says hello", .timedOut, "import time\ntime.sleep(1e6)", isLate: true),
        Program("hangs at a link", .timedOut, onRequest("import time; time.sleep(1e6)"), isLate: true),
        Program("computes for ever", .timedOut, onRequest("while True: pass"), isLate: true),
        Program("reads nothing and says nothing", .timedOut, "while True: pass", isLate: true),
        Program(
            "dribbles", .timedOut, onRequest("import time\n    while True: out(b' '); time.sleep(0.01)"), isLate: true),
        Program("dies before it says hello", .ended, "sys.exit(0)"),
        Program("dies at a link", .ended, onRequest("os._exit(3)")),
        Program("dies in a line", .ended, onRequest("out(b'{\"id\":1,'); os._exit(0)")),
        Program("is killed", .ended, onRequest("os.abort()")),
        Program("closes its output", .ended, onRequest("os.close(0); os.close(1)")),
        Program("floods without a line", .tooLong, out + "while True: out(b'x' * 4096)"),
        Program("floods at a link", .tooLong, onRequest("\n    while True: out(b'x' * 4096)")),
        Program("says a line of more than 64 KiB", .tooLong, onRequest("out(b'\"' + b'x' * 65536 + b'\"\\n')")),
        Program("says more than one line", .wrongAnswer, onRequest("out(b'{}\\n{}\\n')")),
        Program("speaks unasked", .wrongAnswer, out + "out(b'{\"hello\":{\"version\":1,\"grammars\":{}}}\\n{}\\n')"),
        Program("floods with lines", .wrongAnswer, out + "while True: out(b'{}\\n' * 1000)"),
        Program("speaks another version", .wrongVersion, "HELLO['version'] = 3"),
        Program("says no version", .nonsense, "del HELLO['version']"),
        Program("has two forms of one name", .nonsense, "HELLO['replies'] *= 2"),
        Program("has forms that are no list", .nonsense, "HELLO['replies'] = 'none'"),
        Program(
            "refuses to reply", .wrongAnswer,
            "def no(asked): raise Refusal('unsupported', 'No.')\nANSWERS['reply'] = no"),
        Program("answers nothing", .wrongAnswer, onRequest("return {'id': message['id']}")),
        Program("answers null", .wrongAnswer, onRequest("return {'id': message['id'], 'request': None}")),
        Program("says no grammars", .nonsense, "HELLO['grammars'] = ['bip21']"),
        Program("has 17 fields", .nonsense, "HELLO['replies'][0]['fields'] += ['f%d' % n for n in range(13)]"),
        Program("has nine words", .nonsense, "HELLO['replies'][0]['words']['done'] = ['w%d' % n for n in range(9)]"),
        Program("has a long word", .nonsense, "HELLO['replies'][0]['words']['unknown'] = ['x' * 25]"),
        Program("has a word of facts", .nonsense, "HELLO['replies'][0]['words']['done'] = ['host:vm']"),
        Program("says paid where nobody knows", .nonsense, "HELLO['replies'][0]['words']['unknown'] = ['paid']"),
        Program("says Paid where nobody knows", .nonsense, "HELLO['replies'][0]['words']['unknown'] = ['PAID']"),
        Program("has a field of facts", .nonsense, "HELLO['replies'][0]['fields'].append('ok' + '0' * 23)"),
        Program("has a result of facts", .nonsense, "HELLO['replies'][0]['results']['x' * 25] = 'txid'"),
        Program("words a txId itself", .nonsense, "HELLO['replies'][0]['fields'].append('txId')"),
        Program("words a transaction itself", .nonsense, "HELLO['replies'][0]['fields'].append('transaction')"),
        Program("calls a transaction txid", .lied, "HELLO['replies'][0]['results'] = {'txid': 'transaction'}"),
        Program("calls an address TXID", .lied, "HELLO['replies'][0]['results'] = {'TXID': 'address'}"),
        Program("calls a txid transaction", .lied, "HELLO['replies'][0]['results'] = {'transaction': 'txid'}"),
        Program("has forms that are none", .nonsense, "HELLO['replies'][0]['results'] = {'txid': 'seed'}"),
        Program("reads other links", .unfit, "HELLO['grammars'] = {'bip21': {'understood': []}}"),
        Program("answers another number", .wrongAnswer, onRequest("message['id'] += 1")),
        Program("answers no number", .nonsense, onRequest("return {'request': plain(message)['request']}")),
        Program("answers another question", .wrongAnswer, onRequest("return {'id': message['id'], 'pay': {}}")),
        Program("says no JSON", .nonsense, onRequest("out(b'yes\\n'); sys.stdin.read()")),
        Program("says no UTF-8", .nonsense, onRequest("out(b'{\"a\":\"\\xff\"}\\n'); sys.stdin.read()")),
        Program("says no object", .nonsense, onRequest("out(b'[]\\n'); sys.stdin.read()")),
        Program("says deep JSON", .nonsense, onRequest("out(b'[' * 60000 + b'\\n'); sys.stdin.read()")),
        Program("says a member twice", .nonsense, onRequest("out(b'{\"id\":1,\"id\":1}\\n'); sys.stdin.read()")),
        Program("has an error that is none", .nonsense, onRequest("return {'id': message['id'], 'error': 'no'}")),
        Program(
            "refuses with a code that does not exist", .nonsense,
            onRequest("return {'id': message['id'], 'error': {'code': 'bad'}}")),
        Program(
            "refuses as if the person had", .nonsense,
            onRequest("return {'id': message['id'], 'error': {'code': 'instantSendRequired'}}")),
        Program(
            "refuses in no words", .nonsense,
            onRequest("return {'id': message['id'], 'error': {'code': 'dust', 'message': 5}}")),
        Program(
            "named a parameter that does not exist", .nonsense,
            onRequest("return {'id': message['id'], 'error': {'code': 'dust', 'parameter': 'seed'}}")),
        Program("has a name that is none", .nonsense, "HELLO['name'] = ['x']"),
        Program(
            "named a position outside the link", .nonsense,
            onRequest("return {'id': message['id'], 'error': {'code': 'dust', 'range': [0, 9999]}}")),
        Program(
            "names a place that ends before it begins", .nonsense,
            onRequest("return {'id': message['id'], 'error': {'code': 'dust', 'range': [5, 4]}}")),
    ]

    @Test("a hostile program ends the link, and is not started again", arguments: programs)
    func hostile(_ hostile: Program) throws {
        let program = try TestProgram.sample(hostile.change)
        var limits = Sample.patient
        // Only where the end of the time is what is tested: then it comes, however busy the computer is.
        if hostile.isLate { (limits.start, limits.answer) = (.seconds(2), .milliseconds(300)) }
        let router = try program.router(limits)
        let error = try #require(throws: RequestError.self) { try router.read(Sample.pay) }
        #expect(error.code == .pluginFailed && error.reason == hostile.kind.rawValue, "\(error.message)")
        #expect(error.message.contains("“abacus” (\(program.path))"))
        #expect(error.hint == "Nothing was done.")
        // A program that is started anew would not be found.
        try program.remove()
        let again = try #require(throws: RequestError.self) { try router.read("abacus:request=address&sender=myapp") }
        #expect(again.reason == hostile.kind.rawValue)
        #expect(try router.read("bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA").request.action == .payment)
    }

    @Test(
        "S11: a program that reads something that is not in the link ends it",
        arguments: [
            "{'payment': {'address': '\(Sample.otherAddress)', 'amount': '300000000'}}",
            "{'payment': {'address': asked['parameters'][0]['value'].lower(), 'amount': '300000000'}}",
            "{'payment': {'address': '\(Sample.address)', 'amount': '300000001'}}",
            "{'payment': {'address': '\(Sample.address)', 'amount': 300000000}}",
            "{'payment': {'address': '\(Sample.address)', 'amount': '0300000000'}}",
            "{'payment': {'address': '\(Sample.address)', 'amount': '99999999999999999999'}}",
            "{'payment': {'address': '\(Sample.address)'}}",
            "{'payment': {'address': '\(Sample.address)', 'amount': '300000000', 'label': 'Your bank'}}",
            "{'payment': {'address': '\(Sample.address)', 'amount': '300000000', 'message': 'Your bank'}}",
            "{'payment': {}}", "{'address': {}}", "{'key': {'account': 0}}", "{}", "[]", "'pay'",
        ])
    func lies(answer: String) throws {
        let program = try TestProgram.sample("ANSWERS['request'] = lambda asked: \(answer)")
        let error = try #require(throws: RequestError.self) {
            try program.router().read(Sample.pay + "&message=thanks")
        }
        #expect(error.code == .pluginFailed && error.reason == "programLied", "\(error.message)")
    }

    @Test(
        "S4, S11: a reply that leaves its form, or reveals what was not asked for, ends the link",
        arguments: [
            ("[{'name': 'xpub', 'text': 'paid'}]", "programLied", "it has an extra field"),
            (
                "[{'name': 'says', 'text': 'balance=7'}]", "programLied",
                "it reveals something that the link does not ask for"
            ),
            (
                "[{'name': 'says', 'blank': 'address'}]", "programLied",
                "it reveals something that the link does not ask for"
            ),
            ("[{'name': 'txid', 'text': 'paid'}]", "programLied", "a field does not match the result"),
            ("[{'name': 'says', 'text': 'paid'}, {'name': 'says', 'text': 'paid'}]", "programLied", "appears twice"),
            ("[{'name': 'says', 'text': 'no'}]", "programLied", "it reveals something that the link does not ask for"),
            ("[{'name': 'says', 'text': 'paid', 'blank': 'txid'}]", "programNonsense", "not a list of fields"),
            ("[{'name': 'says', 'blank': 'seed'}]", "programNonsense", "not a list of fields"),
            ("[{'name': 'says'}]", "programNonsense", "not a list of fields"),
            ("'paid'", "programNonsense", "not a list of fields"),
        ] as [(String, String, String)])
    func replies(fields: String, reason: String, words: String) throws {
        let program = try TestProgram.sample("ANSWERS['reply'] = lambda asked: {'fields': \(fields)}")
        let error = try #require(throws: RequestError.self) { try program.router().read(Sample.pay) }
        #expect(error.code == .pluginFailed && error.reason == reason, "\(error.message)")
        #expect(error.message.contains("“abacus” (\(program.path))") && error.message.contains(words))
    }

    @Test("a form of replies that the descriptor names and the program does not have ends the link")
    func form() throws {
        let program = try TestProgram.sample("HELLO['replies'][0]['name'] = 'other-receipt'")
        let error = try #require(throws: RequestError.self) { try program.router().read(Sample.pay) }
        #expect(error.code == .pluginFailed && error.reason == "programUnfit", "\(error.message)")
    }

    @Test(
        "S3: a program that honours a text which the link requires to be shown does not leave it out",
        arguments: [("message", true), ("message", false), ("label", false)])
    func requiredText(name: String, isRequired: Bool) throws {
        let program = try TestProgram.sample(
            """
            ANSWERS['request'] = lambda a: {'payment': {'address': '\(Sample.address)', 'amount': '300000000'}}
            """)
        let link = Sample.pay + "&\(isRequired ? "req-" : "")\(name)=beads"
        guard isRequired else {
            #expect(try program.router().read(link).request.action == .payment)
            return
        }
        let error = try #require(throws: RequestError.self) { try program.router().read(link) }
        #expect(error.reason == "programLied" && error.message.contains("omitted “\(name)”"), "\(error.message)")
    }

    /// `4 * count` bytes that Unicode puts in another order before it compares them by `==`.
    private static func marks(_ count: Int) -> String {
        "'a' + '\\u0301' * \(count) + '\\u0316' * \(count)"
    }

    @Test(
        "S13: long texts of a program are compared in a time that does not grow with the square of their length",
        arguments: [
            "HELLO['grammars']['authority-params']['understood'].append(long)",
            "HELLO['grammars'][long] = {'understood': []}",
            "HELLO['replies'][0]['results'][long] = 'txid'", "HELLO['replies'][0]['results']['x'] = long",
            "HELLO['replies'][0]['name'] = long",
            "ANSWERS['reply'] = lambda a: {'fields': [{'name': 'says', 'blank': long}]}",
            "ANSWERS['reply'] = lambda a: {'fields': [{'name': 'says', 'text': long}]}",
            "ANSWERS['reply'] = lambda a: {'fields': [{'name': long, 'text': 'paid'}]}",
            "ANSWERS['request'] = lambda a: {'payment': {'address': long, 'amount': '300000000'}}",
            "ANSWERS['request'] = lambda a: {'payment': {'address': '\(Sample.address)', 'amount': long}}",
        ])
    func combiningMarks(change: String) throws {
        // Raw UTF-8, as escapes would not fit into a line.
        let raw = "plain_dumps = json.dumps\njson.dumps = lambda value: plain_dumps(value, ensure_ascii=False)\n"
        /// Processor time of this thread, which is the same on a busy computer.
        func nanoseconds(_ text: String) throws -> UInt64 {
            func now() -> UInt64 {
                var time = timespec()
                unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
                return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
            }
            let program = try TestProgram.sample("\(raw)long = \(text)\n\(change)")
            let router = try program.router()
            let start = now()
            _ = try? router.read(Sample.pay)
            return now() - start
        }
        let times = try (0..<3).map { _ in (try nanoseconds(Self.marks(3_875)), try nanoseconds(Self.marks(15_500))) }
        let (short, long) = (try #require(times.map(\.0).min()), try #require(times.map(\.1).min()))
        // Four times the text: 4 times as long at most, and 16 times if the time grew with the square.
        #expect(long < 9 * short, "\(long) and \(short)")
    }

    @Test("all answers together have a time, too")
    func total() throws {
        let program = try TestProgram.sample(Self.onRequest("import time; time.sleep(1e6)"))
        var limits = Sample.patient
        limits.total = .milliseconds(500)
        let error = try #require(throws: RequestError.self) { try program.router(limits).read(Sample.pay) }
        #expect(error.reason == "programTimedOut" && error.message.contains("in total"), "\(error.message)")
    }

    @Test(
        "S7: a file that is not there, is no program, or that others can change is not started",
        arguments: [(0o600, "is not an executable file"), (0o722, "must not be used, because others could change it")])
    func file(mode: Int, words: String) throws {
        let program = try TestProgram(try Sample.text("abacus-plugin"), mode: mode)
        let error = try #require(throws: RequestError.self) { try program.router().read(Sample.pay) }
        #expect(error.reason == "programNotUsable" && error.message.contains(words), "\(error.message)")
    }

    @Test("what the system cannot start is said")
    func format() throws {
        let program = try TestProgram("no program")
        let error = try #require(throws: RequestError.self) { try program.router().read(Sample.pay) }
        #expect(error.reason == "programNotStarted", "\(error.message)")
    }

    @Test("where several coins could be meant, the kinds of addresses decide, and no program is asked")
    func severalCoins() throws {
        let program = ProgramPlugin(PluginProgram(name: "abacus", path: "/nonexistent"))
        let file = DescriptorFile(
            name: "both.yaml",
            bytes: Array(
                """
                version: 1
                coins:
                  twin: { ticker: TWI, networks: { main: { p2pkh: 23, p2sh: 5, bip44: 7007022 } } }
                  abacus: { ticker: ABA, plugin: abacus, networks: { main: { p2pkh: 23, p2sh: 5, bip44: 7007021 } } }
                schemes:
                  both: { title: Both, coins: [twin, abacus], grammar: bip21 }
                """.utf8))
        let router = Router(
            routes: try RouteTable.load([.shipped, file]),
            plugins: ["abacus": program, BitcoinLikePlugin.name: BitcoinLikePlugin()])
        let error = try #require(throws: RequestError.self) { try router.read("both:\(Sample.address)?amount=3") }
        #expect(error.code == .ambiguousCoin && error.candidates == ["twin", "abacus"], "\(error.message)")
    }
}
