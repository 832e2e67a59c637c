import SchemeRouter

extension AddressText {
    /// Several receivers, jumbled so that each character depends on all of them (ZIP-316).
    func unified(prefix: String) -> AddressReading {
        let jumbled: [UInt8]
        switch bech32Payload(.bech32m, prefix: prefix) {
        case .failure(let none): return none.reading
        case .success(let payload): jumbled = payload
        }
        let padding = Array(prefix.utf8) + [UInt8](repeating: 0, count: max(0, 16 - prefix.utf8.count))
        guard let data = F4Jumble.undo(jumbled), data.suffix(16).elementsEqual(padding),
            let types = Self.receiverTypes(in: data.dropLast(16))
        else { return .unknown }
        return .address(AddressDetails(hasPrivateReceiver: types.contains { Self.privateTypes.contains($0) }))
    }

    /// The types of receivers that can receive a memo (ZIP-316, “Sapling” and “Orchard”).
    private static let privateTypes: ClosedRange<UInt64> = 2...3

    /// The types of all items, in order; nil if an item is malformed.
    private static func receiverTypes(in data: ArraySlice<UInt8>) -> [UInt64]? {
        var rest = data
        var types: [UInt64] = []
        while !rest.isEmpty {
            guard let type = compactSize(&rest), type <= 0x0200_0000, types.last.map({ $0 < type }) ?? true,
                let length = compactSize(&rest), length <= UInt64(rest.count)
            else { return nil }
            switch type {
            // A hash of a key and one of a script never occur together.
            case 0, 1: guard length == 20, type == 0 || types.isEmpty else { return nil }
            case 2, 3: guard length == 43 else { return nil }
            // Items that a paying wallet must understand, such as the address's expiry time.
            case 0xE0...0xFC: return nil
            default: break
            }
            types.append(type)
            rest = rest.dropFirst(Int(length))
        }
        // Metadata of the address is not a receiver.
        return types.contains { !(0xC0...0xDF).contains($0) } ? types : nil
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
