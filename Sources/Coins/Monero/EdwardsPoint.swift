import RouterCSodium

/// A point of Ed25519's group, without the hashing and clamping of signatures: keys of Monero are such points.
///
/// libsodium receives pointers to the arrays for each call, with their lengths checked here, and keeps none.
struct EdwardsPoint: Sendable, Hashable {
    let bytes: [UInt8]

    /// The second base point, which amounts are multiplied by (`rctTypes.h`, `H`).
    static let amounts: [UInt8] = [
        0x8B, 0x65, 0x59, 0x70, 0x15, 0x37, 0x99, 0xAF, 0x2A, 0xEA, 0xDC, 0x9F, 0xF1, 0xAD, 0xD0, 0xEA,
        0x6C, 0x72, 0x51, 0xD5, 0x41, 0x54, 0xCF, 0xA9, 0x2C, 0x17, 0x3A, 0x0D, 0xD3, 0x9C, 0x1F, 0x94,
    ]

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The product of a scalar with a point; nil if it is none of the group, or the neutral one.
    init?(_ scalar: [UInt8], times point: [UInt8]) {
        guard scalar.count == 32, point.count == 32 else { return nil }
        var product = [UInt8](repeating: 0, count: 32)
        guard unsafe crypto_scalarmult_ed25519_noclamp(&product, scalar, point) == 0 else { return nil }
        bytes = product
    }

    /// The product of a scalar with the base point; nil for the neutral one.
    init?(timesBase scalar: [UInt8]) {
        guard scalar.count == 32 else { return nil }
        var product = [UInt8](repeating: 0, count: 32)
        guard unsafe crypto_scalarmult_ed25519_base_noclamp(&product, scalar) == 0 else { return nil }
        bytes = product
    }

    /// The sum with another point; nil if that point is not on the curve.
    func adding(_ point: [UInt8]) -> EdwardsPoint? {
        guard point.count == 32 else { return nil }
        var sum = [UInt8](repeating: 0, count: 32)
        guard unsafe crypto_core_ed25519_add(&sum, bytes, point) == 0 else { return nil }
        return EdwardsPoint(bytes: sum)
    }

    /// Eight times the point, which removes whatever is not of the group.
    var timesEight: EdwardsPoint? {
        let twice = adding(bytes)
        let fourTimes = twice.flatMap { $0.adding($0.bytes) }
        return fourTimes.flatMap { $0.adding($0.bytes) }
    }

    /// A number of 32 bytes, modulo the order of the group.
    static func reduced(_ bytes: [UInt8]) -> [UInt8] {
        var scalar = [UInt8](repeating: 0, count: 32)
        let wide = Array(bytes.prefix(32)) + [UInt8](repeating: 0, count: 64 - min(bytes.count, 32))
        unsafe crypto_core_ed25519_scalar_reduce(&scalar, wide)
        return scalar
    }
}
