import ExactJSON
import RouterTestSupport

@testable import RouterEOSIO

/// Values of every built-in type.
enum RandomValues {
    static let names = [
        "bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "int128", "uint128",
        "varint32", "varuint32", "float32", "float64", "float128", "time_point", "time_point_sec",
        "block_timestamp_type", "name", "bytes", "string", "checksum160", "checksum256", "checksum512", "public_key",
        "signature", "symbol", "symbol_code", "asset", "extended_asset",
    ]

    static func value(_ type: String, using numbers: inout SeededGenerator) -> ABIValue {
        switch type {
        case "bool": .bool(Bool.random(using: &numbers))
        case "int8": .int8(number(&numbers))
        case "uint8": .uint8(number(&numbers))
        case "int16": .int16(number(&numbers))
        case "uint16": .uint16(number(&numbers))
        case "int32": .int32(number(&numbers))
        case "uint32": .uint32(number(&numbers))
        case "int64": .int64(number(&numbers))
        case "uint64": .uint64(number(&numbers))
        case "int128": .int128(number(&numbers))
        case "uint128": .uint128(number(&numbers))
        case "varint32": .varint32(number(&numbers))
        case "varuint32": .varuint32(number(&numbers))
        case "float32": .float32(BinaryFraction(bits: number(&numbers)))
        case "float64": .float64(BinaryFraction(bits: number(&numbers)))
        case "float128": .float128(BinaryFraction(bits: number(&numbers)))
        case "time_point": .timePoint(TimePoint(microseconds: number(&numbers)))
        case "time_point_sec": .timePointSec(TimePointSec(seconds: number(&numbers)))
        case "block_timestamp_type": .blockTimestamp(BlockTimestamp(slot: number(&numbers)))
        case "name": .name(Name(value: number(&numbers)))
        case "bytes": .bytes(bytes(Int.random(in: 0...200, using: &numbers), &numbers))
        case "string": .string(text(&numbers))
        case "checksum160": .checksum160(fixed(&numbers))
        case "checksum256": .checksum256(fixed(&numbers))
        case "checksum512": .checksum512(fixed(&numbers))
        case "public_key": .publicKey(publicKey(using: &numbers))
        case "signature": .signature(signature(using: &numbers))
        case "symbol": .symbol(symbol(&numbers))
        case "symbol_code": .symbolCode(symbol(&numbers).code)
        case "asset": .asset(asset(&numbers))
        case "extended_asset":
            .extendedAsset(ExtendedAsset(quantity: asset(&numbers), contract: Name(value: number(&numbers))))
        default: preconditionFailure("no such type")
        }
    }

    /// Numbers of every size, and the ends of the range.
    static func number<Number: FixedWidthInteger>(_ numbers: inout SeededGenerator) -> Number {
        switch Int.random(in: 0...5, using: &numbers) {
        case 0: .min
        case 1: .max
        default:
            Number.random(in: .min ... .max, using: &numbers)
                >> Number(Int.random(in: 0..<Number.bitWidth, using: &numbers))
        }
    }

    static func bytes(_ count: Int, _ numbers: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    }

    private static func fixed<let size: Int>(_ numbers: inout SeededGenerator) -> FixedBytes<size> {
        FixedBytes(bytes(size, &numbers))!
    }

    static func text(_ numbers: inout SeededGenerator) -> String {
        let pieces = ["a", "\"", "\\", "\u{0}", "\n", "é", "备注", "☕", "😀", "e\u{301}", "\u{202E}"]
        let count = [0, 1, 5, 150].randomElement(using: &numbers)!
        return (0..<count).map { _ in pieces.randomElement(using: &numbers)! }.joined()
    }

    private static func symbol(_ numbers: inout SeededGenerator) -> Symbol {
        let letters = (0..<Int.random(in: 1...7, using: &numbers)).map { _ in
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ".randomElement(using: &numbers)!
        }
        return Symbol(precision: UInt8.random(in: 0...18, using: &numbers), code: SymbolCode(String(letters))!)!
    }

    private static func asset(_ numbers: inout SeededGenerator) -> Asset {
        let units = Int64.random(in: -Asset.maxUnits...Asset.maxUnits, using: &numbers)
        return try! Asset(units: units >> Int64.random(in: 0...60, using: &numbers), symbol: symbol(&numbers))
    }

    static func publicKey(using numbers: inout SeededGenerator) -> AnyPublicKey {
        switch Int.random(in: 0...2, using: &numbers) {
        case 0:
            while true {
                // Half of all X belong to a point.
                if let key = try? PublicKey(bytes: [2 + UInt8.random(in: 0...1, using: &numbers)] + bytes(32, &numbers))
                {
                    return .k1(key)
                }
            }
        case 1: return .r1(fixed(&numbers))
        default:
            return .webAuthn(
                AnyPublicKey.WebAuthnKey(
                    point: fixed(&numbers), presence: number(&numbers), domain: text(&numbers)))
        }
    }

    static func signature(using numbers: inout SeededGenerator) -> AnySignature {
        switch Int.random(in: 0...2, using: &numbers) {
        case 0:
            while true {
                let recovery = UInt8.random(in: 31...34, using: &numbers)
                if let signature = try? Signature(bytes: [recovery] + bytes(64, &numbers)) { return .k1(signature) }
            }
        case 1: return .r1(fixed(&numbers))
        default:
            return .webAuthn(
                AnySignature.WebAuthnSignature(
                    compact: fixed(&numbers), authenticatorData: bytes(37, &numbers), clientData: text(&numbers)))
        }
    }
}
