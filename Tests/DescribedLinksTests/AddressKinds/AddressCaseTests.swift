import RouterBytes
import RouterTestSupport
import Testing

@testable import RouterCoins
@testable import SchemeRouter

/// Published addresses of every kind, and what is wrong with others.
@Suite struct AddressCaseTests {
    @Test("Each is what the vectors say", arguments: AddressCase.all)
    func read(address: AddressCase) {
        do {
            let found = try address.read()
            #expect(found.checked.rawValue == address.expected, "\(found)")
            #expect(found.text == address.values["shows"]?.text ?? address.text)
            #expect((found.unchecked == nil) == (found.checked == .checksum))
            #expect(found.hasPaymentID == (address.values["paymentID"] == .bool(true)))
            #expect(found.warnings.isEmpty == (address.values["warns"] != .bool(true)))
            let tag: JSONValue? =
                switch found.tag {
                case .given(let number): .number(Int64(number))
                case .absent: .string("none")
                case nil: nil
                }
            #expect(tag == address.values["tag"])
            if let memo = address.values["memo"] { #expect(.bool(found.takesMemo) == memo) }
        } catch {
            #expect(error.code.rawValue == address.expected, "\(error)")
            let shown = error.error(at: 1..<2, coin: "Coin")
            #expect(shown.code == error.code && shown.range == 1..<2 && shown.hint != nil)
            #expect(shown.detected?.first?.name == address.values["detected"]?.text)
            if address.values["notPayable"] == .bool(true) {
                guard case .notPayable(.some, _, _) = error else {
                    Issue.record("\(error)")
                    return
                }
            }
            // A key is somebody's money.
            if error == .privateKey { #expect(!shown.message.contains(address.text)) }
        }
    }

    /// Forms are passed over by beginning and length before a text is read as one of them.
    @Test("The coin of a checked address is named, whatever coin was expected", arguments: AddressCase.all)
    func owner(address: AddressCase) throws {
        guard let found = try? address.read(), found.checked == .checksum, !found.form.looksLikeOther else { return }
        let owner = AddressOwner(
            "owner", title: "Owner", forms: [found.form], scheme: address.values["scheme"]?.text ?? address.coin)
        let check = AddressCheck(
            [], network: .main, scheme: "another", chain: address.check().chain, others: [owner],
            keccak: { ReferenceKeccak.hasher })
        let holder = AddressHolder("owner", title: "Owner", network: found.form.network)
        #expect(throws: AddressRefusal.otherCoins([holder])) { try check.read(address.text.utf8) }
    }

    @Test("There are cases of every kind, and of every way to refuse one")
    func all() {
        #expect(AddressCase.all.count >= 530)
        var kinds: Set<AddressForm.Kind> = []
        var refusals: Set<String> = []
        for address in AddressCase.all {
            do { kinds.insert(try address.read().form.kind) } catch {
                refusals.insert("\(error)".prefix { $0 != "(" }.description)
            }
        }
        #expect(kinds == Set(AddressForm.Kind.allCases))
        #expect(
            refusals == [
                "malformed", "misplaced", "caseFolded", "wrongLetterCase", "otherNetwork", "otherCoins", "otherVersion",
                "otherPrefix",
                "privateKey",
                "notPayable",
            ])
    }

    @Test("What is shown of an address is read again as the same", arguments: AddressCase.all.filter(\.isAccepted))
    func canonical(address: AddressCase) throws {
        let found = try address.read()
        let again = try address.check().read(whole: found.text.utf8)
        #expect(again == found)
        // A prefix in front belongs to no link: its scheme is the prefix.
        if found.form.kind == .cashaddr {
            #expect(throws: AddressRefusal.malformed) { try address.check().read(found.text.utf8) }
        }
    }

    @Test(
        "One other character is found by every checksum",
        arguments: AddressCase.all.filter { $0.expected == "checksum" })
    func changed(address: AddressCase) throws {
        var random = SeededGenerator(seed: UInt64(address.text.utf8.count))
        let kind = try address.read().form.kind
        let letters = Array(
            (kind == .iban || kind == .strkey ? "ABCDEFGHJKLMNPQRSTUVWXYZ23456789" : Self.alphabet(of: address.text))
                .utf8)
        let text = Array(address.text.utf8)
        for _ in 0..<40 {
            let place = Int.random(in: 0..<text.count, using: &random)
            guard let letter = letters.randomElement(using: &random), letter != text[place] else { continue }
            // The letters of a hexadecimal checksum are its case: another letter in the same case is another address.
            if kind == .hex20, place < 2 || letter.isASCIILetter == text[place].isASCIILetter { continue }
            var other = text
            other[place] = letter
            // Letters of an account's number mean the same in both cases.
            if kind == .iban, String(decoding: other, as: UTF8.self).uppercased() == address.text.uppercased() {
                continue
            }
            #expect(throws: AddressRefusal.self, "\(String(decoding: other, as: UTF8.self))") {
                try address.check().read(other)
            }
        }
    }

    private static func alphabet(of text: String) -> String {
        let isSmall = text.utf8.allSatisfy { !$0.isASCIILetter || $0 >= UInt8(ascii: "a") }
        let isCapital = text.utf8.allSatisfy { !$0.isASCIILetter || $0 < UInt8(ascii: "a") }
        if isSmall { return "qpzry9x8gf2tvdw0s3jn54khce6mua7l" }
        if isCapital { return "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L" }
        return "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    }
}
