import RouterBytes
import SchemeRouter

/// How far each branch of the accounts is used, according to this wallet's own records: no server's claim changes it.
///
/// BIP44's search ends after 20 unused addresses. So the wallet gives out no address, and pays no change to one, more
/// than that far beyond an address with proven use; and it always searches the addresses that it used itself, even if a
/// server calls them unused.
struct AddressMarks: Sendable, Equatable {
    /// How far one branch is used. Both values count addresses from the first on; 0 means none.
    struct Mark: Sendable, Hashable {
        /// Up to the last address that a whole transaction is known to pay, with no gap before it.
        var proven: UInt32 = 0
        /// Up to the last address that this wallet paid change to, or that a search with a larger gap found used.
        var own: UInt32 = 0

        /// The search covers everything below this index, and the gap after it.
        var end: UInt32 { max(proven, own) }

        func raised(to other: Mark) -> Mark {
            Mark(proven: max(proven, other.proven), own: max(own, other.own))
        }
    }

    /// A branch of an account on one chain: test networks of several coins have the same paths.
    struct Place: Sendable, Hashable {
        let chain: ChainID
        let path: DerivationPath
        let branch: AccountPath.Branch
    }

    // An array: a dictionary with its own type would slow every click.
    private var entries: [(place: Place, mark: Mark)] = []

    static let longestFile = 256 << 10
    private static let record = ChecksummedRecord(name: "SRADDMARK", version: 1)

    init() {}

    subscript(place: Place) -> Mark {
        entries.first { $0.place == place }?.mark ?? Mark()
    }

    /// Raises the mark of a branch and never lowers it. Returns whether the mark changed.
    mutating func raise(_ place: Place, to mark: Mark) -> Bool {
        guard let position = entries.firstIndex(where: { $0.place == place }) else {
            guard mark != Mark() else { return false }
            entries.append((place, mark))
            return true
        }
        let raised = entries[position].mark.raised(to: mark)
        guard raised != entries[position].mark else { return false }
        entries[position].mark = raised
        return true
    }

    /// The file: for each branch its coin, network, path and number, and how far it is used.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for (place, mark) in entries {
            bytes += place.chain.names + place.path.bytes + [UInt8(clamping: place.branch.rawValue)]
            bytes += [UInt8](bigEndian: mark.proven) + [UInt8](bigEndian: mark.own)
        }
        return Self.record.wrapping(bytes)
    }

    /// Reads ``bytes``; nil if they are damaged.
    init?(reading record: [UInt8]) {
        guard let content = Self.record.content(of: record) else { return nil }
        var reader = BinaryReader(content)
        while !reader.rest.isEmpty {
            guard let names = reader.names(), let count = reader.number(UInt8.self),
                let path = reader.path(steps: count),
                let branch = reader.number(UInt8.self).flatMap({ AccountPath.Branch(rawValue: UInt32($0)) }),
                let proven = reader.number(UInt32.self), let own = reader.number(UInt32.self)
            else { return nil }
            _ = raise(
                Place(chain: names.chain(at: path), path: path, branch: branch),
                to: Mark(proven: Self.possible(proven), own: Self.possible(own)))
        }
    }

    /// Limits a count so that a search covers the addresses behind it, which are next.
    private static func possible(_ count: UInt32) -> UInt32 {
        min(count, AddressSearch.mostAddresses - AddressSearch.gapLimit)
    }

    /// Compares the marks in any order.
    static func == (left: AddressMarks, right: AddressMarks) -> Bool {
        left.entries.count == right.entries.count && left.entries.allSatisfy { right[$0.place] == $0.mark }
    }
}

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
    static func isProofValid(by claimed: [UInt32], _ mark: AddressMarks.Mark) -> Bool {
        mark.proven == 0 || claimed.contains(mark.proven - 1)
    }

    /// The first unused index after the proven ones, according to both the network and ourselves. All before were used
    /// when the last of them was proved: none is given out again, unless the proof of a receive address is not upheld.
    /// Nobody knows a change address before it is paid, so nobody can make up a payment to it.
    private var firstUnclaimed: UInt32 {
        let start = skipsOwn || Self.isProofValid(by: claimed, mark) ? mark.proven : 0
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
