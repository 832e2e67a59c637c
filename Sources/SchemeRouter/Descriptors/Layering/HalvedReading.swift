import RouterLinux

/// Many drop-in files, read by two threads.
///
/// Each thread reads the first file, on which the others build, and half of the others, as if the other half did not
/// exist. The results count only if that made no difference: no half has a mistake, as a name that only the other half
/// describes would be, and what both describe, they describe alike. Otherwise all files are read in order, which finds
/// the mistakes.
struct HalvedReading {
    /// The coins, in the order of the files.
    let coins: [CoinDescriptor]
    /// The schemes, in the order of the files.
    let schemes: [SchemeDescriptor]

    /// Fewer bytes are read before another thread has started.
    private static let fewBytes = 64 * 1_024

    /// Nil if the files are few, or must be read in order.
    init?(_ stack: DescriptorStack, plugins: [PluginForms]?) {
        let (base, others) = (stack.files.prefix(1), stack.files.dropFirst())
        let size = others.reduce(0) { $0 + $1.bytes.count }
        guard stack.refusals.isEmpty, others.count > 1, size >= Self.fewBytes else { return nil }
        var read = 0
        let first = others.prefix { file in
            defer { read += file.bytes.count }
            return read + file.bytes.count / 2 < size / 2
        }
        // Each thread reads the first file itself: threads that count references to the same values slow each other
        // down.
        var (end, start) = Linux.together {
            Self.read(base + others.dropFirst(first.count), plugins)
        } _: {
            Self.read(base + first, plugins)
        }
        guard var all = start.take(), let rest = end.take(), Self.agree(all, rest) else { return nil }
        all.addDescriptors(of: rest)
        (coins, schemes) = (all.coins, all.schemes)
    }

    /// What some of the files describe; nil if they have a mistake.
    private static func read(_ files: ArraySlice<DescriptorFile>, _ plugins: [PluginForms]?) -> Catalogue? {
        var reader = DescriptorReader(Array(files), isPartial: false, plugins: plugins)
        reader.read()
        guard reader.document.isClean else { return nil }
        // What no file needs any more is freed by this thread, not by the one that waits for both.
        reader.catalogue.forgetFields()
        return reader.catalogue
    }

    /// Whether neither half changes what the other one describes, and no two coins share keys (S12).
    private static func agree(_ start: Catalogue, _ end: Catalogue) -> Bool {
        end.coins.allSatisfy { coin in
            if start.isClaimed(coin.id.name, as: .coin) { return start.coin(coin.id) == coin }
            if let type = coin.realCoinType, start.coin(ofType: type, where: { _ in true }) != nil { return false }
            return !coin.hasOldAccount || !start.coins.contains(where: \.hasOldAccount)
        }
            && end.schemes.allSatisfy { scheme in
                if start.isClaimed(scheme.name, as: .scheme) { return start.scheme(scheme.name) == scheme }
                return !scheme.aliases.contains { start.isClaimed($0, as: .scheme) }
            }
    }
}
