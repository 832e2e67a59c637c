/// Chooses the next address of a branch so that any later search that follows BIP44 finds it (S16).
///
/// A server that claims that hundreds of addresses are used must not move change beyond the gap, where a later search
/// would not ask an honest server about it. So the next address is at most one gap beyond the last address with proven
/// use: each proof is a whole transaction that pays the address, and a server cannot forge one from the hash alone.
struct NextAddress {
    /// The indices that the network calls used, in order. Those below ``AddressMarks/Mark/proven`` do not matter.
    let claimed: [UInt32]
    /// How far this wallet's own records go.
    var mark: AddressMarks.Mark
    /// Whether to skip the addresses below ``AddressMarks/Mark/own``, which this wallet used: its change never reuses
    /// one.
    let skipsOwn: Bool

    private static let gap = AddressSearch.gapLimit

    /// The first unused index after the proven ones, according to both the network and ourselves. All before were used
    /// when the last of them was proved: whatever a server says now, none is given out again.
    private var firstUnclaimed: UInt32 {
        var index = skipsOwn && mark.own < mark.proven + Self.gap ? max(mark.own, mark.proven) : mark.proven
        for used in claimed where used >= index {
            guard used == index else { break }
            index += 1
        }
        return index
    }

    /// Addresses whose use must be proved before the first unused one can be given out, in order, each within the gap
    /// after the one before; empty if it can be given out at once.
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

    /// The mark after proving ``anchors``: it rises up to the first one that was not proved.
    func mark(proving proved: (UInt32) -> Bool) -> AddressMarks.Mark {
        let last = anchors.prefix(while: proved).last
        return mark.raised(to: AddressMarks.Mark(proven: last.map { $0 + 1 } ?? 0))
    }

    /// The next index after the proven part of ``mark``. If the network calls everything within the gap used but
    /// nothing proves it, the claim does not count.
    var index: UInt32 {
        let wanted = firstUnclaimed
        let end = mark.proven + Self.gap
        guard wanted >= end else { return wanted }
        return skipsOwn && mark.own > mark.proven && mark.own < end ? mark.own : mark.proven
    }
}
