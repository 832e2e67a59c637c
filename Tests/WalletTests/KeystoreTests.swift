import SchemeRouter
import Testing

@testable import RouterWallet

@Suite struct KeystoreTests {
    static let weak = Stretching(passes: 1, kibibytes: 8 << 10)

    static func sealed(_ passcode: String = "correct horse", passphrase: String = "") throws -> Keystore {
        let entropy = Secret([UInt8](1...16))
        let mnemonic = try present(Mnemonic.of(entropy: entropy))
        let contents = try KeystoreContents.make(mnemonic, passphrase: Secret(passphrase))
        return try Keystore(
            sealing: contents, passcode: Passcode.normalized(Secret(passcode)), created: 1_700_000_000,
            stretching: weak)
    }

    static func error(opening bytes: [UInt8], _ passcode: String = "correct horse") -> ServiceError? {
        do throws(ServiceError) {
            _ = try Keystore(reading: bytes).open(passcode: Passcode.normalized(Secret(passcode))).passphrase.count
            return nil
        } catch {
            return error
        }
    }

    @Test("S8: a keystore gives back words and passphrase, and shows neither")
    func roundTrip() throws {
        let keystore = try Self.sealed(passphrase: "pa\u{df}phrase")
        let read = try Keystore(reading: keystore.bytes)
        #expect(read == keystore)
        #expect(read.header.created == 1_700_000_000)
        let contents = try read.open(passcode: Passcode.normalized(Secret("correct horse")))
        #expect(contents.mnemonic.entropy.revealed() == [UInt8](1...16))
        #expect(contents.passphrase.text() == "pa\u{df}phrase")
        #expect(!hex(keystore.bytes).contains(hex(1...16)))
    }

    @Test("S8: the file has the same length whatever it holds, and no two sealings are the same")
    func lengthTellsNothing() throws {
        let one = try Self.sealed()
        let other = try Self.sealed(passphrase: "a long passphrase with many words in it")
        #expect(one.bytes.count == Keystore.length)
        #expect(other.bytes.count == Keystore.length)
        #expect(one.header.salt != other.header.salt)
        #expect(one.header.nonce != other.header.nonce)
    }

    @Test func wrongPasscode() throws {
        let error = Self.error(opening: try Self.sealed().bytes, "wrong horse")
        #expect(error == ServiceError(.wrongPasscode, ""))
        #expect(error?.message == "Wrong passcode, or the file was changed.")
    }

    @Test("A keystore cut at any length is damaged, before any memory is taken")
    func truncated() throws {
        let bytes = try Self.sealed().bytes
        for length in 0..<bytes.count {
            #expect(Self.error(opening: Array(bytes[..<length])) == ServiceError(.damagedKeystore, ""))
        }
        #expect(Self.error(opening: bytes + [0]) == ServiceError(.damagedKeystore, ""))
    }

    @Test("Every byte of the header is authenticated or checked")
    func changedHeader() throws {
        let bytes = try Self.sealed().bytes
        for index in 0..<KeystoreHeader.length {
            var changed = bytes
            changed[index] ^= 1
            let error = Self.error(opening: changed)
            // Magic, version and kind of derivation are refused as such; the rest goes into key, nonce or tag.
            let expected: ServiceError.Code = index < 10 ? .damagedKeystore : .wrongPasscode
            let isAbsurdWork = (18..<26).contains(index) && error?.code == .damagedKeystore
            #expect(error?.code == expected || isAbsurdWork, "byte \(index)")
        }
    }

    @Test("Every byte of the ciphertext is authenticated")
    func changedCiphertext() throws {
        let bytes = try Self.sealed().bytes
        for index in stride(from: KeystoreHeader.length, to: bytes.count, by: 37) {
            var changed = bytes
            changed[index] ^= 0x80
            #expect(Self.error(opening: changed)?.message == "Wrong passcode, or the file was changed.")
        }
    }

    @Test(
        "Absurd work is refused before memory is taken",
        arguments: [
            (0, 65536), (11, 65536), (UInt32.max, 65536), (3, 8191), (3, 0), (3, 1_048_577), (3, UInt32.max),
        ] as [(UInt32, UInt32)])
    func absurdParameters(passes: UInt32, kibibytes: UInt32) throws {
        let work = [UInt8](bigEndian: passes) + [UInt8](bigEndian: kibibytes)
        let bytes = try Self.sealed().bytes[..<18] + work + Self.sealed().bytes[26...]
        #expect(Self.error(opening: Array(bytes)) == ServiceError(.damagedKeystore, ""))
    }

    @Test func contentsThatAreNotOursAreDamaged() {
        var encoded = [UInt8](repeating: 0, count: KeystoreContents.encodedLength)
        for entropyLength in [0, 15, 33, 255] as [UInt8] {
            encoded[0] = entropyLength
            let isNil = KeystoreContents.decoding(Secret(encoded)) == nil
            #expect(isNil)
        }
        encoded[0] = 16
        encoded[33] = 2
        encoded[34] = 1
        let isNil = KeystoreContents.decoding(Secret(encoded)) == nil
        #expect(isNil)
    }

    @Test func longPassphrasesAreRefused() throws {
        for (length, isGood) in [(512, true), (513, false)] {
            let mnemonic = Mnemonic.random(.twelve)
            let contents = try? KeystoreContents.make(
                mnemonic, passphrase: Secret(String(repeating: "x", count: length)))
            let isNil = contents == nil
            #expect(isNil != isGood)
        }
    }

    @Test(
        "Memory for Argon2id: at most half of what is free",
        arguments: [(nil, true), (8 << 20, true), (512 << 10, true), (511 << 10, false), (0, false)]
            as [(UInt64?, Bool)])
    func memory(free: UInt64?, fits: Bool) {
        #expect(Stretching.strong.fits(FreeMemory(withoutSwap: free, most: nil)) == fits)
    }

    @Test("S8: where Argon2id gets no memory, nothing is sealed with less work")
    func noMemory() throws {
        let impossible = Stretching(passes: 1, kibibytes: 1 << 31)
        let contents = try KeystoreContents.make(.random(.twelve), passphrase: Secret(""))
        #expect(throws: ServiceError(.notEnoughMemory, "")) {
            try Keystore(sealing: contents, passcode: Secret("12345678"), created: 0, stretching: impossible)
        }
    }
}
