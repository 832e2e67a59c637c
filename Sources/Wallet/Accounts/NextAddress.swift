/// Chooses the next address of a branch so that any later search that follows BIP44 finds it (S16).
///
/// A server that claims that hundreds of addresses are used must not move change beyond the gap, where a later search
/// would not ask an honest server about it. So the next address is at most one gap beyond the last address with proven
/// use: each proof is a whole transaction that pays the address, and a server cannot forge one from the hash alone.
struct NextAddress {
    /// The indices that the network calls used, in order. If the proof ``isUpheld(by:_:)``, those before it do not matter.
    let claimed: [UInt32]
    /// How far this wallet's own records go.
    var mark: AddressMarks.Mark
    /// Whether to skip the addresses below ``AddressMarks/Mark/own``, which this wallet used: its change never reuses
    /// one.
    let skipsOwn: Bool

    private static let gap = AddressSearch.gapLimit

    /// Whether the network still calls the last proven address used.
    ///
    /// A payment can be dropped after it proved something, a test network can begin again, and whoever was given a receive
    /// address can make up a payment to it. Behind such a proof, another wallet that is restored from the words would not
    /// look.
    static func isUpheld(by claimed: [UInt32], _ mark: AddressMarks.Mark) -> Bool {
        mark.proven == 0 || claimed.contains(mark.proven - 1)
    }

    /// The first unused index after the proven ones, according to both the network and ourselves. All before were used
    /// when the last of them was proved: none is given out again, unless the proof of a receive address is not upheld.
    /// Nobody knows a change address before it is paid, so nobody can make up a payment to it.
    private var firstUnclaimed: UInt32 {
        let start = skipsOwn || Self.isUpheld(by: claimed, mark) ? mark.proven : 0
        var index = skipsOwn && mark.own < mark.proven + Self.gap ? max(mark.own, start) : start
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
