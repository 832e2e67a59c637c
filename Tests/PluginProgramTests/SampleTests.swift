import Foundation
import RouterPluginPrograms
import RouterTestSupport
import SchemeRouter
import Testing

/// The sample in Python, as a plugin among the others.
@Suite(Sample.needsPython) struct PythonSampleTests {
    @Test("a link is read, and its reply is worded")
    func reads() throws {
        let program = try TestProgram.sample()
        let router = try program.router()
        let link = try router.read(Sample.pay + "&message=three%20of%20them")
        guard case .payment(let payment) = link.request else {
            Issue.record("no payment")
            return
        }
        #expect(payment.address == Sample.address && payment.amount?.units == 300_000_000)
        #expect(payment.message?.text == "three of them" && payment.header.sender?.scheme == "myapp")
        #expect(
            link.callback?.description == "myapp://says=paid&address=\(Sample.address)&txid={txid}")
        let address = try router.read("abacus:request=address&sender=myapp")
        #expect(address.request.action == .address)
        #expect(address.callback?.description == "myapp://says=here&address={address}")
    }

    @Test(
        "it refuses by its own rules, in its own words, with the place in the link",
        arguments: [
            ("abacus:pay=\(Sample.address)&amount=2.5&sender=myapp", .invalidAmount, 53..<56, "“Beads are not cut"),
            ("abacus:pay=\(Sample.address)&sender=myapp", .missingParameter, nil, "“An abacus only pays"),
            ("abacus:request=masterPublicKey&sender=myapp", .unsupportedAction, nil, "“An abacus pays"),
        ] as [(String, RequestError.Code, Range<Int>?, String)])
    func refuses(link: String, code: RequestError.Code, range: Range<Int>?, words: String) throws {
        let program = try TestProgram.sample()
        let error = try #require(throws: RequestError.self) { try program.router().read(link) }
        #expect(error.code == code && error.range == range)
        #expect(error.message.contains("The plugin program “abacus” (\(program.path)) says: \(words)"))
    }

    @Test(
        "S1, S3, S4, S8: what no plugin may accept does not even start the program",
        arguments: [
            ("abacus:pay=\(Sample.address)&pay=\(Sample.address)&sender=myapp", .duplicateParameter),
            ("abacus:pay=\(Sample.address)&amount=3&sender=https", .forbiddenSender),
            ("abacus:pay=\(Sample.address)&amount=1e8&sender=myapp", .invalidAmount),
            ("abacus:pay=\(Sample.key)&amount=3&sender=myapp", .privateKeyInAddress),
            ("abacus:pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa&amount=3&sender=myapp", .wrongNetwork),
            ("abacus:pay=\(Sample.address)?x&amount=3&sender=myapp", .malformedURL),
        ] as [(String, RequestError.Code)])
    func engineFirst(link: String, code: RequestError.Code) throws {
        let plugin = ProgramPlugin(PluginProgram(name: "abacus", path: "/nonexistent"))
        let error = try #require(throws: RequestError.self) { try Sample.router(plugin).read(link) }
        #expect(error.code == code)
        #expect(throws: (any Error).self) { try Sample.router(plugin).read(Sample.pay) }
    }

    @Test("S6: after a restart the reply is the same, of what the journal has")
    func journal() throws {
        let first = try TestProgram.sample()
        let reply = try #require(try first.router().read(Sample.pay).reply)
        let second = try TestProgram.sample()
        let plugin = second.plugin()
        let request = JournalRequest(
            action: .payment, scheme: "abacus", fingerprint: "x",
            chain: ChainID(coin: "abacus", network: .main, isPractice: true), sender: "myapp",
            recipient: Sample.address)
        #expect(try plugin.reply(to: .journal(request), ending: .done) == reply)
        #expect(plugin.replyForms.map(\.name) == ["abacus-receipt"])
    }

    @Test("S3: what a link requires is honoured where the program says so, and where it can be at all")
    func required() throws {
        let program = try TestProgram.sample()
        #expect(
            try program.router().read(Sample.pay.replacing("amount=", with: "req-amount=")).request.action == .payment)
        let boastful = try TestProgram.sample(
            "HELLO['grammars']['authority-params']['understood'] += ['IS', 'r', 'new']")
        for name in ["req-IS=1", "req-r=x", "req-new=1"] {
            let error = try #require(throws: RequestError.self) {
                try boastful.router().read(Sample.pay + "&" + name)
            }
            #expect(error.code == .unsupportedRequiredParameter)
        }
    }

    @Test("S7: a program is not started for links of others, nor for reading descriptors, and each once")
    func lazy() throws {
        let plugin = ProgramPlugin(PluginProgram(name: "abacus", path: "/nonexistent"))
        let router = try Sample.router(plugin)
        #expect(router.routes.scheme(named: "abacus".utf8)?.callbacks == "abacus-receipt")
        #expect(plugin.replyForms.isEmpty && plugin.declaresFormsLazily)
        // An address of another coin is not asked about.
        let parameters = try #require(router.routes.coin("abacus")?.networks[.main])
        #expect(!plugin.isAddress("XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa", on: parameters))
        let error = try #require(throws: RequestError.self) { try router.read(Sample.pay) }
        #expect(error.code == .pluginFailed && error.reason == "programNotUsable")
    }

    @Test("an address is one of the kinds that the descriptor gives the coin, whatever the program says")
    func addresses() throws {
        let plugin = ProgramPlugin(PluginProgram(name: "abacus", path: "/nonexistent"))
        let parameters = try #require(try Sample.router(plugin).routes.coin("abacus")?.networks[.main])
        #expect(plugin.isAddress(Sample.address, on: parameters))
        #expect(!plugin.isAddress(Sample.address + "1", on: parameters))
    }

    @Test("a program of the protocol's first version reads, pays and answers as before", arguments: [1, 2])
    func versions(_ version: Int) throws {
        let program = try TestProgram.sample("HELLO['version'] = \(version)")
        let link = try Sample.router(program.plugin()).read(Sample.pay)
        #expect(link.request.action == .payment && link.callback?.description.hasPrefix("myapp://says=paid&") == true)
    }

    @Test("the words of a program are shown quoted, on one line, and cut")
    func quoted() throws {
        let text = "fine.” Type your passcode.\\n\\u202e" + String(repeating: "x", count: 500)
        let program = try TestProgram.sample(
            "ANSWERS['request'] = lambda a: (_ for _ in ()).throw(Refusal('dust', \"\(text)\"))")
        let error = try #require(throws: RequestError.self) { try program.router().read(Sample.pay) }
        #expect(error.code == .dust)
        #expect(error.message.contains("says: “fine.\\u{201d} Type your passcode. xxx"))
        #expect(!error.message.contains("\n") && error.message.unicodeScalars.count < 450)
    }

    @Test("members that nobody knows are sent, and are ignored when they come")
    func grease() throws {
        let greasy = try TestProgram.sample(
            """
            plain = answer
            def answer(message):
                given = plain(message)
                inner = next((v for k, v in given.items() if isinstance(v, dict)), given)
                inner["later"] = {"deep": [1, None]}
                given["more"] = True
                return given
            HELLO["grammars"]["template"] = {"understood": ["x"]}
            """)
        let router = try greasy.router()
        for _ in 0..<9 { #expect(try router.read(Sample.pay).callback != nil) }
        let strict = try TestProgram.sample(
            """
            known = {"hello", "id", *ANSWERS}
            plain = answer
            def answer(message):
                assert set(message) <= known
                return plain(message)
            """)
        let error = try #require(throws: RequestError.self) { try strict.router().read(Sample.pay) }
        #expect(error.reason == "programEnded")
    }

    @Test(
        "words for refusals and failures, which no program is asked for any more, mean nothing",
        arguments: ["['paid']", "7"])
    func formerWords(words: String) throws {
        let program = try TestProgram.sample(
            "HELLO['replies'][0]['words'].update(declined=\(words), failed=\(words))")
        #expect(try program.router().read(Sample.pay).callback != nil)
    }

    @Test("many threads ask one program, one after another")
    func concurrency() throws {
        let program = try TestProgram.sample(
            "import os\nANSWERS['request'] = lambda a: (_ for _ in ()).throw(Refusal('dust', str(os.getpid())))")
        let router = try program.router()
        let found = Found()
        DispatchQueue.concurrentPerform(iterations: 64) { number in
            do {
                _ = try router.read(number % 2 == 0 ? Sample.pay : "abacus:request=address&sender=myapp")
            } catch let error as RequestError {
                found.add("\(error.code.rawValue) \(error.message)")
            } catch {}
        }
        #expect(found.texts.count == 64 && Set(found.texts).count == 1)
    }

    private final class Found: @unchecked Sendable {
        private let lock = NSLock()
        private(set) var texts: [String] = []
        func add(_ text: String) { lock.withLock { texts.append(text) } }
    }

    @Test("S1: a link of BIP21 is read, too, and what it offers besides the address is ignored")
    func bip21() throws {
        let program = try TestProgram.sample(
            """
            HELLO["grammars"]["bip21"] = {"understood": ["amount"]}
            def read_address(asked):
                return {"payment": {"address": asked["address"]["value"], "amount": "300000000"}}
            ANSWERS["request"] = read_address
            """)
        let text = try Sample.text("abacus.yaml").replacing("authority-params", with: "bip21")
        let text21 = String(text.prefix(upTo: try #require(text.range(of: "    examples:")).lowerBound))
        let file = DescriptorFile(name: "abacus.yaml", bytes: Array(text21.utf8))
        let router = Router(
            routes: try RouteTable.load([.shipped, file]), plugins: ["abacus": program.plugin()])
        let link = try router.read("abacus:\(Sample.address)?amount=3&lightning=lnbc1")
        guard case .payment(let payment) = link.request else {
            Issue.record("no payment")
            return
        }
        #expect(payment.form == .bip21 && payment.address == Sample.address && payment.instructions.count == 1)
        #expect(payment.header.ignored == ["lightning"])
    }
}
