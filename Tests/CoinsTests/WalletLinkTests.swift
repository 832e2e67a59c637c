import RouterDash
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// How the parameters of a wallet's own links and of BIP21 links are split, and what decides that one is read (S1, S3).
@Suite struct WalletLinkTests {
    private static let router: Router = {
        func scheme(_ name: String, _ grammar: LinkGrammar, _ actions: ActionRules) -> SchemeDescriptor {
            SchemeDescriptor(
                name: name, title: name, coins: ["dash"], grammar: grammar, callbacks: nil, isEnabled: true,
                actions: actions, examples: [], origin: SourceLocation(file: "test", line: 1, column: 1))
        }
        func rules(_ names: ParameterName..., required: ParameterName...) -> [ParameterRule] {
            names.map { ParameterRule(name: $0, isRequired: false) }
                + required.map { ParameterRule(name: $0, isRequired: true) }
        }
        let schemes = [
            scheme(
                "wallet", .authorityParameters,
                [
                    .payment: rules(.amount, .message, .label, .paymentRequest, required: .pay),
                    .address: rules(.request, required: .sender), .masterPublicKey: rules(.request, .account),
                    .scanQR: [],
                ]),
            scheme("few", .authorityParameters, [.payment: rules(.pay)]),
            scheme("plain", .bip21, [.payment: rules(.amount, .label)]),
            scheme("must", .bip21, [.payment: rules(.label, required: .amount)]),
            scheme("asks", .bip21, [.payment: rules(.amount, .paymentRequest)]),
        ]
        let shipped = RequestVectorTests.router.routes
        return Router(
            routes: RouteTable(coins: [shipped.coin("dash")!], schemes: schemes),
            plugins: [DashPlugin.name: DashPlugin()])
    }()

    /// What was read of a link: its action, its parameters as `name=value`, required ones with `!`, and what is ignored.
    private struct Read: Equatable {
        var action = ""
        var parameters: [String] = []
        var ignored: [String] = []
        var warnings: [LinkWarning.Code] = []

        init(_ action: String, _ parameters: [String], ignored: [String] = [], warnings: [LinkWarning.Code] = []) {
            (self.action, self.parameters, self.ignored, self.warnings) = (action, parameters, ignored, warnings)
        }

        init(_ action: String, _ parameters: borrowing LinkParameters, _ warnings: [LinkWarning]) {
            self.action = action
            for name in ParameterName.allCases {
                guard let parameter = parameters[name] else { continue }
                let mark = parameter.isRequired ? "!" : ""
                self.parameters.append("\(mark)\(name.rawValue)=\(String(decoding: parameter.value, as: UTF8.self))")
            }
            ignored = parameters.ignored.sorted()
            self.warnings = warnings.map(\.code)
        }
    }

    private static func own(_ text: String) throws(RequestError) -> Read {
        let link = try WalletLink(try router.routedLink(Array(text.utf8)))
        return Read(link.action.rawValue, link.parameters, link.warnings)
    }

    private static func bip21(
        _ text: String, _ isInstruction: ((String) -> Bool)? = nil
    ) throws(RequestError) -> (read: Read, instructions: [InstructionParameter]) {
        let routed = try router.routedLink(Array(text.utf8))
        guard let isInstruction else {
            let link = try WalletLink(routed)
            let address = String(decoding: link.address, as: UTF8.self)
            return (Read(address, link.parameters, link.warnings), link.instructions)
        }
        let link = try WalletLink(routed, where: isInstruction)
        return (
            Read(String(decoding: link.address, as: UTF8.self), link.parameters, link.warnings), link.instructions
        )
    }

    private static func error(_ read: () throws(RequestError) -> Void) -> RequestError? {
        do throws(RequestError) {
            try read()
            return nil
        } catch { return error }
    }

    @Test("a wallet's own link asks for one thing, whatever the case of its words")
    func actions() throws {
        for (link, read) in [
            ("wallet:pay=x", Read("pay", ["pay=x"])),
            ("wallet://&&PAY=x&amount=1&", Read("pay", ["pay=x", "amount=1"])),
            ("wallet:req-pay=x&REQ-amount=1", Read("pay", ["!pay=x", "!amount=1"])),
            ("wallet:p%61y=%41&message=a+b%2B", Read("pay", ["pay=A", "message=a b+"])),
            ("wallet:pay=a+b", Read("pay", ["pay=a+b"])), ("wallet:pay=a=b", Read("pay", ["pay=a=b"])),
            ("wallet:pay&amount=1", Read("pay", ["pay=", "amount=1"])),
            ("wallet:amount=1&pay", Read("pay", ["pay=", "amount=1"])),
            ("wallet:amount%3D1&pay=x", Read("pay", ["pay=x"], ignored: ["amount=1"])),
            // What the action does not have is not read, and what nobody knows is not either.
            (
                "wallet:pay=x&account=1&sender=s&b=%31&pays=y&",
                Read("pay", ["pay=x"], ignored: ["account", "b", "pays", "sender"])
            ),
            (
                "wallet:request=ADDress&sender=s&label=a",
                Read("address", ["request=ADDress", "sender=s"], ignored: ["label"])
            ),
            (
                "wallet:request=masterpublickey&account=1",
                Read("masterPublicKey", ["request=masterpublickey", "account=1"])
            ),
            ("wallet:scanqr", Read("scanqr", [], ignored: ["scanqr"])),
            ("wallet:ScanQR&b=1", Read("scanqr", [], ignored: ["ScanQR", "b"])),
            (
                "wallet:pay=x&(req-)IS=1#b",
                Read("pay", ["pay=x"], ignored: ["(req-)IS"], warnings: [.fragmentIgnored, .literalDocumentNotation])
            ),
        ] { #expect(try Self.own(link) == read, "\(link)") }
        let long = String(repeating: "b", count: 40)
        #expect(try Self.own("wallet:pay=x&\(long)b=1").ignored == [long])
    }

    @Test("a wallet's own link is refused at its mistake")
    func ownMistakes() {
        let cases: [(link: String, code: RequestError.Code, range: Range<Int>?, parameter: String?)] = [
            ("wallet:", .unknownAction, 7..<7, nil), ("wallet:amount=1", .unknownAction, 7..<15, nil),
            ("wallet:scanqr=1", .unknownAction, 7..<15, nil), ("wallet:scanqr&b", .unknownAction, 7..<15, nil),
            ("wallet:scanqr&amount=1", .unknownAction, 7..<22, nil), ("wallet:scanqrs", .unknownAction, 7..<14, nil),
            ("wallet:pay=x&request=address", .ambiguousAction, 11..<28, nil),
            ("wallet:request=address&pay=x", .ambiguousAction, 15..<28, nil),
            ("wallet:request=addresx", .unknownAction, 15..<22, nil),
            ("wallet:request=addressx", .unknownAction, 15..<23, nil),
            ("wallet:request", .unknownAction, 14..<14, nil), ("few:request=address", .unsupportedAction, 4..<19, nil),
            ("few:scanqr", .unsupportedAction, 4..<10, nil),
            ("wallet:request=address", .missingParameter, nil, "sender"),
            ("wallet:pay=x&pay=y", .duplicateParameter, 13..<18, "pay"),
            ("wallet:pay=x&req-pay", .duplicateParameter, 13..<20, "pay"),
            ("wallet:pay=x:1", .malformedURL, 12..<13, nil), ("wallet:pay=x/y", .malformedURL, 12..<13, nil),
            ("wallet:pay=x?y", .malformedURL, 12..<13, nil),
            ("wallet:pay=x&req-b=1", .unsupportedRequiredParameter, 13..<18, "b"),
            ("wallet:pay=x&req-=1", .unsupportedRequiredParameter, 13..<17, ""),
            ("wallet:pay=x&req-account=1", .unsupportedRequiredParameter, 25..<26, "account"),
            // The coin's plugin honours neither.
            ("wallet:pay=x&req-label=a&req-r=u", .unsupportedRequiredParameter, 23..<24, "label"),
            ("wallet:pay=x&req-r=u&req-label=a", .unsupportedRequiredParameter, 19..<20, "r"),
            ("wallet:pay=x&b=%4", .invalidEncoding, 15..<17, nil), ("wallet:pay=%FF&b", .invalidEncoding, 11..<14, nil),
        ]
        for row in cases {
            let error = Self.error { () throws(RequestError) in _ = try Self.own(row.link) }
            #expect(error?.code == row.code && error?.range == row.range, "\(row.link): \(String(describing: error))")
            #expect(error?.parameter == row.parameter, "\(row.link): \(String(describing: error))")
        }
        let long = Self.error { () throws(RequestError) in
            _ = try Self.own("wallet:request=" + String(repeating: "x", count: 41))
        }
        #expect(long?.message == "“\(String(repeating: "x", count: 40))…” cannot be requested.")
    }

    @Test("of a BIP21 link the parameters of its scheme are read, and others are nobody's, even twice")
    func bip21() throws {
        for (link, read) in [
            ("plain:x", Read("x", [])), ("plain:x?", Read("x", [])), ("plain:%41/?&amount=1&", Read("A", ["amount=1"])),
            ("plain:x?amount=1&label=a+b", Read("x", ["amount=1", "label=a b"])),
            ("plain:x?label&amount=1", Read("x", ["amount=1", "label="])),
            ("plain:x?amount=1&label", Read("x", ["amount=1", "label="])),
            ("plain:x?req-label=a", Read("x", ["!label=a"])),
            ("plain:x?account=1&account=2&bc=y", Read("x", [], ignored: ["account", "account", "bc"])),
            (
                "plain:x?(req-)IS=1#b",
                Read("x", [], ignored: ["(req-)IS"], warnings: [.fragmentIgnored, .literalDocumentNotation])
            ),
        ] {
            let (found, instructions) = try Self.bip21(link)
            #expect(found == read && instructions.isEmpty, "\(link): \(found)")
        }
    }

    @Test("a BIP21 link is refused at its mistake")
    func bip21Mistakes() {
        let cases: [(link: String, code: RequestError.Code, range: Range<Int>?, parameter: String?)] = [
            ("plain:", .invalidAddress, 6..<6, nil), ("plain:?amount=1", .invalidAddress, 6..<6, nil),
            ("plain:?r=u", .invalidAddress, 6..<6, nil), ("asks:?r=u", .paymentProtocolUnsupported, 8..<9, nil),
            ("plain:?LIGHTNING=u", .paymentProtocolUnsupported, 6..<6, nil),
            ("plain:x:1?amount=1", .malformedURL, 7..<8, nil), ("plain:x/y", .malformedURL, 7..<8, nil),
            ("must:x?label=a", .missingParameter, nil, "amount"), ("must:?label=a", .invalidAddress, 5..<5, nil),
            ("plain:x?amount=1&AMOUNT=2", .duplicateParameter, 17..<25, "amount"),
            ("plain:x?label=a&label", .duplicateParameter, 16..<21, "label"),
            ("plain:x?req-bc=y", .unsupportedRequiredParameter, 8..<14, "bc"),
            ("plain:x?req-account=1", .unsupportedRequiredParameter, 8..<19, "account"),
            ("asks:x?amount=1&req-r=u", .unsupportedRequiredParameter, 22..<23, "r"),
            ("plain:%4", .invalidEncoding, 6..<8, nil), ("plain:x?b=%00", .invalidEncoding, 10..<13, nil),
        ]
        for row in cases {
            let error = Self.error { () throws(RequestError) in _ = try Self.bip21(row.link) }
            #expect(error?.code == row.code && error?.range == row.range, "\(row.link): \(String(describing: error))")
            #expect(error?.parameter == row.parameter, "\(row.link): \(String(describing: error))")
        }
    }

    @Test("a way to pay has a name of at most 15 ASCII letters, and a link has at most 16 of them")
    func instructions() throws {
        let link = "plain:?X=%41&b=2&req-x&amount=1&abcdefghijklmno=c&abcdefghijklmnop=d&%C3%A9=e"
        let (read, all) = try Self.bip21(link) { $0 != "b" }
        #expect(all.map(\.name) == ["x", "x", "abcdefghijklmno"] && all.map(\.isRequired) == [false, true, false])
        #expect(all.map { String(decoding: $0.value, as: UTF8.self) } == ["A", "", "c"])
        #expect(all.map(\.range) == [9..<12, 22..<22, 48..<49])
        #expect(read.parameters == ["amount=1"] && read.ignored == ["abcdefghijklmnop", "b", "é"])
        let most = "plain:y?" + String(repeating: "x=1&", count: 16)
        #expect(try Self.bip21(most) { $0 == "x" }.instructions.count == 16)
        let error = Self.error { () throws(RequestError) in _ = try Self.bip21(most + "x=1") { $0 == "x" } }
        #expect(error == RequestError(.tooMuchToShow, "", at: 72..<73) && error?.parameter == "x")
        let required = Self.error { () throws(RequestError) in _ = try Self.bip21("plain:y?req-z=1") { $0 == "x" } }
        #expect(required?.code == .unsupportedRequiredParameter)
    }

    @Test("a link is known again by 16 bytes of its digest, whatever white space is around it")
    func fingerprint() throws {
        let link = try Self.router.routedLink(Array(" plain:x \n".utf8))
        #expect(link.text == "plain:x" && link.fingerprint.utf8.count == 32 && !link.hasSlashes)
        #expect(try Self.router.routedLink(Array("plain:x".utf8)).fingerprint == link.fingerprint)
        #expect(try Self.router.routedLink(Array("plain:X".utf8)).fingerprint != link.fingerprint)
        #expect(try Self.router.routedLink(Array("plain://x".utf8)).hasSlashes)
    }

    @Test("S15: a parameter that the links of a scheme do not have does not go over, though all wallets know it")
    func handedOver() throws {
        let link = "plain:\(BIP21Tests.dash)?amount=1&label=a"
        for text in [link, link + "&message=b"] {
            let outgoing = try Self.router.read(Array(text.utf8)).outgoing
            #expect(outgoing.map(\.text) == [link] && outgoing.map(\.isRewritten) == [text != link], "\(text)")
        }
    }
}
