import RouterBytes
import SchemeRouter

/// A destination that Bitcoin-like coins can pay, read from an address or a script.
public struct Address: Sendable, Hashable {
    /// The condition for spending payments to it.
    public enum Kind: Sendable, Hashable {
        /// A signature by the key with this hash (P2PKH).
        case publicKeyHash([UInt8])
        /// A script with this hash (P2SH).
        case scriptHash([UInt8])
        /// A witness program (P2WPKH, P2WSH, P2TR).
        case witness(version: UInt8, program: [UInt8])
    }

    public let kind: Kind

    public init(_ kind: Kind) {
        self.kind = kind
    }

    /// Reads an address of `network` by its version byte, never by its first character: many coins share those.
    public init(_ text: String, on network: NetworkParameters) throws(AddressError) {
        switch try Self.reading(text, on: network) {
        case .publicKeyHash(let payload): self.init(.publicKeyHash(payload.bytes(from: 1)))
        case .scriptHash(let payload): self.init(.scriptHash(payload.bytes(from: 1)))
        case .witness(let version, let program): self.init(.witness(version: version, program: program))
        }
    }

    /// Throws what ``init(_:on:)`` throws, without creating an address.
    public static func check(_ text: String, on network: NetworkParameters) throws(AddressError) {
        _ = try reading(text, on: network)
    }

    /// Whether the text is an address of the network as ``text(on:)`` writes it, or a segwit address in any case. A
    /// Base58 payload has only one text, so it suffices to check that its version is the one written.
    public static func isWritten(_ text: String, on network: NetworkParameters) -> Bool {
        guard case .numbers(let numbers) = network.encoding else { return false }
        // The version first: it tells coins apart, and the checksum takes longer.
        if let payload = try? Base58Payload(unchecked: text), payload.count == 21,
            payload[0] == numbers.p2pkh || payload[0] == numbers.p2sh.first, payload.hasChecksum
        {
            return true
        }
        guard let prefix = numbers.bech32 else { return false }
        return Bech32.decode(text)?.prefix == prefix
    }

    /// A text that may be an address, decoded once for many networks.
    package struct Decoded {
        private let hash: Base58Payload?
        private let program: Bech32.Program?
        private let isSmall: Bool

        package init(_ text: String) {
            let payload = try? Base58Payload(text)
            hash = payload?.count == 21 ? payload : nil
            program = payload == nil ? Bech32.decode(text) : nil
            isSmall = !text.utf8.contains { $0.isASCIILetter && $0.lowercasedASCII != $0 }
        }

        /// Whether it is an address of the network.
        /// - Parameter asWritten: whether it must be what ``Address/text(on:)`` writes.
        package func isAddress(on network: NetworkParameters, asWritten: Bool = false) -> Bool {
            guard case .numbers(let numbers) = network.encoding else { return false }
            if let version = hash?[0] {
                return version == numbers.p2pkh
                    || (asWritten ? numbers.p2sh.first == version : numbers.p2sh.contains(version))
            }
            guard let program else { return false }
            return program.prefix == numbers.bech32 && (isSmall || !asWritten)
        }
    }

    /// A kind whose bytes are not copied yet.
    private enum Reading {
        case publicKeyHash(Base58Payload)
        case scriptHash(Base58Payload)
        case witness(version: UInt8, program: [UInt8])
    }

    /// Inlined, so that the payload is not copied where only its first byte is looked at.
    @inline(__always) private static func reading(
        _ text: String, on network: NetworkParameters
    ) throws(AddressError) -> Reading {
        guard case .numbers(let numbers) = network.encoding else { throw .malformed }
        let payload: Base58Payload
        do {
            payload = try Base58Payload(text)
        } catch {
            // Most links have a Base58 address, so that is tried first. A text is both only after a crafted 32-bit
            // collision.
            guard let program = Bech32.decode(text) else { throw .malformed }
            guard program.prefix == numbers.bech32 else { throw .wrongVersion }
            return .witness(version: program.version, program: program.bytes)
        }
        guard payload.count == 21 else { throw AddressError(payloadThatIsNoAddress: payload.bytes(from: 0)) }
        if payload[0] == numbers.p2pkh { return .publicKeyHash(payload) }
        if numbers.p2sh.contains(payload[0]) { return .scriptHash(payload) }
        throw .wrongVersion
    }

    /// All texts of the address, with the one that is written first.
    public func texts(on network: NetworkParameters) -> [String] {
        if case .scriptHash(let hash) = kind {
            return network.numbers.map { $0.p2sh.map { Base58Check.encode([$0] + hash) } } ?? []
        }
        return text(on: network).map { [$0] } ?? []
    }

    /// The address as a text; nil for a witness program on a network without segwit, and on one with other kinds of addresses.
    public func text(on network: NetworkParameters) -> String? {
        switch kind {
        case .publicKeyHash(let hash): network.numbers.map { Base58Check.encode([$0.p2pkh] + hash) }
        case .scriptHash: texts(on: network).first
        case .witness(let version, let program):
            network.bech32.map { Bech32.encode(prefix: $0, version: version, program: program) }
        }
    }
}

/// Why a text is not an address of a network.
public enum AddressError: Error, Sendable, Equatable {
    /// Bad characters, length or checksum.
    case malformed
    /// Well-formed, but not of a kind on this network.
    case wrongVersion
    /// A private key: in wallet import format, extended (BIP32) or encrypted (BIP38). The text must not be repeated.
    case privateKey
    /// An extended public key (BIP32).
    case extendedKey

    /// Identifies a Base58Check payload that is too long or short for an address. Version bytes do not matter: any
    /// coin's private key is a private key.
    package init(payloadThatIsNoAddress payload: [UInt8]) {
        switch payload.count {
        case 33: self = .privateKey
        case 34 where payload.last == 1: self = .privateKey
        case 39 where payload.starts(with: [0x01, 0x42]) || payload.starts(with: [0x01, 0x43]): self = .privateKey
        // An extended private key has a zero byte where a public one has the sign of its point.
        case 78: self = payload[45] == 0 ? .privateKey : .extendedKey
        default: self = .malformed
        }
    }
}
