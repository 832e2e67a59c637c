import RouterCSecp256k1

/// A point of secp256k1 for multiplication by public numbers. The time depends on the number, so it must never be a
/// secret.
struct CurvePoint {
    /// The base point (SEC 2).
    static let generator: CurvePoint = {
        guard
            let generator = CurvePoint(bytes: [
                0x02, 0x79, 0xBE, 0x66, 0x7E, 0xF9, 0xDC, 0xBB, 0xAC, 0x55, 0xA0, 0x62, 0x95, 0xCE, 0x87, 0x0B, 0x07,
                0x02, 0x9B, 0xFC, 0xDB, 0x2D, 0xCE, 0x28, 0xD9, 0x59, 0xF2, 0x81, 0x5B, 0x16, 0xF8, 0x17, 0x98,
            ])
        else { preconditionFailure("the generator is a point") }
        return generator
    }()

    private var point = secp256k1_pubkey()

    /// Reads a point, compressed or not; nil if the bytes are not one.
    init?(bytes: [UInt8]) {
        guard unsafe secp256k1_ec_pubkey_parse(secp256k1_constant_context(), &point, bytes, bytes.count) == 1 else {
            return nil
        }
    }

    /// The point multiplied by `number`; nil if the 32 bytes are zero or not below the order of the curve.
    func times(_ number: [UInt8]) -> CurvePoint? {
        precondition(number.count == 32, "a number has 32 bytes")
        var product = self
        guard unsafe secp256k1_ec_pubkey_tweak_mul(secp256k1_constant_context(), &product.point, number) == 1 else {
            return nil
        }
        return product
    }

    /// The point uncompressed: 04, X, Y; 65 bytes.
    var bytes: [UInt8] {
        var point = point
        var bytes = [UInt8](repeating: 0, count: 65)
        var length = bytes.count
        unsafe secp256k1_ec_pubkey_serialize(
            secp256k1_constant_context(), &bytes, &length, &point, UInt32(SECP256K1_EC_UNCOMPRESSED))
        return bytes
    }

    /// Its first coordinate, 32 bytes.
    var x: [UInt8] { Array(bytes[1..<33]) }
}
