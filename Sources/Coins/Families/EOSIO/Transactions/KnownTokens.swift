/// Token contracts that are known to pay on a transfer, and contracts that imitate them.
public enum KnownTokens {
    /// The contract of the chain's own token.
    public static let system = "eosio.token"

    /// Whether transfers of the contract are payments.
    public static func contains(_ contract: String) -> Bool { contract.utf8.elementsEqual(system.utf8) }

    /// Whether a person could mistake a contract's name for a known one: a different name whose letters look alike, or
    /// that differs by one letter or two swapped neighbours.
    public static func looksKnown(_ contract: String) -> Bool {
        guard !contains(contract) else { return false }
        let (given, own) = (Array(contract.utf8), Array(system.utf8))
        return skeleton(given) == skeleton(own) || isNear(given, own)
    }

    /// Maps letters that look alike in many fonts to one of them, and drops the dots.
    private static func skeleton(_ name: [UInt8]) -> [UInt8] {
        name.compactMap { letter in
            switch letter {
            case UInt8(ascii: "."): nil
            case UInt8(ascii: "1"), UInt8(ascii: "i"), UInt8(ascii: "j"): UInt8(ascii: "l")
            case UInt8(ascii: "2"): UInt8(ascii: "z")
            case UInt8(ascii: "3"), UInt8(ascii: "c"): UInt8(ascii: "e")
            case UInt8(ascii: "4"): UInt8(ascii: "a")
            case UInt8(ascii: "5"): UInt8(ascii: "s")
            case UInt8(ascii: "q"): UInt8(ascii: "g")
            case UInt8(ascii: "m"), UInt8(ascii: "r"): UInt8(ascii: "n")
            case UInt8(ascii: "v"), UInt8(ascii: "y"): UInt8(ascii: "u")
            default: letter
            }
        }
    }

    /// Whether one letter was added, dropped or changed, or two neighbours were swapped.
    private static func isNear(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let (short, long) = left.count <= right.count ? (left, right) : (right, left)
        guard long.count - short.count <= 1 else { return false }
        let same = zip(short, long).prefix { $0 == $1 }.count
        let (restOfShort, restOfLong) = (short[same...], long[same...])
        guard short.count == long.count else { return restOfShort == restOfLong.dropFirst() }
        guard restOfShort.dropFirst() != restOfLong.dropFirst() else { return true }
        let swapped = Array(restOfLong.prefix(2).reversed())
        return Array(restOfShort.prefix(2)) == swapped && restOfShort.dropFirst(2) == restOfLong.dropFirst(2)
    }
}
