@testable import RouterBitcoinFormat
@testable import RouterBytes
@testable import RouterCoins
@testable import RouterEOSIO
@testable import RouterLinks
@testable import SchemeRouter

extension Target {
    /// Base58. Invariants: the decoder of addresses and that of any length agree; decoded bytes are encoded to the same
    /// text; and changing any one character invalidates a checksum.
    static let base58 = Target("base58", longest: 130) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let decoded = try? Base58.bytes(of: Array(text.utf8)[...])
        if let decoded { expect(Base58.encode(decoded).isSame(text), "what was decoded is the same text again") }
        if text.utf8.count <= Base58Check.maxLength {
            let payload = try? Base58Payload(unchecked: text)
            let content = decoded.flatMap { $0.count < 4 ? nil : Array($0.dropLast(4)) }
            expectEqual(payload?.bytes(from: 0), content, "two decoders decode the same")
        }
        if let payload = try? Base58Check.decode(text) {
            expect(Base58Check.encode(payload).isSame(text), "what was decoded is the same text again")
            var other = bytes
            other[other.count / 2] = other[other.count / 2] == 0x32 ? 0x33 : 0x32
            expect(
                (try? Base58Check.decode(String(decoding: other, as: UTF8.self))) == nil, "a checksum sees a change")
        }
        guard bytes.count <= 80 else { return }
        expectEqual(try? Base58Check.decode(Base58Check.encode(bytes)), bytes, "bytes are themselves again")
        expectEqual(
            try? Base58.bytes(of: Array(Base58.encode(bytes).utf8)[...]), bytes, "bytes are themselves again")
    }

    /// Bech32 and everything written in it: segwit addresses, invoices, offers, LNURLs and payment codes. Invariants:
    /// - an address is written as the same text in lower case, and is invalid after one character has changed;
    /// - all upper case is equivalent to all lower case, and mixed case is refused;
    /// - reading is deterministic.
    static let bech32 = Target("bech32", longest: 2_000) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let (upper, lower) = (text.uppercased(), text.lowercased())
        if let program = Bech32.decode(text) {
            let again = Bech32.encode(prefix: program.prefix, version: program.version, program: program.bytes)
            expect(again.isSame(lower), "what was decoded is the same text again")
            expect(Bech32.decode(upper) == program && Bech32.decode(lower) == program, "capitals make no difference")
            var other = bytes
            other[other.count - 1] =
                other[other.count - 1] | 0x20 == UInt8(ascii: "q") ? UInt8(ascii: "p") : UInt8(ascii: "q")
            if upper.isSame(text) { other[other.count - 1] &= 0xDF }
            expect(Bech32.decode(String(decoding: other, as: UTF8.self)) == nil, "a checksum sees a change")
        }
        if let read = Bech32Text(bytes) {
            expect(bytes.allSatisfy { $0 < 0x80 }, "bech32 is ASCII")
            let isMixed = bytes.contains { (0x41...0x5A).contains($0) } && bytes.contains { (0x61...0x7A).contains($0) }
            expect(!isMixed, "letters of both cases are refused")
            expect(read.prefix.isSame(read.prefix.lowercased()), "a prefix has small letters")
        }
        for network in ["bc", "tb", "ltc"] {
            let invoice = try? LightningInvoice(bytes, network: network)
            expectEqual(invoice, try? LightningInvoice(bytes, network: network), "an invoice is read the same twice")
            if invoice != nil {
                let same = try? LightningInvoice(Array(upper.utf8), network: network)
                expectEqual(same, invoice, "capitals make no difference to an invoice")
            }
        }
        let offer = try? LightningOffer(bytes, genesis: nil)
        expectEqual(offer, try? LightningOffer(bytes, genesis: nil), "an offer is read the same twice")
        let page = try? LNURL(anyOf: bytes)
        expectEqual(page, try? LNURL(anyOf: bytes), "an LNURL is read the same twice")
        if let plain = try? LNURL(bytes) { expectEqual(try? LNURL(anyOf: bytes), plain, "two readers agree") }
    }

    /// All kinds of addresses, for each coin of the shipped descriptors. Invariants:
    /// - reading is deterministic, and an address has one of the requested forms;
    /// - searching for one form finds what searching for all forms finds;
    /// - a private key is not an address, unless a checksum proves that it is one (S8).
    static let address = Target("address", longest: 600) { bytes in
        for coin in coins {
            let check = AddressCheck(coin.addresses, network: nil, scheme: coin.id.name)
            let found = result { () throws(AddressRefusal) in try check.read(bytes) }
            expectEqual(
                found, result { () throws(AddressRefusal) in try check.read(bytes) },
                "an address is read the same twice")
            guard case .success(let address) = found else { continue }
            expect(coin.addresses.contains(address.form), "an address has one of the forms")
            let alone = try? AddressCheck([address.form], network: nil, scheme: coin.id.name).read(bytes)
            expectEqual(alone, address, "a form alone finds what all forms find")
            let isKey = AddressText(bytes, mayHavePrefix: false)?.isPrivateKey == true
            expect(!isKey || address.checked == .checksum, "a private key is no address")
            expect(address.form.use != .secret, "what is secret is not paid")
        }
    }

    private static let coins = Shipped.routes.coinList.filter { !$0.addresses.isEmpty }

    /// Addresses of Bitcoin-like coins. Invariants: an address is written as the same text, except that a coin may have
    /// two prefixes for script hashes; and its output script pays the same address.
    static let bitcoinAddress = Target("bitcoin-address", longest: 120) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        for network in networks {
            guard let address = try? Address(text, on: network) else { continue }
            guard let written = address.text(on: network) else { fatalError("broken promise: an address is written") }
            let isScriptHash = if case .scriptHash = address.kind { true } else { false }
            expect(
                written.isSame(text) || written.isSame(text.lowercased()) || isScriptHash,
                "an address is the same text again")
            expectEqual(try? Address(written, on: network), address, "an address is itself again")
            expectEqual(Address(script: address.script), address, "its script pays the address")
        }
    }

    private static let networks = Shipped.routes.coinList.flatMap { coin in
        Array(coin.networks.values)
    }
}
