/// Chooses the next address of a branch, so that every later search finds it that goes by BIP44 (S16).
///
/// A server that calls hundreds of addresses used must not move change beyond the gap, where no honest one is asked any
/// more. So the next address is at most a gap beyond the last one whose use is proved: each proof is a whole
/// transaction that pays the address, which a server cannot forge for an address of which it knows only the hash.
struct NextAddress {
    /// What the network calls used, in order.
    let claimed: [UInt32]
    /// What this wallet knows itself.
    var mark: AddressMarks.Mark
    /// Whether the addresses below ``AddressMarks/Mark/own`` were used by this wallet: its own change goes to none twice.
    let skipsOwn: Bool

    private static let gap = AddressSearch.gapLimit

    /// The first unused index, according to both the network and ourselves.
    private var firstUnclaimed: UInt32 {
        var index = skipsOwn && mark.own < mark.proven + Self.gap ? mark.own : 0
        for used in claimed where used >= index {
            guard used == index else { break }
            index += 1
        }
        return index
    }

    /// Addresses whose use must be proved before the first unused one can be given, in order, each within the gap after
    /// the one before; none if it can be given at once.
    var anchors: [UInt32] {
        let wanted = firstUnclaimed
        guard wanted >= mark.proven + Self.gap else { return [] }
        let used = Set(claimed)
        var anchors: [UInt32] = []
        var base = mark.proven
        while wanted >= base + Self.gap, let anchor = (base..<base + Self.gap).last(where: used.contains) {
            anchors.append(anchor)
            base = anchor + 1
        }
        return anchors
    }

    /// The mark with what was proved of ``anchors``: up to the first that was not.
    func mark(proving proved: (UInt32) -> Bool) -> AddressMarks.Mark {
        let last = anchors.prefix(while: proved).last
        return mark.raised(to: AddressMarks.Mark(proven: last.map { $0 + 1 } ?? 0))
    }

    /// The next index after what ``mark`` has as proved. Where all within the gap are said to be used, and nothing
    /// proves it, that does not count.
    var index: UInt32 {
        let wanted = firstUnclaimed
        let end = mark.proven + Self.gap
        guard wanted >= end else { return wanted }
        return skipsOwn && mark.own > mark.proven && mark.own < end ? mark.own : mark.proven
    }
}
