import RouterBytes

/// A set of the names that the engine knows, as a bit mask.
struct ParameterNames: OptionSet, Sendable {
    let rawValue: UInt16
}

extension ParameterNames {
    /// Every name.
    static let all = ParameterNames(rawValue: .max)

    init(_ rules: [ParameterRule]) {
        self = rules.reduce(into: []) { $0.insert(ParameterNames($1.name)) }
    }

    init(_ name: ParameterName) {
        rawValue = 1 << name.position
    }
}

extension ParameterName {
    /// The index of the name among all of them, from 0.
    var position: Int {
        switch self {
        case .pay: 0
        case .request: 1
        case .sender: 2
        case .account: 3
        case .amount: 4
        case .lock: 5
        case .label: 6
        case .message: 7
        case .paymentRequest: 8
        case .proofOfPayment: 9
        }
    }

    /// The name equal to `key`, ignoring case.
    init?(key: Span<UInt8>) {
        guard key.count <= 8 else { return nil }
        self.init(word: key.indices.reduce(0) { $0 << 8 | UInt64(key[$1] | 0x20) })
    }

    /// The name that a part of a link begins with, and the place of its `=`; nil if the part must be looked at more
    /// closely.
    ///
    /// Looks at eight bytes at once: all names have fewer, and the byte after them tells whether there are more.
    @inline(__always) static func plain(in link: Span<UInt8>, at start: Int) -> (ParameterName, Int)? {
        guard let bytes = link.eightBytes(at: start) else { return nil }
        // Zero where the bytes have `=`. Subtracting 1 from a byte sets its highest bit if it was zero, and the lowest
        // byte that this is true of is the first `=`.
        let signs = bytes ^ 0x3D3D_3D3D_3D3D_3D3D
        let ends = (signs &- 0x0101_0101_0101_0101) & ~signs & 0x8080_8080_8080_8080
        guard ends != 0 else { return nil }
        let length = ends.trailingZeroBitCount >> 3
        let word = (bytes.byteSwapped | 0x2020_2020_2020_2020) >> UInt64(64 - 8 * length)
        return ParameterName(word: word).map { ($0, start + length) }
    }

    /// The name with these bytes. All names fit into eight bytes, so that one number is compared; they consist of
    /// letters, so that one bit sets their case and makes no other byte a letter.
    @inline(__always) private init?(word: UInt64) {
        switch word {
        case 0x70_6179: self = .pay
        case 0x72_6571_7565_7374: self = .request
        case 0x7365_6E64_6572: self = .sender
        case 0x61_6363_6F75_6E74: self = .account
        case 0x616D_6F75_6E74: self = .amount
        case 0x6973: self = .lock
        case 0x6C_6162_656C: self = .label
        case 0x6D_6573_7361_6765: self = .message
        case 0x72: self = .paymentRequest
        case 0x70_6F70: self = .proofOfPayment
        default: return nil
        }
    }
}
