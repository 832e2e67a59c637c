import SchemeRouter

/// The search for the used addresses of one branch of an account (BIP44): which to ask about next, and when to stop.
///
/// It knows no network. The first question covers all addresses examined before, so that searching a known account
/// again takes one question. If that is not enough, each further question covers as many more addresses as are used
/// already, so that thousands take only a few.
struct AddressSearch: Sendable {
    /// BIP44: the search ends after this many unused addresses in a row. Every wallet searches this far.
    static let gapLimit: UInt32 = 20
    /// The gaps that a person can choose.
    static let gaps: ClosedRange<UInt32> = gapLimit...10_000
    /// No account uses more addresses of one branch. A network that reports more is lying, and would make the search
    /// endless.
    static let mostAddresses: UInt32 = 20_000
    /// The most addresses in one question.
    static let largestStep: UInt32 = 1_000

    private(set) var used: [UInt32] = []
    /// Every index below this has been asked about.
    private var asked: UInt32 = 0
    /// Every index from here on is beyond the gap.
    private var end: UInt32
    private let known: UInt32?
    private let gap: UInt32

    /// - Parameters:
    ///   - known: how many addresses were examined before; nil if the network answers at once, so that no question needs to
    ///     cover more than the gap.
    ///   - mark: how many addresses this wallet used itself: the gap begins after them, whatever the network says.
    ///   - gap: how many unused addresses in a row end the search.
    init(known: UInt32?, mark: UInt32 = 0, gap: UInt32 = Self.gapLimit) {
        self.known = known
        self.gap = gap
        // An impossible mark does not keep the search from ending.
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
        let ahead = known.map { max($0, 2 * (used.last ?? 0), end) } ?? end
        return asked..<min(ahead, asked + Self.largestStep, Self.mostAddresses)
    }

    /// Takes the answer: which addresses of ``next()`` are used, in order.
    mutating func take(_ answer: [UInt32], to range: Range<UInt32>) {
        for index in answer where index < end {
            used.append(index)
            end = max(end, index + 1 + gap)
        }
        asked = range.upperBound
    }

    /// The addresses that count: all up to the end of the gap.
    var indices: Range<UInt32> { 0..<end }
}
