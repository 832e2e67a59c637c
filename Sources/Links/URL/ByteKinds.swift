import RouterBytes

/// Which bytes that a rule is about occur in a link.
///
/// One pass over a link finds them. Each rule asks here first, and searches for the place only if there is one: nearly
/// all links have none.
@usableFromInline package struct ByteKinds: Sendable {
    private let kinds: UInt8

    /// A space, a control, non-ASCII or `\`, which no link has.
    @usableFromInline package var hasForbidden: Bool { kinds & UInt8.forbidden != 0 }
    /// `@`, which few grammars allow.
    @usableFromInline var hasAt: Bool { kinds & UInt8.at != 0 }
    /// `#`, which begins a fragment.
    var hasFragment: Bool { kinds & UInt8.fragment != 0 }
    /// `%` or `+`, which may encode other bytes.
    package var mayEncode: Bool { kinds & UInt8.encoding != 0 }

    init(_ bytes: Span<UInt8>) {
        var found: UInt8 = 0
        if bytes.contains(where: \.hasKind) {
            for offset in bytes.indices { found |= bytes[offset].kind }
        }
        kinds = found
    }
}

// Without branches, so that many bytes are tested at once.
extension UInt8 {
    /// Whether this is a space, a control, non-ASCII or `\`.
    var isForbidden: Bool {
        // One subtraction tests both ends of the printable range. `!=` is `||` without a branch: both are never true.
        (self &- 0x21 >= 0x7F - 0x21) != (self == UInt8(ascii: "\\"))
    }

    /// Whether its kind is not zero. `#` and `+` differ in one bit.
    fileprivate var hasKind: Bool {
        let isAtOrPercent = (self == UInt8(ascii: "@")) != (self == UInt8(ascii: "%"))
        return (isForbidden != isAtOrPercent) != (self | 0x08 == UInt8(ascii: "+"))
    }

    fileprivate var kind: UInt8 {
        let encodes = (self == UInt8(ascii: "%")) != (self == UInt8(ascii: "+"))
        return (isForbidden ? Self.forbidden : 0) | (self == UInt8(ascii: "@") ? Self.at : 0)
            | (self == UInt8(ascii: "#") ? Self.fragment : 0) | (encodes ? Self.encoding : 0)
    }

    fileprivate static var forbidden: UInt8 { 1 }
    fileprivate static var at: UInt8 { 2 }
    fileprivate static var fragment: UInt8 { 4 }
    fileprivate static var encoding: UInt8 { 8 }
}

extension Span<UInt8> {
    /// Whether any byte passes `test`.
    ///
    /// Tests all bytes without stopping early: branchless code tests sixteen bytes at a time, and almost no link
    /// contains such a byte. For the same reason, the last sixteen are tested together, although some were before.
    @inlinable @inline(__always)
    package func contains(where test: (UInt8) -> Bool) -> Bool {
        func found(_ start: Int, _ end: Int) -> UInt8 {
            var found: UInt8 = 0
            var offset = start
            while offset < end {
                found |= test(self[offset]) ? 1 : 0
                offset += 1
            }
            return found
        }
        guard count >= 16 else { return found(0, count) != 0 }
        return found(0, count & ~15) | found(count - 16, count) != 0
    }

    @inlinable @inline(__always)
    package func firstIndex(where test: (UInt8) -> Bool) -> Int? {
        guard contains(where: test) else { return nil }
        return indices.first { test(self[$0]) }
    }
}
