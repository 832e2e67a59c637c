import RouterBitcoinFormat
import RouterBytes
import RouterTestSupport
import Testing

@testable import RouterCoins
@testable import SchemeRouter

/// Which of several forms counts, and what a text is that fits none.
@Suite struct AddressCheckTests {
    private func check(
        _ yaml: String, test: String? = nil, network: NetworkKind? = .main, scheme: String = "coin",
        others: [AddressOwner] = []
    ) throws -> AddressCheck {
        let all = try forms(yaml) + (test.map { try forms($0, .test) } ?? [])
        return AddressCheck(all, network: network, scheme: scheme, others: others, keccak: { ReferenceKeccak.hasher })
    }

    private let cashAddress = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"

    @Test("The form of the link's network comes first, and without one the address says it")
    func networks() throws {
        let yaml = "[{ kind: strkey, letters: G }]"
        let key = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
        for network in [NetworkKind.main, .test] {
            #expect(try check(yaml, test: yaml, network: network).read(key.utf8).network == network)
        }
        #expect(try check(yaml, test: yaml, network: nil).read(key.utf8).network == .main)
        #expect(throws: AddressRefusal.otherNetwork(try forms(yaml)[0])) {
            try check(yaml, network: .regtest).read(key.utf8)
        }
    }

    @Test("The prefix of a CashAddr is the link's scheme, unless the form names one")
    func prefixes() throws {
        let own = "[{ kind: cashaddr, types: { 0: 20 } }]"
        #expect(try check(own, scheme: "bitcoincash").read(cashAddress.utf8).text == "bitcoincash:" + cashAddress)
        #expect(throws: AddressRefusal.malformed) { try check(own, scheme: "other").read(cashAddress.utf8) }
        let named = "[{ kind: cashaddr, prefix: bitcoincash, types: { 0: 20 } }]"
        #expect(try check(named, scheme: "other").read(cashAddress.utf8).text == "bitcoincash:" + cashAddress)
        // Of another type, or another length, it is none.
        for types in ["{ 1: 20 }", "{ 0: 32 }"] {
            #expect(throws: AddressRefusal.malformed) {
                try check("[{ kind: cashaddr, types: \(types) }]", scheme: "bitcoincash").read(cashAddress.utf8)
            }
        }
    }

    @Test("A federated name with a local server gets a warning, and one written like an account is not a name")
    func federated() throws {
        let check = try check("[{ kind: name, shape: federated }]")
        for host in ["192.168.0.1", "127.0.0.1", "198.18.0.1", "printer.local", "a.localhost", "10.1"] {
            #expect(try check.read("bob*\(host)".utf8).warnings == [.serverIsLocal(host: host)], "\(host)")
        }
        #expect(try check.read("bob*example.org".utf8).warnings.isEmpty)
        let key = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
        for name in [key, key.lowercased(), String(key.dropLast()) + "A"] {
            #expect(throws: AddressRefusal.self) { try check.read("\(name)*example.org".utf8) }
        }
    }

    @Test("Another coin is named only by a checksum, and not by forms that look like another's")
    func owners() throws {
        let yaml = "[{ kind: base58check, versions: 76 }]"
        let address = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"
        func refusal(_ form: String) throws -> AddressRefusal? {
            let owner = AddressOwner("other", title: "Other", forms: try forms(form))
            do {
                _ = try check(yaml, others: [owner]).read(address.utf8)
                return nil
            } catch let error as AddressRefusal { return error }
        }
        let holder = AddressHolder("other", title: "Other", network: .main)
        #expect(try refusal("[{ kind: base58check, versions: [0] }]") == .otherCoins([holder]))
        #expect(AddressRefusal.otherCoins([holder]).error(at: nil, coin: "Coin").detected == ["other"])
        #expect(try refusal("[{ kind: base58check, versions: [0], warn: true }]") == .otherVersion)
        #expect(try refusal("[{ kind: name, shape: any }]") == .otherVersion)
        #expect(try refusal("[{ kind: base58check, versions: [0], secret: true }]") == .privateKey)
    }

    @Test("What takes no payment says why, and nothing of it is paid on another network either")
    func unpaid() throws {
        let form = "{ kind: base58check, versions: 0, pays: false, why: nobody has the key }"
        let address = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"
        #expect(throws: AddressRefusal.notPayable(why: "nobody has the key")) {
            try check("[\(form)]").read(address.utf8)
        }
        let error = AddressRefusal.notPayable(why: "nobody has the key").error(at: 3..<9, parameter: "to", coin: "Coin")
        #expect(error.code == .invalidAddress && error.message.contains("nobody has the key"))
        #expect(error.range == 3..<9 && error.parameter == "to" && error.reason == "addressNotPayable")
    }

    @Test("Letters that lost their case on the way are told from other mistakes")
    func lostCase() throws {
        let legacy = "{ kind: base58check, versions: 0 }"
        let address = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"
        for text in [address.lowercased(), address.uppercased()] {
            #expect(throws: AddressRefusal.caseFolded) { try check("[\(legacy)]").read(text.utf8) }
            // The letters of some other form are of one case.
            for other in ["{ kind: cashaddr, types: { 0: 20 } }", "{ kind: hex20 }"] {
                #expect(throws: AddressRefusal.malformed) { try check("[\(legacy), \(other)]").read(text.utf8) }
            }
            // That form begins otherwise.
            let segwit = "[\(legacy), { kind: segwit, prefix: bc }]"
            #expect(throws: AddressRefusal.caseFolded) { try check(segwit).read(text.utf8) }
            #expect(throws: AddressRefusal.malformed) { try check(segwit).read("bc1qqq".utf8) }
        }
        let key = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
        let strkey = "[{ kind: strkey, letters: G }]"
        #expect(throws: AddressRefusal.caseFolded) { try check(strkey).read(key.lowercased().utf8) }
        #expect(throws: AddressRefusal.malformed) { try check(strkey).read((key.dropLast() + "A").utf8) }
        #expect(throws: AddressRefusal.malformed) { try check("[\(legacy)]").read((address + "x").utf8) }
        #expect(AddressRefusal.caseFolded.error(at: nil, coin: "Coin").reason == "addressCaseFolded")
    }

    @Test("A text is not taken for one that lost its case if it has no case, or a form may have it so")
    func keptCase() throws {
        let legacy = "{ kind: base58check, versions: 0 }"
        let segwit = "[\(legacy), { kind: segwit, prefix: bc }]"
        let federated = "[\(legacy), { kind: name, shape: federated }]"
        for (forms, text, refusal) in [
            ("[\(legacy)]", "23", .malformed), ("[\(legacy)]", "2a", .malformed),
            ("[\(legacy)]", "2ab", .caseFolded),
            // A prefix is a prefix only before its separator.
            (segwit, "bcqqq", .caseFolded), (segwit, "BC1QQQ", .malformed),
            (federated, "ab*c", .malformed), (federated, "ab@c", .malformed), (federated, "abc", .caseFolded),
            ("[\(legacy), { kind: name, shape: any }]", "a\u{301}\u{301}\u{301}\u{301}bc", .malformed),
            ("[\(legacy), { kind: iban }]", "de00", .malformed),
        ] as [(String, String, AddressRefusal)] {
            #expect(throws: refusal, "\(forms) \(text)") { try check(forms).read(text.utf8) }
        }
        let hint = "Ask the sender for the link again."
        #expect(AddressRefusal.caseFolded.error(at: nil, coin: "Coin").hint == hint)
        #expect(AddressRefusal.caseFolded.error(at: nil, coin: "Coin", hasSlashes: true).hint?.contains("//") == true)
    }

    @Test("Letters have one case if there are several, and no other character counts")
    func onlyCase() {
        for (text, letterCase) in [
            ("", nil), ("a", nil), ("A1", nil), ("aA", nil), ("aaZ", nil), ("AAz", nil), ("aZ", nil),
            ("az", .small), ("a1z", .small), ("AZ", .capital), ("@[A`{Z", .capital), ("@[a`{z", .small),
            ("é1a", nil),
        ] as [(String, LetterCase?)] {
            #expect(text.utf8.span.onlyLetterCase == letterCase, "\(text)")
        }
    }

    @Test("A form is for payments without a memo, and nobody else's, unless it says otherwise")
    func plainForm() throws {
        let form = AddressForm(.name, .name(.any), network: .main)
        #expect(!form.takesMemo && !form.looksLikeOther && form.use == .paid)
        let found = try AddressCheck([form], network: .main, scheme: "coin").read("a".utf8)
        #expect(!found.takesMemo && found.warnings.isEmpty)
    }

    @Test("A private key is none of a coin's addresses, whatever forms its descriptor lists")
    func keys() throws {
        let key = "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"
        for form in [
            "kind: base58check, versions: 128, bytes: 32", "kind: base58, bytes: 37", "kind: name, shape: any",
        ] {
            #expect(throws: AddressRefusal.privateKey, "\(form)") { try check("[{ \(form) }]").read(key.utf8) }
        }
        // Also one that was mistyped: what stands before the separator says it, if enough follows.
        let some = "[{ kind: name, shape: any }]"
        for start in ["addr_xsk", "ed25519_sk", "secret-extended-key-main", "xprv", "NSEC"] {
            let mistyped = start + "1" + String(repeating: "q", count: 20)
            #expect(throws: AddressRefusal.privateKey, "\(start)") { try check(some).read(mistyped.utf8) }
            #expect(try check(some).read(mistyped.dropLast().utf8).text == mistyped.dropLast())
        }
        for other in ["addr", "npub", "public", "skx"] {
            #expect(try check(some).read("\(other)1\(String(repeating: "q", count: 20))".utf8).checked == .shape)
        }
    }

    @Test("A Base58 text of another version or length is another coin's if it is as long as an address, and else none")
    func versions() throws {
        let forms = "[{ kind: base58check, versions: 0, bytes: 22 }]"
        #expect(
            try check(forms).read(Base58Check.encode([0] + [UInt8](repeating: 7, count: 22)).utf8).checked == .checksum)
        for count in 19...23 {
            let refusal = [21, 22].contains(count) ? AddressRefusal.otherVersion : .malformed
            for version in [0, 5] as [UInt8] where (version, count) != (0, 23) {
                let text = Base58Check.encode([version] + [UInt8](repeating: 7, count: count - 1))
                #expect(throws: refusal, "\(version) \(count)") { try check(forms).read(text.utf8) }
            }
        }
    }

    @Test("A version has one byte up to 255, and then two")
    func longVersions() throws {
        let hash = [UInt8](repeating: 7, count: 20)
        for (version, one, two) in [(255, [255], [0, 255]), (256, [0], [1, 0]), (0xFFFF, [255], [255, 255])]
            as [(Int, [UInt8], [UInt8])]
        {
            let check = try check("[{ kind: base58check, versions: \(version) }]")
            let (short, long) = (Base58Check.encode(one + hash), Base58Check.encode(two + hash))
            #expect(try check.read((version < 256 ? short : long).utf8).checked == .checksum)
            #expect(throws: AddressRefusal.otherVersion) { try check.read((version < 256 ? long : short).utf8) }
        }
    }

    @Test("What a stranger wrote as a prefix is quoted")
    func quoted() throws {
        let shown = AddressRefusal.otherPrefix("a”b").error(at: nil, coin: "Coin").message
        #expect(shown.contains("“a\\u{201d}b”"))
    }

    @Test("The envelope of a transaction has a type, and nothing else in it is read")
    func envelopes() throws {
        func envelope(_ bytes: [UInt8]) throws(TransactionEnvelope.Failure) -> TransactionEnvelope {
            try TransactionEnvelope(Base64.encode(bytes).utf8)
        }
        for (number, kind) in [(0, .first), (2, .transaction), (5, .feeBump)] as [(UInt8, TransactionEnvelope.Kind)] {
            let read = try envelope([0, 0, 0, number] + [UInt8](repeating: 7, count: 40))
            #expect(read.kind == kind && read.byteCount == 44)
        }
        #expect(throws: TransactionEnvelope.Failure.otherType(1)) { try envelope([0, 0, 0, 1, 0, 0, 0, 0, 0]) }
        #expect(throws: TransactionEnvelope.Failure.otherType(0x0200_0000)) {
            try envelope([2, 0, 0, 0, 0, 0, 0, 0, 0])
        }
        #expect(throws: TransactionEnvelope.Failure.tooShort) { try envelope([0, 0, 0, 2, 0, 0, 0, 0]) }
        #expect(throws: TransactionEnvelope.Failure.tooShort) { try TransactionEnvelope("".utf8) }
        for text in ["AAAAAg", "AAAA AgAAAAAA", "AAAAAgAAAAAA-_==", "AAAAAgAAAAAAAB=="] {
            #expect(throws: TransactionEnvelope.Failure.notBase64) { try TransactionEnvelope(text.utf8) }
        }
        let longest = [0, 0, 0, 2] + [UInt8](repeating: 0, count: 49_148)
        #expect(try envelope(longest).byteCount == 49_152)
        #expect(throws: TransactionEnvelope.Failure.tooLong) { try envelope(longest + [0]) }
        let text = [UInt8](repeating: UInt8(ascii: "A"), count: 65_537)
        #expect(throws: TransactionEnvelope.Failure.tooLong) { try TransactionEnvelope(text) }
        #expect(throws: TransactionEnvelope.Failure.otherType(1 << 24 | 2)) {
            try envelope([1, 0, 0, 2, 0, 0, 0, 0, 0])
        }
    }
}
