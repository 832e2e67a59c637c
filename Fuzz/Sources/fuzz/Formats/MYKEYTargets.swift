@testable import ExactJSON
@testable import RouterEOSIO
@testable import RouterMYKEYFormat

extension Target {
    /// MYKEY's parameter: JSON, plain or encrypted. Invariants: a parameter that is read and written again is read the
    /// same, in every encoding; decryption reverses encryption, and refuses a changed ciphertext.
    static let param = Target("mykey-param", longest: 4_096) { bytes in
        var input = Input(bytes)
        let choice = input.byte()
        let text = String(decoding: input.bytes, as: UTF8.self)
        if let read = try? RequestParam(text, appKey: key, userID: user) {
            for encoding in RequestParam.Encoding.allCases {
                let written = RequestParam.text(of: read.json, as: encoding, appKey: key, userID: user)
                expectEqual(
                    try? RequestParam(written, appKey: key, userID: user).json, read.json,
                    "a parameter is itself again as \(encoding)")
            }
        }
        let codec = ParamCodec(appKey: key, userID: user)
        if let decoded = try? codec.decode(text) { expect(decoded.count <= text.utf8.count, "nothing becomes longer") }
        // Each needs curve arithmetic.
        guard choice % 8 == 0 else { return }
        let encoded = codec.encode(input.bytes)
        expectEqual(try? codec.decode(encoded), input.bytes, "what is encrypted is itself again")
        var changed = Array(encoded.utf8)
        changed[Int(choice) % changed.count] ^= 1
        expect(
            (try? codec.decode(String(decoding: changed, as: UTF8.self))) != input.bytes || changed.count % 4 != 0,
            "a change is noticed")
    }

    private static let (key, user) = ("app key", "user")

    /// ABIs of contracts, and data packed with them. The input is an ABI in JSON, or packed if its first byte is not a
    /// bracket; a zero byte; and the bytes of a value. Invariants for a value that can be unpacked:
    /// - it is packed to the same bytes;
    /// - its text is packed to the same bytes, also after conversion to JSON text and back;
    /// - it has no more parts than the reader's limit, however short the bytes are.
    static let abi = Target("abi", longest: 4_096) { bytes in
        var input = Input(bytes)
        let first = input.piece()
        let read: ABI? =
            if first.first == UInt8(ascii: "{") {
                (try? JSON(reading: first, limits: .answer)).flatMap { try? ABI(json: $0) }
            } else {
                try? ABI(packed: bytes)
            }
        guard let abi = read else { return }
        let actions = abi.actionNames
        for name in actions.prefix(4) {
            guard let type = try? abi.type(ofAction: name), let value = try? type.unpack(input.bytes) else { continue }
            expectEqual(value.packed, input.bytes, "what is unpacked is packed to the same bytes")
            let json = value.json
            expectEqual(try? type.pack(json), input.bytes, "what is written is packed to the same bytes: \(json.text)")
            let text = try? JSON(reading: json.bytes, limits: JSONLimits(bytes: 1 << 24, depth: 128))
            expectEqual(text, json, "what is written is JSON")
        }
    }

    /// Transactions of EOSIO, and their signed bytes. Invariants: an unpacked transaction is packed to the same bytes,
    /// and is recovered from its preimage, which begins with the chain's id.
    static let eosioTransaction = Target("eosio-transaction", longest: 2_048) { bytes in
        guard let transaction = try? RouterEOSIO.Transaction(packed: bytes) else { return }
        expectEqual(transaction.packed, bytes, "what is unpacked is packed to the same bytes")
        guard let chain = Checksum256([UInt8](repeating: 7, count: 32)) else { return }
        let preimage = transaction.preimage(chainID: chain)
        expectEqual(
            TransactionPreimage(bytes: preimage.bytes)?.transaction, transaction, "it is read of what is signed")
        for action in transaction.actions {
            guard let abi = tokens, let value = try? action.decoded(by: abi) else { continue }
            expectEqual(value.packed, action.data, "what a call says is packed to the same bytes")
        }
    }

    private static let tokens: ABI? = try? JSON(
        reading: Array(
            #"""
            {"version":"eosio::abi/1.1","structs":[{"name":"transfer","base":"","fields":[{"name":"from","type":"name"},
            {"name":"to","type":"name"},{"name":"quantity","type":"asset"},{"name":"memo","type":"string"}]}],
            "actions":[{"name":"transfer","type":"transfer","ricardian_contract":""}]}
            """#.utf8), limits: .link
    ).abi

    /// Signing requests (EEP-7). Invariants: reading is deterministic; compressed or not, a request has the same bytes;
    /// these are read as the same request; and there are at most ``SigningRequest/mostBytes``.
    static let signingRequest = Target("esr", longest: 4_096) { bytes in
        let text = bytes[...]
        let read = result { () throws(SigningRequestError) in try SigningRequest(payload: text) { $0 < 30 } }
        expectEqual(
            read, result { () throws(SigningRequestError) in try SigningRequest(payload: text) { $0 < 30 } },
            "a request is read the same twice")
        let plain = SigningRequest.bytes(ofPayload: text)
        if let plain { expect(plain.count <= SigningRequest.mostBytes + 1, "no request unpacks to more than the most") }
        if case .success(let request) = read {
            guard let plain else { fatalError("broken promise: a request has bytes") }
            expectEqual(try? SigningRequest(plain) { $0 < 30 }, request, "compressed and not, a request is the same")
            expect(
                request.info.count <= plain.count && request.actions.count <= plain.count, "it has no more than it says"
            )
        }
        // Its bytes, not its form in a link.
        if let request = try? SigningRequest(bytes, isChain: { _ in true }) {
            expect(request.version == 2 || request.version == 3, "only two versions are read")
        }
    }
}

extension JSON {
    fileprivate var abi: ABI? { try? ABI(json: self) }
}
