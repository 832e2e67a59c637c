/// A set of the names that the engine knows, as a bit mask.
struct ParameterNames: OptionSet, Sendable {
    let rawValue: UInt16
}

extension ParameterNames {
    /// Every name.
    static let all = ParameterNames(rawValue: .max)

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

    /// The name equal to `key`, ignoring case. All names fit into eight bytes, so that one number is compared.
    init?(key: Span<UInt8>) {
        guard key.count <= 8 else { return nil }
        var number: UInt64 = 0
        for offset in key.indices { number = number << 8 | UInt64(key[offset].lowercasedASCII) }
        switch number {
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
