import SchemeRouter

/// The search for the used addresses of one branch of an account (BIP44): which to ask about next, and when to stop.
///
/// It knows no network. The first question is about all addresses that were looked at before, so that an account that is
/// looked at again takes one question; where that was not enough, as many again as there are used ones are asked about,
/// so that thousands take a few.
struct AddressSearch: Sendable {
    /// BIP44: after this many unused addresses in a row, there are no more. Every wallet looks so far.
    static let gapLimit: UInt32 = 20
    /// The gaps that a person can ask for.
    static let gaps: ClosedRange<UInt32> = gapLimit...10_000
    /// No account has used more addresses of one branch. A network that reports this is lying, and would keep the
    /// search going for ever.
    static let mostAddresses: UInt32 = 20_000
    /// The most that are asked about at once.
    static let largestStep: UInt32 = 1_000

    private(set) var used: [UInt32] = []
    /// All below have been asked about.
    private var asked: UInt32 = 0
    /// All from here on are beyond the gap.
    private var end: UInt32
    private let known: UInt32
    private let gap: UInt32

    /// - Parameters:
    ///   - known: how many addresses were looked at before.
    ///   - mark: how many this wallet used itself: the gap begins after them, whatever the network says about them.
    ///   - gap: after how many in a row that were never used the search ends.
    init(known: UInt32, mark: UInt32 = 0, gap: UInt32 = Self.gapLimit) {
        self.known = known
        self.gap = gap
        // A mark that cannot be does not keep the search from its end.
        end = min(mark, Self.mostAddresses - gap) + gap
    }

    /// The addresses to ask about next; empty if the search is over.
    ///
    /// Throws `ServiceError/Code/refusedByCheck` if there would be more than an account can have.
    func next() throws(ServiceError) -> Range<UInt32> {
        guard asked < end else { return end..<end }
        guard end <= Self.mostAddresses else {
            throw ServiceError(
                .refusedByCheck,
                "The network reports more than \(Self.mostAddresses - gap) used addresses in one account."
            )
        }
        let ahead = max(known, 2 * (used.last ?? 0), end)
        return asked..<min(ahead, asked + Self.largestStep, Self.mostAddresses)
    }

    /// Takes the answer: which of ``next()`` are used, in order.
    mutating func take(_ answer: [UInt32], to range: Range<UInt32>) {
        for index in answer where index < end {
            used.append(index)
            end = max(end, index + 1 + gap)
        }
        asked = range.upperBound
    }

    /// The addresses that count: all before the gap's end.
    var indices: Range<UInt32> { 0..<end }
}
