import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

/// BIP44's search for used addresses, without any network.
@Suite struct AddressSearchTests {
    /// The search over a branch of which `used` are used, and the questions that it took.
    private static func run(
        _ used: Set<UInt32>, known: UInt32? = 0
    ) throws(ServiceError) -> (search: AddressSearch, questions: [Range<UInt32>]) {
        var search = AddressSearch(known: known)
        var questions: [Range<UInt32>] = []
        while case let range = try search.next(), !range.isEmpty {
            questions.append(range)
            search.take(range.filter(used.contains), to: range)
        }
        return (search, questions)
    }

    @Test(
        "the gap is 20: what lies behind 19 unused ones is found, behind 20 it is not",
        arguments: [
            ([], [], 20), ([0], [0], 21), ([19], [19], 40), ([20], [], 20), ([0, 20], [0, 20], 41),
            ([0, 21], [0], 21), ([19, 39, 59], [19, 39, 59], 80), ([5, 3, 4], [3, 4, 5], 26),
        ] as [(Set<UInt32>, [UInt32], UInt32)])
    func gap(used: Set<UInt32>, found: [UInt32], end: UInt32) throws {
        let search = try Self.run(used).search
        #expect(search.used == found)
        #expect(search.indices == 0..<end)
    }

    @Test("how many were looked at before changes the questions, never what is found")
    func known() throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var used: Set<UInt32> = []
            var next: UInt32 = 0
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                next += .random(in: 0...23, using: &random)
                used.insert(next)
            }
            let (search, _) = try Self.run(used)
            let (again, questions) = try Self.run(used, known: .random(in: 0...2_000, using: &random))
            #expect(again.used == search.used && again.indices == search.indices)
            let (careful, steps) = try Self.run(used, known: nil)
            #expect(careful.used == search.used && careful.indices == search.indices)
            #expect(steps.last?.upperBound == search.indices.upperBound)
            // No address twice, none left out, and never too many at once.
            #expect(questions.first?.lowerBound == 0)
            #expect(zip(questions, questions.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
            #expect(questions.allSatisfy { $0.count <= AddressSearch.largestStep })
            // By the definition: up to the first 20 in a row that are unused.
            var end: UInt32 = 20
            for index in used.sorted() where index < end { end = index + 21 }
            #expect(search.indices == 0..<end)
        }
    }

    @Test("thousands of used addresses take few questions, and an account that is known takes one")
    func questions() throws {
        #expect(try Self.run([]).questions.count == 1)
        #expect(try Self.run(Set(0..<900)).questions.count <= 8)
        #expect(try Self.run(Set(0..<10_000)).questions.count <= 17)
        #expect(try Self.run(Set(0..<900), known: 920).questions == [0..<920])
    }

    @Test("more used addresses than an account can have are not believed, and not asked about")
    func endless() {
        var asked: UInt32 = 0
        var search = AddressSearch(known: 0)
        let error = #expect(throws: ServiceError.self) {
            while case let range = try search.next(), !range.isEmpty {
                asked = range.upperBound
                search.take(Array(range), to: range)
            }
        }
        #expect(error?.code == .refusedByCheck)
        #expect(asked <= AddressSearch.mostAddresses)
    }
}
