import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@Suite struct AddressTests {
    private static let networks = Vectors.networks

    private static func refusal(of text: String, on network: NetworkParameters) -> AddressError? {
        do {
            _ = try Address(text, on: network)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "base58check.json, valid: text, script and hash agree", arguments: Vectors.base58check.rows("valid"))
    func valid(_ row: JSONValue) throws {
        let network = try #require(Self.networks[row["network"]?.text ?? ""])
        let text = try #require(row["address"]?.text)
        let address = try Address(text, on: network)
        let hash = [UInt8](hex: row["hash160"]?.text ?? "")
        #expect(address.kind == (row["kind"]?.text == "p2pkh" ? .publicKeyHash(hash) : .scriptHash(hash)))
        #expect(address.script.hex == row["script"]?.text)
        #expect(address.text(on: network) == text)
        #expect(Address(script: address.script) == address)
    }

    @Test(
        "base58check.json, invalid: refused on every network", arguments: Vectors.base58check.rows("invalid")
    )
    func invalid(_ row: JSONValue) throws {
        let text = try #require(row["s"]?.text)
        let expected: AddressError =
            switch row["why"]?.text ?? "" {
            case let why where why.contains("WIF"): .privateKey
            case let why where why.contains("extended key"): .extendedKey
            case let why where why.contains("unknown version"): .wrongVersion
            default: .malformed
            }
        for (name, network) in Self.networks {
            #expect(Self.refusal(of: text, on: network) == expected, "on \(name)")
        }
    }

    @Test("base58check.json, wrong_network", arguments: Vectors.base58check.rows("wrong_network"))
    func wrongNetwork(_ row: JSONValue) throws {
        let text = try #require(row["address"]?.text)
        for name in (row["valid_on"]?.elements ?? []).compactMap(\.text) {
            #expect(Self.refusal(of: text, on: try #require(Self.networks[name])) == nil, "on \(name)")
        }
        for name in (row["not_on"]?.elements ?? []).compactMap(\.text) {
            #expect(Self.refusal(of: text, on: try #require(Self.networks[name])) == .wrongVersion, "on \(name)")
        }
    }

    @Test(
        "base58check.json, wif: a private key of any coin is named as one",
        arguments: Vectors.texts("wif", in: Vectors.base58check["wif"]))
    func privateKey(_ wif: String) {
        for (name, network) in Self.networks {
            #expect(Self.refusal(of: wif, on: network) == .privateKey, "on \(name)")
        }
    }

    @Test(
        "a key encrypted by BIP38 is a private key",
        arguments: [
            "6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg",  // BIP38, no EC multiply, no compression
            "6PfQu77ygVyJLZjfvMLyhLMQbYnu5uguoJJ4kMCLqWwPEdfpwANVS76gTX",  // BIP38, EC multiply
        ])
    func encryptedPrivateKey(_ text: String) throws {
        #expect(Self.refusal(of: text, on: try #require(Self.networks["dash"])) == .privateKey)
    }

    @Test("an extended key is named, and a private one counts as a private key")
    func extendedKeys() throws {
        let network = try #require(Self.networks["dash"])
        for wallet in Vectors.bip32.rows("valid") {
            for chain in wallet["chains"]?.elements ?? [] {
                #expect(Self.refusal(of: chain["xpub"]?.text ?? "", on: network) == .extendedKey)
                #expect(Self.refusal(of: chain["xprv"]?.text ?? "", on: network) == .privateKey)
            }
        }
    }

    @Test(
        "any change of one character is refused, and any lost or doubled character",
        arguments: [
            "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5", "7qX6z7SmK2ngpewLRBe4yL6h18CvZqZGKa", "1111111111111111111114oLvT2",
            "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
        ])
    func oneCharacter(_ text: String) throws {
        let networks = try ["dash", "btc"].map { try #require(Self.networks[$0]) }
        let original = Array(text.utf8)
        var changes: [[UInt8]] = []
        for position in original.indices {
            for byte in UInt8(33)...126 where byte != original[position] {
                var changed = original
                changed[position] = byte
                changes.append(changed)
            }
            var shorter = original
            shorter.remove(at: position)
            changes.append(shorter)
            var longer = original
            longer.insert(original[position], at: position)
            changes.append(longer)
        }
        for changed in changes {
            let text = String(decoding: changed, as: UTF8.self)
            for network in networks {
                #expect(Self.refusal(of: text, on: network) == .malformed, "\(text)")
            }
        }
    }

    @Test("a second p2sh version is read and never written")
    func secondScriptVersion() throws {
        let litecoin = NetworkParameters(
            p2pkh: 48, p2sh: [50, 5], wif: 176, xpub: 0, xprv: 0, bech32: "ltc", coinType: 2)
        let address = try Address("3QoU9vAbW3h3ptQP9ZyZdx735aNYmHLybQ", on: litecoin)
        #expect(address.text(on: litecoin) == "MX1cToaZTAYUdPgHFSxuTbMSQGxzkdAGyv")
    }

    @Test("The texts of an address begin with the one that is written; without segwit, some have none")
    func texts() {
        let hash = [UInt8](repeating: 7, count: 20)
        func texts(_ kind: Address.Kind, p2sh: [UInt8] = [50, 5], bech32: String? = nil) -> [String] {
            let network = NetworkParameters(
                p2pkh: 48, p2sh: p2sh, wif: 176, xpub: 0, xprv: 0, bech32: bech32, coinType: 2)
            return Address(kind).texts(on: network)
        }
        let scripts = [50, 5].map { Base58Check.encode([$0] + hash) }
        #expect(texts(.scriptHash(hash)) == scripts && texts(.scriptHash(hash), p2sh: [5]) == [scripts[1]])
        #expect(texts(.publicKeyHash(hash)) == [Base58Check.encode([48] + hash)])
        let program = Address.Kind.witness(version: 0, program: hash)
        #expect(texts(program).isEmpty)
        #expect(texts(program, bech32: "ltc") == [Bech32.encode(prefix: "ltc", version: 0, program: hash)])
    }

    @Test("read(print(x)) == x for every kind, on every network that has it")
    func roundTrip() throws {
        var numbers = SeededNumbers(state: 1)
        for _ in 0..<50 {
            let hash = numbers.bytes(20)
            let version = UInt8.random(in: 1...16, using: &numbers)
            let program = numbers.bytes(Int.random(in: 2...40, using: &numbers))
            for kind in [
                Address.Kind.publicKeyHash(hash), .scriptHash(hash), .witness(version: 0, program: hash),
                .witness(version: 0, program: numbers.bytes(32)), .witness(version: version, program: program),
            ] {
                let address = Address(kind)
                #expect(Address(script: address.script) == address)
                for network in Self.networks.values {
                    guard let text = address.text(on: network) else { continue }
                    #expect(try Address(text, on: network) == address)
                }
            }
        }
    }

    @Test(
        "scripts that are not addresses",
        arguments: [
            "", "00", "6a026869", "76a914", "76a9141c328935d6175fc2db86f99b16a1237da31ca3e588ad", "a91487",
            "a914fd8348f4b7d5e615256b7f9254793c72f70f977d88", "0014751e76e8199196d454941c45d1b3a323f1433b",
            "0010751e76e8199196d454941c45d1b3a323", "5101ff",
            "76a9131c328935d6175fc2db86f99b16a1237da31ca3e588ac",
        ])
    func otherScripts(_ hex: String) {
        #expect(Address(script: [UInt8](hex: hex)) == nil)
    }
}
