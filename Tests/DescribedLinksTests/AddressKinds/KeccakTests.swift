import RouterBytes
import RouterTestSupport
import Testing

@testable import RouterCoins
@testable import SchemeRouter

/// Keccak-256 with libraries, and without one.
@Suite struct KeccakTests {
    private static let keccakCases = AddressCase.all.filter {
        ["monero", "ethereum"].contains($0.coin) && $0.expected == "checksum"
    }

    @Test("The digest of the tests is that of the documents")
    func reference() throws {
        // Of nothing, “abc”, and a text of two blocks.
        let digests = [
            ("", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
            ("abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"),
        ]
        for (text, digest) in digests { #expect(ReferenceKeccak.digest(of: Array(text.utf8)).hex == digest) }
        #expect(ReferenceKeccak.hasher != nil)
    }

    @Test(
        "Every library that is installed has the same digests, whatever their length",
        .enabled(if: Keccak256.installed != nil, "needs the library Nettle 3 or OpenSSL 3.2"))
    func libraries() throws {
        var random = SeededGenerator(seed: 5)
        let hashers = [Keccak256.openSSL, Keccak256.nettle].compactMap(\.self)
        try #require(!hashers.isEmpty)
        for length in Array(0...300) + [1_000, 8_192] {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            for hasher in hashers { #expect(hasher.digest(bytes) == ReferenceKeccak.digest(of: bytes), "\(length)") }
        }
        for address in Self.keccakCases { #expect(try address.read(keccak: .installed) == address.read()) }
    }

    @Test("If a library has it, it is used")
    func installed() {
        #expect((Keccak256.installed == nil) == (Keccak256.nettle == nil && Keccak256.openSSL == nil))
    }

    @Test("Nettle is called as its header says, and not used if its permutation is wrong or missing")
    func nettle() throws {
        let hasher = try #require(unsafe Keccak256.nettle(from: FakeLibraries.nettle()))
        // Around the length of a block, where the padding is one byte or begins a block of its own.
        for length in [0, 1, 134, 135, 136, 137, 271, 272, 300] {
            let bytes = [UInt8](repeating: 7, count: length)
            #expect(hasher.digest(bytes) == ReferenceKeccak.digest(of: bytes), "\(length)")
        }
        #expect(unsafe Keccak256.nettle(from: FakeLibraries.nettle(isWrong: true)) == nil)
        #expect(unsafe Keccak256.nettle(from: FakeLibraries.nettle(missing: "nettle_sha3_permute")) == nil)
    }

    @Test("OpenSSL is called as its documents say from 3.2 on, and not used if a function fails or is missing")
    func openSSL() throws {
        let hasher = try #require(unsafe Keccak256.openSSL(from: FakeLibraries.openSSL()))
        for bytes in [[], [1], [UInt8](repeating: 7, count: 300)] {
            #expect(hasher.digest(bytes) == ReferenceKeccak.digest(of: bytes))
        }
        for kind in FakeLibraries.OpenSSL.allCases where kind != .good {
            #expect(unsafe Keccak256.openSSL(from: FakeLibraries.openSSL(kind)) == nil, "\(kind)")
        }
        for name in ["OpenSSL_version_num", "EVP_MD_fetch", "EVP_Digest"] {
            #expect(unsafe Keccak256.openSSL(from: FakeLibraries.openSSL(missing: name)) == nil, "\(name)")
        }
    }

    @Test("Without a library only the shape is checked, and the message says so", arguments: keccakCases)
    func missing(address: AddressCase) throws {
        let found = try address.read(keccak: nil)
        #expect(found.checked == .shape)
        #expect(try #require(found.unchecked).hasPrefix("The checksum letters were not checked"))
        let whole = try address.read()
        #expect(found.text == whole.text && found.form == whole.form && found.hasPaymentID == whole.hasPaymentID)
    }

    @Test("Without a library another length, other characters, tags and networks are still found")
    func missingRefusals() {
        for address in AddressCase.all where address.coin == "monero" && !address.isAccepted {
            // Nothing but the checksum tells that one character is another.
            if address.why == "links: one-character-changed" { continue }
            do {
                let found = try address.read(keccak: nil)
                Issue.record("\(found)")
            } catch { #expect(error.code.rawValue == address.expected) }
        }
        // Whether a text with another tag is an address of another coin, only the checksum tells.
        for address in AddressCase.all where address.coin == "cryptonote-any" && !address.isAccepted {
            #expect(throws: AddressRefusal.malformed) { try address.read(keccak: nil) }
        }
    }

    @Test("A library with other digests is not used, and neither is one that fails")
    func wrong() throws {
        #expect(Keccak256 { _ in nil } == nil)
        #expect(Keccak256 { _ in [UInt8](repeating: 0, count: 32) } == nil)
        #expect(Keccak256 { ReferenceKeccak.digest(of: $0) + [0] } == nil)
        // Such a library may also fail later.
        for other in [nil, [], ReferenceKeccak.digest(of: [1]) + [0]] as [[UInt8]?] {
            let failing = try #require(Keccak256 { $0.isEmpty ? ReferenceKeccak.digest(of: $0) : other })
            #expect(failing.digest([1]) == nil)
            for address in Self.keccakCases { #expect(try address.read(keccak: failing).checked == .shape) }
        }
    }
}
