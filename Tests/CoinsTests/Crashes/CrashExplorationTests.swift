import Foundation
import JournalConformance
import SchemeRouter
import Testing

/// Every way that three requests can go, with the engine's own rules: in any order, again after a crash before any effect,
/// on a network that loses, refuses or does not answer, with a person who sends, drops or leaves what was left, minutes or
/// hours later.
@Suite(.serialized) struct CrashExplorationTests {
    /// Whether any number of crashes may follow one another, and every network meets every person, as in `make crash`.
    /// In `make test` there is one crash at most.
    private static let isWhole = ProcessInfo.processInfo.environment["CRASHES"] == "any"
    /// How many payments somebody keeps in one world; without a bound there would be ever more of them.
    private static let mostKept = isWhole ? 2 : 1
    private static let address = ExecutionFixture.address
    static let payments = ["0.5", "0.3", "0.2"].map { "dashwallet://pay=\(address)&amount=\($0)&sender=myapp" }
    static let mixed = Array(payments.prefix(2)) + ["dashwallet://request=address&sender=myapp"]

    @Test(
        "S6: no request is signed for twice, no signed payment is lost, no callback is lost or repeated",
        arguments: [payments, mixed])
    func exploration(_ links: [String]) async throws {
        let fixture = ExecutionFixture()
        var read: [String: ReadLink] = [:]
        for link in links { read[link] = try fixture.read(link) }
        var seen: Set<[String]> = []
        var open: [World] = []
        func visit(_ world: World) {
            // Where there may always be another crash, it does not matter how many came before.
            let crashes = Self.isWhole ? "" : "\(world.crashes)"
            if seen.insert([crashes] + world.key(of: read)).inserted { open.append(world) }
        }
        visit(World())
        var (starts, crashes, position) = (0, 0, 0)
        // The nearest first: what is reached by the fewest starts has the shortest journal, and every start reads all of it.
        while position < open.count {
            let world = open[position]
            position += 1
            if Self.isWhole, position.isMultiple(of: 1_000) {
                print("explored \(position) of \(open.count) situations found so far")
            }
            // Other suites need the threads, too.
            await Task.yield()
            for start in Self.starts(read, in: world) {
                var (next, crashed) = try await start.run(in: world, reading: read)
                starts += 1
                try Self.check(next, after: start, from: world)
                visit(next)
                // A crash makes the same of a lost answer.
                if start.network == .answers, start.person == .sends, Self.isWhole || world.crashes < 1 {
                    var step = 0
                    repeat {
                        step += 1
                        var early = start
                        early.crash = step
                        (next, crashed) = try await early.run(in: world, reading: read)
                        starts += 1
                        crashes += crashed ? 1 : 0
                        try Self.check(next, after: early, from: world)
                        visit(next)
                    } while crashed
                    #expect(step < 40)
                }
            }
            var later = world
            later.now += 700
            visit(later)
            // Whatever happened, a network that answers and a person who looks bring it to its end.
            let (last, _) = try await Start(link: nil).run(in: world, reading: read)
            let flaws = last.flaws(finished: true)
            try #require(flaws.isEmpty, "\(flaws) after resuming from \(world.key(of: read))")
        }
        print("explored \(seen.count) situations in \(starts) starts, \(crashes) of them with a crash")
        #expect(seen.count > 100)
    }

    /// What can be started in a world, with all that can make a difference there.
    private static func starts(_ links: [String: ReadLink], in world: World) -> [Start] {
        let open = links.filter { !world.isDone($0.key, $0.value) }.keys.sorted().map(Optional.some) + [nil]
        let isUndecided = world.journal.entries.contains(where: \.isUndecided)
        let asks = isUndecided || world.journal.entries.contains { $0.isUnfinished && $0.progress == .calling }
        return open.flatMap { link in
            let sends = isUndecided || link.flatMap { links[$0] }?.request.action == .payment
            let networks = Start.Network.allCases.filter { $0 != .keeps || world.kept.count < mostKept }
            return (sends ? networks : [.answers]).flatMap { network in
                let persons = asks && (network == .answers || isWhole) ? Start.Person.allCases : [.sends]
                return persons.map { Start(link: link, network: network, person: $0) }
            }
        }
    }

    private static func check(_ world: World, after start: Start, from before: World) throws {
        let flaws = world.flaws(finished: false)
        try #require(flaws.isEmpty, "\(flaws) after “\(start)” from \(before.journal.entries)")
    }
}
