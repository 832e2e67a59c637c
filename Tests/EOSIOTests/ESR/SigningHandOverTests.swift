import Foundation
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Testing

/// Requests to sign that another wallet answers, and those that nobody does.
@Suite struct SigningHandOverTests {
    private static let anchor = WalletProgram.example("anchor", takes: ["esr"], origin: .before)
    private static let transfer = RequestToSign(action: RequestToSign.transfer())

    private static func changed(_ change: (inout RequestToSign) -> Void) -> RequestToSign {
        var request = transfer
        change(&request)
        return request
    }

    /// Requests that this wallet cannot do all of.
    private static let others: [RequestToSign] = [
        // Another chain, by its number and by its id.
        changed { $0.chain = [0, 10] }, changed { $0.chain = [1] + [UInt8](repeating: 0xAB, count: 32) },
        // Nobody sends it but the asker.
        changed { $0.flags = 0 },
        // Two signers, and none.
        RequestToSign(action: RequestToSign.transfer(by: [("alice", "active"), ("bob", "active")])),
        RequestToSign(action: RequestToSign.transfer(by: [])),
        // A header that must be kept, and a delay.
        RequestToSign([2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] + RequestToSign.transfer() + [0]),
        RequestToSign([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 1] + RequestToSign.transfer() + [0]),
        // Answers that this program does not give.
        changed { $0.callback = "http://shop.example/{{tx}}" },
        changed { $0.callback = "myapp://x?{{unknown}}" },
        changed {
            $0.callback = "https://shop.example/{{tx}}"; $0.flags = 3
        },
        changed {
            $0.callback = "http://shop.example/"; $0.flags = 3
        },
        changed {
            $0.callback = "myapp://x"; $0.flags = 3
        },
    ]

    @Test("S15: what this wallet cannot do goes to one that can, byte for byte", arguments: 0..<12)
    func beyondThisWallet(index: Int) async throws {
        var fixture = try ESRFixture(.agree)
        fixture.wallets = MemoryWalletPrograms([Self.anchor])
        let link = Self.others[index].link
        guard let request = try ESRFixture.read(link).request.asDescribed else {
            Issue.record("this wallet would answer it")
            return
        }
        #expect(request.action == .transaction)
        guard case .handedOver(Self.anchor) = try await fixture.run(link) else {
            Issue.record("it was not handed over")
            return
        }
        #expect(fixture.given == [.init(link: link, scheme: "esr", program: "anchor.desktop")])
        #expect(fixture.journal.steps.last == .ended(.handedOver) && fixture.signedActions.isEmpty)
        #expect(fixture.shown.contains("eosio.token") && fixture.shown.contains("alicealice11"))
    }

    @Test("S15: where the coin has no network, another program gets the link as it arrived", arguments: [true, false])
    func noNetwork(isLogin: Bool) async throws {
        var fixture = try ESRFixture(.agree)
        fixture.hasNetwork = false
        fixture.wallets = MemoryWalletPrograms([Self.anchor])
        let request = isLogin ? RequestToSign.identity(for: "shop", callback: "myapp://x?{{sig}}") : Self.transfer
        let link = "esr://\(request.payload)"
        guard case .handedOver(Self.anchor) = try await fixture.run(link) else {
            Issue.record("it was not handed over")
            return
        }
        #expect(fixture.given == [.init(link: link, scheme: "esr", program: "anchor.desktop")])
        #expect(fixture.opened.isEmpty && fixture.signedIdentities.isEmpty)
        #expect(fixture.shown.contains(isLogin ? "It asks you to log in." : "It asks you to sign a transaction."))
    }

    @Test("S15: with a network of its own and another program the person chooses", arguments: [0, 1])
    func choice(pick: Int) async throws {
        var fixture = try ESRFixture(.pick(pick), pick == 0 ? .agree : ESRFixture.passcode)
        fixture.wallets = MemoryWalletPrograms([Self.anchor])
        let outcome = try await fixture.run(Self.transfer)
        #expect(fixture.prompt.options.first?.map(\.label).prefix(2) == ["Open in anchor", "Answer from this wallet"])
        switch (outcome, pick) {
        case (.handedOver, 0): #expect(fixture.given.count == 1 && fixture.signedActions.isEmpty)
        case (.replied, 1): #expect(fixture.given.isEmpty && fixture.signedActions.count == 1)
        default: Issue.record("\(outcome)")
        }
    }

    @Test("with neither a network nor another program nothing is done, and why is said")
    func nobody() async throws {
        var fixture = try ESRFixture()
        fixture.hasNetwork = false
        guard case .failed(let error) = try await fixture.run(Self.transfer) else {
            Issue.record("it was done")
            return
        }
        #expect(error.code == .noNetwork && fixture.prompt.shown.isEmpty)
        guard case .failed(let other) = try await fixture.run(Self.changed { $0.chain = [0, 10] }) else {
            Issue.record("it was done")
            return
        }
        #expect(other.code == .unsupported)
    }

    @Test(
        "S4: an answer never goes to a browser's or a system's schemes, back here, or to a receiver that is not certain",
        arguments: [
            "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "esr:x", "mykey://x", "web+esr:x",
            "intent://x", "JavaScript:x", "https://", "https://a@b.example/", "https://{{sa}}.example/",
            "https://shop.example{{sa}}/", "http:shop.example", "no link", "://x", "myapp://a b", "https:///x",
            "https://shop.example:99999/", "https://shop.example:0/", "https://shop.example:/",
            "https://shop.example:8a/",
            "https://[::1]8/",
        ])
    func hostileCallback(callback: String) throws {
        for flags: UInt8 in [1, 3] {
            let request = Self.changed {
                $0.callback = callback
                $0.flags = flags
            }
            do {
                let read = try ESRFixture.read(request.link)
                Issue.record("\(callback) was read: \(read.request)")
            } catch let error as RequestError {
                #expect(error.code == .invalidRequest, "\(error)")
            }
        }
    }

    private static func words(_ request: RequestToSign) throws -> [String] {
        let link = try ESRFixture.read(request.link)
        let described = try #require(link.request.asDescribed)
        return DescribedText(described, of: link.coin).paragraphs.map(\.text)
    }

    @Test("S5: strangers' words are quoted whatever they look like, and what is not there is said plainly")
    func quoted() throws {
        let request = Self.changed {
            $0.content = [0] + RequestToSign.transfer(memo: "Approved.By-Your-Bank")
            $0.callback = "myapp://Checked-By-Router"
            $0.info = [("note", Array("Safe".utf8))]
        }
        let text = try Self.words(request)
        for words in [
            "memo “Approved.By-Your-Bank”", "The answer goes to: “myapp://Checked-By-Router”",
            "key “note”, value “Safe”", "from your account, to alicealice11",
            "How the answer is delivered: the link is opened",
            "authorised by your account with your permission", "quantity 1.5000 EOS",
        ] {
            #expect(text.contains { $0.contains(words) }, "\(words) in \(text)")
        }
        let bare = try Self.words(Self.changed { $0.content = [0] + RequestToSign.transfer(memo: "", by: []) })
        #expect(bare.contains("How the answer is delivered: there is no answer"), "\(bare)")
        #expect(bare.contains { $0.contains("no memo") && $0.contains("authorised by nobody") }, "\(bare)")
        #expect(!bare.contains { $0.contains("nothing") || $0.contains("“”") }, "\(bare)")
    }

    @Test("what can cost the account weighs the same whoever carries it out")
    func risks() async throws {
        let data =
            RequestToSign.name(RequestToSign.ownName) + RequestToSign.name("active") + RequestToSign.name("owner")
            + [1, 0, 0, 0, 0, 0, 0]
        let request = RequestToSign(action: RequestToSign.action("eosio", "updateauth", data))
        let attention = "Warning: This changes who may act for your account."
        var handedOver = try ESRFixture(.agree)
        handedOver.hasNetwork = false
        handedOver.wallets = MemoryWalletPrograms([Self.anchor])
        _ = try await handedOver.run(request)
        let own = try ESRFixture(.agree, ESRFixture.passcode)
        _ = try await own.run(request)
        for (fixture, way) in [(handedOver, "handed over"), (own, "here")] {
            let pages = try #require(fixture.prompt.shown.last?.pages.joined(separator: "\n"))
            #expect(pages.contains(attention) && !pages.contains("Note: This changes"), "\(way): \(pages)")
            #expect(pages.components(separatedBy: attention).count == 2, "\(way): it is said twice")
        }
        #expect(try Self.words(request).first?.hasPrefix(attention) == true)
    }

    @Test("a request for one chain lists no others")
    func chains() throws {
        let list: [UInt8] = [1, 0, 1]
        for (chain, version, isRead) in [
            ([0, 0], UInt8(3), true), ([0, 1], 3, false), ([0, 1], 2, false),
            ([1] + [UInt8](repeating: 0xAB, count: 32), 3, false),
        ] as [([UInt8], UInt8, Bool)] {
            let request = Self.changed {
                ($0.chain, $0.version, $0.info) = (chain, version, [("chain_ids", list)])
            }
            do {
                _ = try ESRFixture.read(request.link)
                #expect(isRead, "\(chain) was read")
            } catch let error as RequestError {
                #expect(!isRead && error.code == .invalidRequest, "\(error)")
            }
        }
    }

    @Test("S4: plain and local servers are said")
    func servers() throws {
        func codes(_ callback: String) throws -> [LinkWarning.Code] {
            try ESRFixture.read(Self.changed { $0.callback = callback }.link).request.header.warnings.map(\.code)
        }
        #expect(try codes("http://shop.example/") == [.serverIsPlain])
        #expect(try codes("https://192.168.1.2/") == [.serverIsLocal])
        #expect(try codes("http://localhost:80/?{{tx}}") == [.serverIsLocal, .serverIsPlain])
        #expect(try codes("https://shop.example/") == [])
    }

    @Test("a payload that a desktop wrote in small letters says so")
    func caseFolded() throws {
        do {
            _ = try ESRFixture.read("esr://\(Self.transfer.payload.lowercased())")
            Issue.record("it was read")
        } catch let error as RequestError {
            #expect(error.reason == "payloadCaseFolded" && error.hint?.contains("KDE") == true)
        }
        do {
            _ = try ESRFixture.read("esr:\(Self.transfer.payload)+")
            Issue.record("it was read")
        } catch let error as RequestError {
            #expect(error.reason == nil && error.code == .invalidEncoding)
        }
    }

    @Test("no link of random bytes stops the program", arguments: 0..<10 as Range<UInt64>)
    func noise(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let router = try ESRFixture.router()
        for _ in 0..<200 {
            var bytes = Self.transfer.bytes
            for _ in 0...2 { bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random) }
            guard let read = try? router.read(Array("esr:\(RequestToSign.payload(bytes))".utf8)) else { continue }
            #expect([.login, .transaction].contains(read.request.action))
        }
    }
}
