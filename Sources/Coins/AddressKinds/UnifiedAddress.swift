import SchemeRouter

extension AddressText {
    /// Several receivers, jumbled so that each character depends on all of them (ZIP-316).
    /// - Parameter receivers: which it must have; nil for the first revision, whose addresses say nothing that a paying
    ///   wallet must understand.
    func unified(prefix: String, receivers: AddressForm.UnifiedReceivers?) -> AddressReading {
        let jumbled: [UInt8]
        switch bech32Payload(.bech32m, prefix: prefix) {
        case .failure(let none): return none.reading
        case .success(let payload): jumbled = payload
        }
        let padding = Array(prefix.utf8) + [UInt8](repeating: 0, count: max(0, 16 - prefix.utf8.count))
        guard let data = F4Jumble.undo(jumbled), data.suffix(16).elementsEqual(padding),
            let contents = UnifiedContents(data.dropLast(16), isFirstRevision: receivers == nil)
        else { return .unknown }
        let hasTransparent = contents.types.contains { $0 < 2 }
        let isAllowed =
            switch receivers {
            case nil: true
            case .shielded: !hasTransparent && contents.hasPrivateReceiver
            case .transparent: hasTransparent
            }
        guard isAllowed else { return .unknown }
        return .address(
            AddressDetails(
                hasPrivateReceiver: contents.hasPrivateReceiver,
                warnings: contents.ends.map { [.ends($0)] } ?? []))
    }
}

/// What is in a unified address.
private struct UnifiedContents {
    /// The types of the receivers, in order.
    private(set) var types: [UInt64] = []
    /// When the address expires, for people; nil if it does not.
    private(set) var ends: String?

    /// Whether a receiver can have a memo (ZIP-316, “Sapling” and “Orchard”).
    var hasPrivateReceiver: Bool { types.contains { (2...3).contains($0) } }

    /// Nil if an item is malformed, or one that a paying wallet must understand is not known here.
    init?(_ data: ArraySlice<UInt8>, isFirstRevision: Bool) {
        var rest = data
        var last: UInt64?
        while !rest.isEmpty {
            guard let type = Self.compactSize(&rest), type <= 0x0200_0000, last.map({ $0 < type }) ?? true,
                let length = Self.compactSize(&rest), length <= UInt64(rest.count)
            else { return nil }
            last = type
            let item = rest.prefix(Int(length))
            rest = rest.dropFirst(Int(length))
            switch type {
            // A hash of a key and one of a script never occur together.
            case 0, 1: guard length == 20, type == 0 || types.isEmpty else { return nil }
            case 2, 3: guard length == 43 else { return nil }
            case 0xC0...0xDF: continue
            case 0xE0...0xFC:
                let number = item.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
                guard !isFirstRevision, type == 0xE0 && length == 4 || type == 0xE1 && length == 8 else { return nil }
                ends = type == 0xE0 ? "after block \(number)" : "after second \(number) of Unix time"
                continue
            default: break
            }
            types.append(type)
        }
        guard !types.isEmpty else { return nil }
    }

    /// A number of one, three, five or nine bytes, in its shortest form, little-endian.
    private static func compactSize(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        guard let first = rest.popFirst() else { return nil }
        guard first >= 0xFD else { return UInt64(first) }
        let size = 1 << Int(first - 0xFC)
        guard rest.count >= size else { return nil }
        let number = rest.prefix(size).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(size)
        let least: UInt64 = size == 2 ? 0xFD : 1 << UInt64(size * 4)
        return number >= least ? number : nil
    }
}
