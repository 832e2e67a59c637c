import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

/// S16: which address is next, without any network.
@Suite struct NextAddressTests {
    private static func next(
        _ claimed: [UInt32], proven: UInt32 = 0, own: UInt32 = 0, change: Bool = true
    ) -> NextAddress {
        NextAddress(
            claimed: claimed, mark: AddressMarks.Mark(proven: proven, own: own), skipsOwn: change)
    }

    @Test(
        "within the gap nothing need be proved: the first that nobody used is next",
        arguments: [
            ([], 0, 0, 0), ([0], 0, 0, 1), ([0, 1, 3], 0, 0, 2), (Array(0..<19), 0, 0, 19), ([0], 0, 4, 4),
            ([0, 4], 0, 4, 5), (Array(0..<30), 21, 0, 30), (Array(21..<30), 21, 0, 30), ([21, 23], 21, 0, 22),
            ([], 21, 0, 21), ([0, 1], 300, 0, 300), ([300], 300, 280, 301), ([], 300, 310, 310), ([], 300, 330, 300),
        ] as [([UInt32], UInt32, UInt32, UInt32)])
    func within(claimed: [UInt32], proven: UInt32, own: UInt32, expected: UInt32) {
        let next = Self.next(claimed, proven: proven, own: own)
        #expect(next.anchors.isEmpty && next.index == expected)
    }

    @Test("S16: 300 addresses that are only said to be used move neither change nor receive addresses")
    func unproven() {
        for change in [false, true] {
            let next = Self.next(Array(0..<300), change: change)
            #expect(next.anchors.first == 19 && next.anchors.count == 15)
            #expect(next.mark { _ in false } == next.mark && next.index == 0)
        }
        // Nor do they bring back what this wallet used itself.
        #expect(Self.next(Array(0..<300), own: 7).index == 7)
        #expect(Self.next(Array(0..<300), proven: 5, own: 7).index == 7)
        #expect(Self.next(Array(0..<300), proven: 5, own: 7, change: false).index == 5)
    }

    @Test("proofs a gap apart are enough, and the first that fails ends them")
    func proofs() {
        var next = Self.next(Array(0..<300))
        #expect(next.anchors == (0..<15).map { 20 * $0 + 19 })
        next.mark = next.mark { $0 < 100 }
        #expect(next.mark.proven == 100 && next.index == 100)
        next.mark = next.mark { _ in true }
        #expect(next.mark.proven == 300 && next.index == 300)
    }

    @Test(
        "S16: whatever is claimed and proved, a search with the default gap finds the next address from the proved ones"
    )
    func findable() {
        for seed in 0..<400 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var used: Set<UInt32> = []
            var claimed: Set<UInt32> = []
            for index in 0..<UInt32.random(in: 0...200, using: &random) {
                if Bool.random(using: &random) { used.insert(index) }
                if Int.random(in: 0..<10, using: &random) < 8 { claimed.insert(index) }
            }
            claimed.formUnion(used)
            var next = Self.next(claimed.sorted(), own: .random(in: 0...20, using: &random), change: seed % 2 == 0)
            next.mark = next.mark(proving: used.contains)
            // By BIP44: all up to 20 behind the last that is used, without a larger gap on the way.
            var end: UInt32 = 20
            for index in used.sorted() where index < end { end = index + 21 }
            #expect(next.index < end, "seed \(seed)")
        }
    }

    @Test("S16: a proof that the network does not know moves no receive address behind what another wallet finds")
    func unfounded() {
        for seed in 0..<400 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let used = (0..<UInt32.random(in: 0...80, using: &random)).filter { _ in Bool.random(using: &random) }
            var next = Self.next(used, proven: .random(in: 0...120, using: &random), change: false)
            next.mark = next.mark(proving: Set(used).contains)
            var end: UInt32 = 20
            for index in used where index < end { end = index + 21 }
            // A proof that is upheld followed others that were within the gap.
            if NextAddress.isProofValid(by: used, next.mark), next.mark.proven > end { continue }
            #expect(next.index < end && !used.contains(next.index), "seed \(seed)")
        }
        #expect(Self.next([0, 1, 3], proven: 40, change: false).index == 2)
        #expect(Self.next([0, 1, 39], proven: 40, change: false).index == 40)
        #expect(Self.next([0, 1, 3], proven: 40).index == 40)
    }

    @Test("a mark of a larger search does not make every later payment prove it again")
    func behindTheGap() {
        let next = Self.next([0, 1, 300], proven: 0, own: 301)
        #expect(next.anchors.isEmpty && next.index == 2)
    }
}

/// The file of the marks.
@Suite struct AddressMarksTests {
    private static func place(_ coin: CoinID, _ branch: AccountPath.Branch, isPractice: Bool = false)
        -> AddressMarks.Place
    {
        let chain = ChainID(coin: coin, network: .test, isPractice: isPractice)
        return AddressMarks.Place(chain: chain, path: .bip44(coinType: 1, account: 0).on(chain), branch: branch)
    }

    @Test("marks are kept for each chain, account and branch, and never fall")
    func raise() throws {
        let wallet = try TestWallet()
        let (dash, axe) = (Self.place("dash", .change), Self.place("axe", .change))
        try wallet.files.marks.raise(dash, to: .init(proven: 3, own: 9))
        try wallet.files.marks.raise(dash, to: .init(proven: 5, own: 2))
        try wallet.files.marks.raise(Self.place("dash", .change, isPractice: true), to: .init(own: 1))
        #expect(wallet.files.marks.read()[dash] == .init(proven: 5, own: 9))
        #expect(
            wallet.files.marks.read()[axe] == .init()
                && wallet.files.marks.read()[Self.place("dash", .external)] == .init())
        #expect(wallet.files.marks.read()[Self.place("dash", .change, isPractice: true)].own == 1)
        #expect(try wallet.mode("marks") == 0o600)
    }

    @Test("a damaged file counts as none, and numbers that cannot be neither trap nor keep a search going")
    func damaged() throws {
        var marks = AddressMarks()
        let isRaised = marks.raise(Self.place("dash", .change), to: .init(proven: .max, own: .max))
        #expect(isRaised)
        let bytes = marks.bytes
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(AddressMarks(reading: changed) == nil)
            #expect(AddressMarks(reading: Array(bytes[..<index])) == nil)
        }
        let read = try #require(AddressMarks(reading: bytes))
        let mark = read[Self.place("dash", .change)]
        #expect(mark.end == AddressSearch.mostAddresses - AddressSearch.gapLimit)
        var search = AddressSearch(known: 0, mark: mark.end)
        while case let range = try search.next(), !range.isEmpty { search.take([], to: range) }
        // What is paid there is found again.
        for claimed in [[], Array(mark.proven..<mark.proven + 19)] {
            #expect(search.indices.contains(NextAddress(claimed: claimed, mark: mark, skipsOwn: true).index))
        }
        let wallet = try TestWallet()
        try wallet.write("marks", [1, 2, 3])
        #expect(wallet.files.marks.read() == AddressMarks())
    }

    @Test("a whole file whose coin is not UTF-8 counts as none, and not as one of another coin")
    func strangeCoin() throws {
        var marks = AddressMarks()
        let isRaised = marks.raise(Self.place("dash", .change), to: .init(proven: 1, own: 1))
        #expect(isRaised)
        let record = ChecksummedRecord(name: "SRADDMARK", version: 1)
        var content = try #require(record.content(of: marks.bytes))
        #expect(AddressMarks(reading: record.wrapping(content)) == marks)
        let place = try #require(content.firstRange(of: Array("dash".utf8))).lowerBound
        content[place + 1] = 0xCC
        #expect(AddressMarks(reading: record.wrapping(content)) == nil)
    }
}
