@testable import MYKEYWalletLib
@testable import RouterDapp
@testable import RouterLinks
@testable import SchemeRouter

extension Target {
    /// What requesting apps read from callbacks. Invariants: reading is deterministic, and ignores the case of the
    /// scheme; a repeated field makes a callback refused; and all values are in the callback.
    static let callback = Target("callback", longest: 4_096) { bytes in
        checkMYKEY(String(decoding: bytes, as: UTF8.self))
        guard let fields = try? CallbackText(bytes) else { return }
        let sender = fields.scheme
        let answer = result { () throws(AnswerError) in try AnswerReader(sender: sender).read(bytes) }
        expectEqual(
            answer, result { () throws(AnswerError) in try AnswerReader(sender: sender.uppercased()).read(bytes) },
            "the case of the scheme makes no difference")
        expect(fields.fields.count <= CallbackText.maxFields, "a callback has a bounded number of fields")
        for field in fields.fields {
            expect(fields[field.name]?.isSame(field.value) == true, "a field is found by its name")
        }
        guard case .success(let read) = answer, let first = fields.fields.first else { return }
        // Anything after `#`, and trailing slashes, are not part of the fields.
        let whole = bytes.prefix { $0 != UInt8(ascii: "#") }.reversed()
            .drop { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
        let twice = whole.reversed() + Array("&\(PercentEncoding.encode(first.name))=1".utf8)
        expect((try? AnswerReader(sender: sender).read(twice)) == nil, "a field that stands twice refuses the callback")
        switch read {
        case .paid(let address, let txid):
            expect(fields["address"]?.isSame(address) == true, "what is said stands in the callback")
            expect(fields["txid"]?.lowercased().isSame(txid.hex) == true, "what is said stands in the callback")
        case .masterPublicKey(let bip32, let bip44, let account, _):
            expect(fields["masterPublicKeyBIP32"]?.isSame(bip32) == true, "what is said stands in the callback")
            expect(fields["masterPublicKeyBIP44"]?.isSame(bip44) == true, "what is said stands in the callback")
            expect(account < DerivationPath.hardened, "an account is one")
        case .address(let address, _): expect(address.isLikeAddress, "an address is like one")
        case .failed: break
        }
    }

    /// The callback of a MYKEY wallet: a repeated item makes it refused, and it contains the payload, raw or encoded.
    private static func checkMYKEY(_ text: String) {
        guard let callback = WalletCallback(text), !text.utf8.contains(UInt8(ascii: "#")) else { return }
        expect(callback.scheme.isSame(callback.scheme.lowercased()), "a scheme has small letters")
        if let payload = callback.payload {
            expect(
                text.utf8.firstRange(of: payload.utf8) != nil || text.utf8.contains { $0 == 0x25 || $0 == 0x2B },
                "a payload stands in the callback")
        } else if callback.result != nil {
            expect(WalletCallback(text + "&result=1") == nil, "a result that stands twice refuses the callback")
        }
    }

    /// Templates of replies. The input is the link that wakes the dapp, and values, each up to a zero byte. Invariants
    /// for the filled link: it has the destination of the template; its fields are those of the template, in order, and
    /// values add none (S11); a value that is filled in is read back unchanged; and a link with a destination before
    /// its blanks are filled has the same server afterwards (S4).
    static let reply = Target("reply", longest: 3_000) { bytes in
        var input = Input(bytes)
        let link = input.text()
        let values = [input.text(), input.text(), input.text()]
        let blanks: [ReplyBlank] = [.txid, .signature, .account]
        let filled = Dictionary(uniqueKeysWithValues: zip(blanks, values))
        let fields = zip(["tx", "sig", "name"], blanks).map { ReplyField($0, .blank($1)) }
        let isText = values.allSatisfy { !$0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }
        if Sender.isScheme(link.utf8) {
            let template = LinkTemplate(to: link, fields)
            guard let reply = template.completed(with: filled) else {
                fatalError("broken promise: a reply is filled in")
            }
            expect(reply.utf8.starts(with: "\(link)://".utf8), "a reply goes where its template goes")
            if isText, let read = try? CallbackText(Array(reply.utf8)) {
                expectEqual(read.fields.map(\.name), ["tx", "sig", "name"], "no value adds a field")
                expectEqual(
                    read.fields.map { Array($0.value.utf8) }, values.map { Array($0.utf8) }, "a value is itself again")
            }
            expect(template.completed(with: [.txid: "1"]) == nil, "a reply with blanks is none")
        }
        if let wake = try? WakeLink(link, routes: Shipped.routes) {
            let template = LinkTemplate(continuing: wake, fields)
            guard let reply = template.completed(with: filled) else {
                fatalError("broken promise: a reply is filled in")
            }
            let fragment = link.utf8.firstIndex(of: UInt8(ascii: "#")).map { String(link[$0...]) } ?? ""
            expect(reply.hasSuffix(fragment), "what stands behind # stays there")
            expect(reply.utf8.starts(with: link.prefix { $0 != "#" }.utf8), "a reply begins with its link")
            expectEqual(
                ServerAddress(String(reply.prefix { $0 != "#" }.prefix(ServerAddress.maxLength)))?.authority,
                wake.isPage ? wake.page?.authority : nil, "a page stays on its server")
            let added = reply.utf8.dropFirst(link.prefix { $0 != "#" }.utf8.count).dropLast(fragment.utf8.count)
            expect(added.count { $0 == UInt8(ascii: "=") } == 3, "no value adds a field")
        }
        if let wake = try? WakeLink(template: link, routes: Shipped.routes), !wake.blanks.isEmpty {
            expectEqual(wake.pieces.count, wake.blanks.count + 1, "pieces stand around the blanks")
            let template = LinkTemplate(
                filling: wake, wake.blanks.enumerated().map { ReplyField($1, .blank(blanks[$0 % 3])) })
            guard let reply = template.completed(with: filled) else {
                fatalError("broken promise: a reply is filled in")
            }
            expect(reply.utf8.starts(with: wake.pieces[0].utf8), "a reply begins with its link")
            expect(reply.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a reply has only what links have")
            if wake.isPage, reply.utf8.count <= ServerAddress.maxLength {
                let server = ServerAddress(String(reply.prefix { $0 != "#" }))?.authority
                expectEqual(
                    server, wake.page?.authority, "a page stays on its server, whatever its blanks are filled with")
            }
        }
    }
}
