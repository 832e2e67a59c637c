import RouterBytes
import SchemeRouter

/// How far each branch of the accounts was used, by this wallet's own knowledge: no server's claim moves it.
///
/// BIP44's search ends after 20 unused addresses. So nothing is handed out, and no change paid, further than that
/// beyond an address whose use is proved; and what this wallet used itself is looked for whatever a server says is
/// unused.
struct AddressMarks: Sendable, Equatable {
    /// How far one branch was used. Both are numbers of addresses, from the first on; 0 for none.
    struct Mark: Sendable, Hashable {
        /// Up to the last address that a whole transaction is known to pay, without a gap.
        var proven: UInt32 = 0
        /// Up to the last address that this wallet paid change to, or found used by a search beyond larger gaps.
        var own: UInt32 = 0

        /// Everything below it is searched, and the gap after it.
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

    /// Raises the mark of a branch; it never falls. Returns whether it was lower.
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

    /// The file: for each branch its coin, network, path and number, and how far it was used.
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

    /// No branch has more addresses, whatever a file says.
    private static func possible(_ count: UInt32) -> UInt32 { min(count, AddressSearch.mostAddresses) }

    /// Marks are the same when all of them are, in any order.
    static func == (left: AddressMarks, right: AddressMarks) -> Bool {
        left.entries.count == right.entries.count && left.entries.allSatisfy { right[$0.place] == $0.mark }
    }
}
