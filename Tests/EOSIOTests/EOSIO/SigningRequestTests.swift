import RouterTestSupport
import Testing

@testable import RouterEOSIO

/// Requests to sign (EEP-7): what is read, and what is refused.
@Suite struct SigningRequestTests {
    private static let transfer = RequestToSign(action: RequestToSign.transfer())

    private static func read(_ bytes: [UInt8]) throws(SigningRequestError) -> SigningRequest {
        try SigningRequest(bytes) { (1...12).contains($0) }
    }

    private static func read(_ text: String) throws(SigningRequestError) -> SigningRequest {
        try SigningRequest(payload: Array(text.utf8)[...]) { (1...12).contains($0) }
    }

    /// What is wrong with bytes; nil if nothing is.
    private static func problem(_ bytes: [UInt8]) -> SigningRequestError? {
        do throws(SigningRequestError) {
            _ = try read(bytes)
            return nil
        } catch { return error }
    }

    private static func isContent(_ problem: SigningRequestError?) -> Bool {
        if case .content = problem { true } else { false }
    }

    private static func changed(_ change: (inout RequestToSign) -> Void) -> [UInt8] {
        var request = transfer
        change(&request)
        return request.bytes
    }

    @Test("all parts of a request are read, packed or as they are")
    func whole() throws {
        var request = Self.transfer
        request.flags = 3
        request.callback = "https://shop.example/{{tx}}"
        request.info = [("return_path", [1, 2])]
        request.behind = RequestToSign.name("foobar") + [0] + [UInt8](repeating: 7, count: 65)
        for bytes in [request.bytes, request.deflated] {
            let read = try Self.read(bytes)
            #expect(read.version == 2 && read.chain == .alias(1) && read.isBroadcast && read.isBackground)
            #expect(read.callback == request.callback && read.info.map(\.key) == ["return_path"])
            #expect(try read.signer == Name("foobar"))
            let action = try #require(read.actions.first)
            #expect(action.account.description == "eosio.token" && action.authorization.count == 1)
            #expect(action.authorization[0] == PermissionLevel(actor: .signer, permission: .signerPermission))
        }
        #expect(try Self.read(request.payload) == Self.read(request.bytes))
    }

    @Test("version 3 has scopes and any chain, and version 2 neither")
    func versions() throws {
        let scoped = try Self.read(RequestToSign.identity(for: "shop", callback: "shop://x").bytes)
        guard case .identity(let identity) = scoped.content else {
            Issue.record("no identity")
            return
        }
        #expect(identity.scope?.description == "shop" && identity.permission == nil)
        var any = RequestToSign.identity(for: "shop", callback: "shop://x")
        any.chain = [0, 0]
        any.info = [("chain_ids", [2, 0, 1, 0, 10])]
        let read = try Self.read(any.bytes)
        #expect(read.chain == .any && read.chains == [.alias(1), .alias(10)])
        #expect(Self.problem(Self.changed { $0.chain = [0, 0] }) == .chain(0))
        for version: UInt8 in [0, 1, 4, 0x7F] {
            #expect(Self.isContent(Self.problem(Self.changed { $0.version = version })))
        }
    }

    @Test("what the rules forbid is refused")
    func refused() {
        let broken: [[UInt8]] = [
            [], [2], Self.changed { $0.chain = [2, 0] }, Self.changed { $0.flags = 4 },
            Self.changed { $0.content[0] = 4 }, Self.changed { $0.behind = [1, 2, 3] },
            Self.changed { $0.behind = [UInt8](repeating: 0, count: 8 + 65) },
            Self.changed { $0.behind = [UInt8](repeating: 0, count: 8 + 67) },
            Self.changed { $0.behind = [UInt8](repeating: 0, count: 8) + [3] + [UInt8](repeating: 0, count: 65) },
            Self.changed { $0.info = [("a", []), ("a", [])] },
            Self.changed { $0.content = [1, 0] },
            // Counts of which there are never so many bytes.
            Self.changed { $0.content = [1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F] },
            Self.changed { $0.content[17] = 0x7F },
            RequestToSign.identity(callback: "").bytes,
        ]
        for bytes in broken { #expect(Self.isContent(Self.problem(bytes)), "\(bytes)") }
        var sent = RequestToSign.identity(callback: "shop://x")
        sent.flags = 1
        #expect(Self.isContent(Self.problem(sent.bytes)))
        var unclear = RequestToSign.identity(callback: "shop://x")
        unclear.content = [3, 2]
        #expect(Self.isContent(Self.problem(unclear.bytes)))
        for info: [UInt8] in [[0], [1], [1, 2, 0], [1, 0, 1, 9]] {
            #expect(Self.isContent(Self.problem(Self.changed { $0.info = [("chain_ids", info)] })))
        }
        #expect(Self.problem(Self.changed { $0.info = [("chain_ids", [1, 0, 16])] }) == .chain(16))
        #expect(Self.problem(Self.changed { $0.chain = [0, 16] }) == .chain(16))
    }

    @Test("bytes decide whether a key stands twice, however many keys there are")
    func keys() throws {
        let marks = (0..<100).map { ("e\u{301}\($0)", [UInt8]()) }
        #expect(try Self.read(Self.changed { $0.info = marks }).info.count == 100)
        // Canonically equal, and other bytes.
        let two = try Self.read(Self.changed { $0.info = [("\u{E9}", [1]), ("e\u{301}", [2])] })
        #expect(two.info.map(\.value) == [[1], [2]])
        #expect(Self.isContent(Self.problem(Self.changed { $0.info = marks + [marks[0]] })))
    }

    @Test("Base64 has one spelling: no padding, no “+” and “/”, and no bits behind the end")
    func encoding() throws {
        let payload = Self.transfer.payload
        for text in [payload + "=", "+" + payload, payload + "/", "gmNgZ", "gmNg!", "AgB"] {
            #expect(throws: SigningRequestError.encoding, "\(text)") { try Self.read(text) }
        }
    }

    @Test("no part of a request is a request")
    func truncated() {
        for request in [Self.transfer, .identity(for: "shop", of: ("alice", "active"), callback: "shop://x")] {
            for count in 0..<request.bytes.count {
                #expect(Self.problem(Array(request.bytes.prefix(count))) != nil)
            }
            for count in 0..<request.deflated.count {
                #expect(Self.problem(Array(request.deflated.prefix(count))) != nil)
            }
        }
    }

    @Test("what is wrong with the content is a sentence of its own")
    func damaged() {
        let message = "The request is incomplete or damaged. The data ends too early."
        #expect(
            Self.problem([2]) == .content(message) && Self.problem(Self.transfer.bytes.dropLast()) == .content(message))
    }

    @Test("a changed byte is read or refused, and what is read is bounded", arguments: 0..<20 as Range<UInt64>)
    func changedBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for bytes in [Self.transfer.bytes, Self.transfer.deflated] {
            for _ in 0..<500 {
                var other = bytes
                for _ in 0...Int.random(in: 0...3, using: &random) {
                    other[Int.random(in: other.indices, using: &random)] = .random(in: 0...255, using: &random)
                }
                guard let read = try? Self.read(other) else { continue }
                #expect(read.actions.reduce(0) { $0 + $1.data.count } <= SigningRequest.mostBytes)
            }
            for _ in 0..<200 {
                let noise = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
                _ = Self.problem([bytes[0]] + noise)
            }
        }
    }

    // MARK: Deflate

    /// Writes a block of fixed codes (RFC 1951, 3.2.6) of a zero, and so many times 258 more of them.
    private static func zeros(_ times: Int) -> [UInt8] {
        var bits: [Bool] = [true, true, false]
        func add(_ code: Int, _ count: Int) {
            for place in (0..<count).reversed() { bits.append(code >> place & 1 == 1) }
        }
        add(0b0011_0000, 8)
        for _ in 0..<times {
            add(0b1100_0101, 8)
            add(0, 5)
        }
        add(0, 7)
        while !bits.count.isMultiple(of: 8) { bits.append(false) }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 | (bits[start + $1] ? 1 << UInt8($1) : 0) }
        }
    }

    @Test("a stream that stands for more than 64 KiB is refused, however short it is")
    func bomb() throws {
        let bomb = Self.zeros(2_000)
        #expect(bomb.count < 4_000)
        #expect(throws: RawDeflate.Failure.tooLarge) { try RawDeflate.inflate(bomb, limit: SigningRequest.mostBytes) }
        guard case .content(let message)? = Self.problem([0x82] + bomb) else {
            Issue.record("it was read")
            return
        }
        #expect(message.contains("65536"))
        let most = 1 + 254 * 258
        #expect(try RawDeflate.inflate(Self.zeros(254), limit: most) == [UInt8](repeating: 0, count: most))
        #expect(throws: RawDeflate.Failure.tooLarge) { try RawDeflate.inflate(Self.zeros(254), limit: most - 1) }
    }

    @Test("a stream ends where its bytes end")
    func end() throws {
        let stream = RequestToSign.stored([1, 2, 3])
        #expect(try RawDeflate.inflate(stream, limit: 3) == [1, 2, 3])
        for other in [stream + [0], stream.dropLast(), [], [0x06], [0xFF]] as [[UInt8]] {
            #expect(throws: RawDeflate.Failure.malformed, "\(other)") { try RawDeflate.inflate(other, limit: 64) }
        }
    }

    // MARK: Signing

    @Test("the signer's names take the free places, and no others")
    func placeholders() throws {
        let signer = PermissionLevel(actor: try Name("bobbobbobbob"), permission: .active)
        let request = try Self.read(Self.transfer.bytes)
        let action = try #require(request.actions.first)
        #expect(action.authorization(by: signer) == [signer])
        let interface = try #require(KnownInterfaces.interface(of: action.account))
        let value = try action.decoded(by: interface)
        #expect(value.packed == action.data)
        let resolved = value.resolved(for: signer)
        #expect(resolved["from"] == .name(signer.actor) && resolved["to"] == value["to"])
        #expect(resolved["memo"] == value["memo"] && resolved["quantity"] == value["quantity"])
        // The name of the account stands for the permission as well, as in requests of before version 2.
        let old = try Self.read(
            RequestToSign(
                action: RequestToSign.transfer(by: [(RequestToSign.ownName, RequestToSign.ownName)])
            ).bytes)
        #expect(old.actions.first?.authorization(by: signer) == [signer])
    }

    @Test("a proof of identity is what the protocol's libraries make of the same signer")
    func identity() throws {
        let signer = PermissionLevel(actor: try Name("foo"), permission: try Name("bar"))
        let old = IdentityProof.transaction(scope: nil, signer: signer, expiration: TimePointSec(seconds: 99))
        #expect(old.expiration.seconds == 0 && old.reference == BlockReference(number: 0, prefix: 0))
        let foobar = RequestToSign.name("foo") + RequestToSign.name("bar")
        #expect(old.actions.first?.data == [1] + foobar)
        #expect(old.actions.first?.account.description == "" && old.actions.first?.name.description == "identity")
        let new = IdentityProof.transaction(
            scope: try Name("shop"), signer: signer, expiration: TimePointSec(seconds: 99))
        #expect(new.expiration.seconds == 99 && new.actions.first?.authorization == [signer])
        #expect(new.actions.first?.data == RequestToSign.name("shop") + [1] + foobar)
    }
}
