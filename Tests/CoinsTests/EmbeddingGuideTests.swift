import Foundation
import JournalConformance
import RouterDash
import RouterPluginPrograms
import RouterTestSupport
import SchemeRouter
import Testing

/// The Swift of README.md and Documentation/embedding.md, word for word, so that it compiles and works.
private struct Guide {
    let services: Services

    func embed() async throws -> LinkResult {
        let router = Router(routes: try RouteTable.load([.shipped]), plugins: [DashPlugin.name: DashPlugin()])
        let link = try router.read(Array("dashwallet://request=address&sender=shop".utf8))
        let result = await LinkExecution(services: services).run(link)
        return result
    }

    func program(routes: RouteTable) -> Router {
        let abacus = ProgramPlugin(PluginProgram(name: "abacus", path: "/usr/lib/abacus/abacus-plugin"))
        let router = Router(routes: routes, plugins: ["dash": DashPlugin(), "abacus": abacus])
        return router
    }

    func count(_ bytes: [UInt8], routes: RouteTable, router: Router) async throws -> LinkResult {
        let admission = try LinkAdmission(counting: bytes, routes: routes, tally: services.tally, at: services.now())
        let result = await LinkExecution(services: services).run(try router.read(bytes), admission)
        return result
    }

    func start(router: Router) async throws {
        let resumed = try await Resumption(services: services, router: router).run(asks: true)
        for one in resumed { print(one.entry.id, one.text(router.routes.coin(one.entry.request.chain.coin))) }
    }
}

/// Stands for somebody's own database, and the journal on it: what one opening wrote, the next one has.
private func makeEmptyDatabase() throws -> MemoryJournal { MemoryJournal() }
private func openJournal(_ database: MemoryJournal) throws -> MemoryJournal { database }

@Suite struct EmbeddingGuideTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func lines(_ text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("the guide's Swift is the code above", arguments: [("README.md", 1), ("Documentation/embedding.md", 4)])
    func swift(document: String, count: Int) throws {
        let code = Self.lines(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)).joined(separator: "\n")
        let text = try String(contentsOf: Self.root.appending(path: document), encoding: .utf8)
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
        // Those that name a file are compared with it (GuideBlocksTests).
        let own = blocks.filter { !$0.hasPrefix("// ") }
        #expect(own.count == count)
        for block in own {
            let lines = Self.lines(block)
            let piece = lines.drop { $0.isEmpty || $0.hasPrefix("import ") }.joined(separator: "\n")
            #expect(!piece.isEmpty && code.contains("\n\(piece)\n"), "\(block)")
            for line in lines where line.hasPrefix("import ") { #expect(code.contains("\(line)\n"), "\(line)") }
        }
    }

    @Test("the guide's program answers a link, counts links, and finishes what was left")
    func works() async throws {
        let fixture = ExecutionFixture(.agree, .agree)
        let guide = Guide(services: fixture.services)
        let routes = try RouteTable.load([.shipped])
        let result = try await guide.embed()
        #expect(fixture.prompt.shown.count == 1, "\(result)")
        let other = Array("dashwallet:request=address&sender=myapp".utf8)
        let counted = try await guide.count(other, routes: routes, router: guide.program(routes: routes))
        #expect(fixture.prompt.shown.count == 2, "\(counted)")
        try await guide.start(router: guide.program(routes: routes))
    }

    @Test func journal() async throws {
        try await JournalConformance {
            let database = try makeEmptyDatabase()
            return { try openJournal(database) }  // each call is another start of the program
        }.run()
    }
}
