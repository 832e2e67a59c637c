import RouterBytes

/// A signing request of an EEP-7 link (`esr:`): what to sign, on which chain, and where to send the result.
public struct SigningRequest: Sendable, Hashable {
    /// The version of its format, 2 or 3.
    public let version: UInt8
    /// The chain that it is for.
    public let chain: Chain
    /// The content to sign.
    public let content: Content
    /// Whether the signer sends the transaction to the network.
    public let isBroadcast: Bool
    /// Whether the result is posted to the callback instead of opening it.
    public let isBackground: Bool
    /// The callback, with blanks for the results; empty for none.
    public let callback: String
    /// Additional entries, by key.
    public let info: [Info]
    /// The account that claims to have written the request; nil if there is none. The claim is unverified.
    public let signer: Name?
    /// The allowed chains of a request for any chain; nil if it does not restrict them.
    public let chains: [Chain]?

    /// A chain, by its id or alias.
    public enum Chain: Sendable, Hashable {
        /// The alias of a chain; 0 for any chain.
        case alias(UInt8)
        /// The id, 32 bytes.
        case id(Checksum256)

        /// Any chain (version 3).
        public static let any = Chain.alias(0)
    }

    /// The content to sign.
    public enum Content: Sendable, Hashable {
        /// Actions, for which the signer builds the transaction.
        case actions([TransactionAction])
        /// A whole transaction.
        case transaction(Transaction)
        /// A proof of the signer's identity, which no chain accepts.
        case identity(Identity)
    }

    /// The parameters of an identity proof.
    public struct Identity: Sendable, Hashable {
        /// The recipient of the proof; nil in version 2, which has none.
        public let scope: Name?
        /// The required signer; nil if any account may sign.
        public let permission: PermissionLevel?
    }

    /// An additional entry of a request.
    public struct Info: Sendable, Hashable {
        public let key: String
        /// Its bytes.
        public let value: [UInt8]

        /// Whether it is the list of allowed chains, which ``SigningRequest/chains`` contains.
        package var isChains: Bool { key.utf8.elementsEqual("chain_ids".utf8) }
    }

    /// The called actions, in order; none for an identity proof.
    public var actions: [TransactionAction] {
        switch content {
        case .actions(let actions): actions
        case .transaction(let transaction): transaction.actions
        case .identity: []
        }
    }
}

extension Name {
    /// The placeholder for the signer's account (EEP-7): `............1`.
    public static let signer = Name(value: 1)
    /// The placeholder for the signer's permission (EEP-7): `............2`.
    public static let signerPermission = Name(value: 2)
}

/// Why a text is not a signing request.
public enum SigningRequestError: Error, Sendable, Hashable {
    /// It is not base64url.
    case encoding
    /// Its content violates the format; a sentence for the person.
    case content(String)
    /// No installed library can decompress it.
    case noLibrary
    /// This number is not a known chain alias.
    case chain(UInt8)
}

extension SigningRequest {
    /// The maximum decompressed size of a request, in bytes.
    public static let mostBytes = 64 << 10

    /// Reads the part after the scheme of a link: base64url (RFC 4648, 5) without padding, with a byte for the version
    /// and compression first.
    /// - Parameter isChain: whether a number is a known chain alias.
    public init(
        payload text: ArraySlice<UInt8>, isChain: (UInt8) -> Bool
    ) throws(SigningRequestError) {
        guard let bytes = Base64Text.decode(text, isForURL: true) else { throw .encoding }
        try self.init(bytes, isChain: isChain)
    }

    init(_ bytes: [UInt8], isChain: (UInt8) -> Bool) throws(SigningRequestError) {
        let (version, body) = try Self.unpacked(bytes)
        do throws(UnpackError) {
            var reader = PackedReader(body)
            try self.init(from: &reader, version: version)
        } catch {
            throw .content("The request is incomplete or damaged. \(error.message)")
        }
        try check(isChain)
    }

    /// The version and the bytes of a request, the same for every link with it, compressed or not; nil if the text has
    /// none.
    public static func bytes(ofPayload text: ArraySlice<UInt8>) -> [UInt8]? {
        guard let bytes = Base64Text.decode(text, isForURL: true), let (version, body) = try? unpacked(bytes) else {
            return nil
        }
        return [version] + body
    }

    private static func unpacked(_ bytes: [UInt8]) throws(SigningRequestError) -> (version: UInt8, body: [UInt8]) {
        guard let head = bytes.first else { throw .content("The request is empty.") }
        let version = head & 0x7F
        guard version == 2 || version == 3 else {
            throw .content("The request has version \(version), but only versions 2 and 3 are supported.")
        }
        let body = Array(bytes.dropFirst())
        return (version, head & 0x80 == 0 ? body : try inflate(body))
    }

    private static func inflate(_ bytes: [UInt8]) throws(SigningRequestError) -> [UInt8] {
        do throws(RawDeflate.Failure) {
            return try RawDeflate.inflate(bytes, limit: mostBytes)
        } catch {
            switch error {
            case .noLibrary: throw .noLibrary
            case .malformed: throw .content("The request cannot be unpacked.")
            case .tooLarge: throw .content("The request unpacks to more than \(mostBytes) bytes.")
            }
        }
    }

    private init(from reader: inout PackedReader, version: UInt8) throws(UnpackError) {
        self.version = version
        chain = try Chain(from: &reader)
        content = try Content(from: &reader, version: version)
        let start = reader.offset
        let flags: UInt8 = try reader.number()
        guard flags & ~3 == 0 else { throw UnpackError(.badValue, at: start, "It has an unknown flag.") }
        (isBroadcast, isBackground) = (flags & 1 != 0, flags & 2 != 0)
        callback = try reader.string()
        info = try reader.list { (reader) throws(UnpackError) in
            Info(key: try reader.string(), value: try reader.countedBytes())
        }
        chains = try info.first { $0.isChains }.map { (info) throws(UnpackError) in
            var reader = PackedReader(info.value)
            let chains = try reader.list { (reader) throws(UnpackError) in try Chain(from: &reader) }
            try reader.finish()
            return chains
        }
        guard !reader.isAtEnd else {
            signer = nil
            return
        }
        signer = try Name(from: &reader)
        let place = reader.offset
        guard try reader.number(UInt8.self) <= 1 else {
            throw UnpackError(.badValue, at: place, "Its signature is of an unknown kind.")
        }
        _ = try reader.take(65)
        try reader.finish()
    }

    /// Checks that its parts are consistent.
    private func check(_ isChain: (UInt8) -> Bool) throws(SigningRequestError) {
        // The link decides how many keys there are, and other readers compare their bytes.
        guard Set(info.map { Array($0.key.utf8) }).count == info.count else {
            throw .content("The request repeats a key.")
        }
        if case .alias(let alias) = chain, alias != 0 || version < 3, !isChain(alias) { throw .chain(alias) }
        for case .alias(let alias) in chains ?? [] where !isChain(alias) { throw .chain(alias) }
        guard chains?.isEmpty != true else { throw .content("The request names no chain.") }
        guard chains == nil || chain == .any else {
            throw .content("The request names one chain but also lists chains to choose from.")
        }
        switch content {
        case .identity:
            guard !isBroadcast else { throw .content("A proof of identity must not be sent to a network.") }
            guard !callback.isEmpty else {
                throw .content("The request does not say who receives the proof of identity.")
            }
        case .actions, .transaction:
            guard !actions.isEmpty else { throw .content("The request has nothing to sign.") }
        }
    }
}

extension SigningRequest.Chain {
    fileprivate init(from reader: inout PackedReader) throws(UnpackError) {
        let start = reader.offset
        switch try reader.number(UInt8.self) {
        case 0: self = .alias(try reader.number())
        case 1: self = .id(try Checksum256(from: &reader))
        default: throw UnpackError(.badValue, at: start, "It names its chain in an unknown way.")
        }
    }
}

extension SigningRequest.Content {
    fileprivate init(from reader: inout PackedReader, version: UInt8) throws(UnpackError) {
        let start = reader.offset
        switch try reader.number(UInt8.self) {
        case 0: self = .actions([try TransactionAction(from: &reader)])
        case 1:
            self = .actions(
                try reader.list { (reader) throws(UnpackError) in try TransactionAction(from: &reader) })
        case 2: self = .transaction(try Transaction(from: &reader))
        case 3:
            let scope = version > 2 ? try Name(from: &reader) : nil
            self = .identity(
                SigningRequest.Identity(
                    scope: scope, permission: try reader.isThere() ? try PermissionLevel(from: &reader) : nil))
        default: throw UnpackError(.badValue, at: start, "It asks for something unknown.")
        }
    }
}

extension PackedReader {
    /// Whether an optional value follows: a byte that must be 0 or 1.
    fileprivate mutating func isThere() throws(UnpackError) -> Bool {
        let start = offset
        let byte: UInt8 = try number()
        guard byte <= 1 else { throw UnpackError(.badValue, at: start, "Its presence flag is neither 0 nor 1.") }
        return byte == 1
    }
}
