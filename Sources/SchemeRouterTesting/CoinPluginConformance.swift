import SchemeRouter

/// Checks that a plugin keeps the promises of `CoinPlugin`, and of `LinkReader`.
///
///     @Test func conforms() async throws {
///         let kit = CoinPluginConformance(
///             CowriePlugin(), named: CowriePlugin.name, routes: try RouteTable.load([.shipped, CowriePlugin.descriptors]),
///             links: [GoodLink("cowrie:pay=…", is: .init(.payment, to: "…", amount: …, sender: "shop"))])
///         #expect(await kit.run().findings.isEmpty)
///     }
///
/// It needs no test framework. The engine reads links as it would in use. Its own checks, and the kit, compare the
/// plugin's proposals and replies with them. A check that does not apply is reported as not applicable, with the
/// reason, and never counts as passed.
///
/// A plugin that ends the process also ends the kit, and one that never returns blocks it.
public struct CoinPluginConformance: Sendable {
    private let harness: ConformanceHarness

    /// Checks of a plugin.
    /// - Parameters:
    ///   - plugin: the plugin. It gets only the services of `fixtures`.
    ///   - name: its name in descriptors.
    ///   - routes: descriptors of its coins and schemes. They may include others.
    ///   - links: links that it must read: preferably one of each kind that it supports, with all possible parameters.
    ///   - fixtures: what the checks need besides the links.
    public init(
        _ plugin: any ReadingPlugin, named name: String, routes: RouteTable, links: [GoodLink],
        fixtures: ConformanceFixtures = ConformanceFixtures()
    ) {
        harness = ConformanceHarness(
            plugin: plugin, reader: plugin, name: name, routes: routes, links: links, fixtures: fixtures)
    }

    /// The names of all checks, in the order in which they run.
    public static var checks: [String] { allChecks.map(\.name) }

    static let allChecks: [ConformanceCheck] =
        LinkChecks.all + PurityChecks.all + RequiredChecks.all + WritingChecks.all + AddressChecks.all
        + AmountChecks.all
        + ReplyChecks.all + IntentChecks.all + LieChecks.all + ConsentChecks.all + AccountChecks.all
        + HostileChecks.all + LimitChecks.all + ErrorChecks.all

    /// Runs all checks, one after another.
    public func run() async -> ConformanceReport {
        var failed: [String] = []
        var results: [ConformanceReport.Result] = []
        for check in Self.allChecks {
            var verdict: ConformanceReport.Verdict
            if let first = check.needs.first(where: failed.contains) {
                verdict = .notApplicable("“\(first)” failed, on which it builds")
            } else {
                verdict = await check.run(harness)
            }
            if case .failed(let seen) = verdict {
                failed.append(check.name)
                verdict = .failed(Array(seen.prefix(5)))
            }
            results.append(ConformanceReport.Result(check: check.name, promise: check.promise, verdict: verdict))
        }
        return ConformanceReport(results: results)
    }
}

/// One requirement, and the code that checks it.
struct ConformanceCheck: Sendable {
    let name: String
    let promise: String
    /// Names of checks that must pass for this one to be meaningful.
    let needs: [String]
    let run: @Sendable (ConformanceHarness) async -> ConformanceReport.Verdict

    init(
        _ name: String, _ promise: String, needs: [String] = [],
        _ run: @escaping @Sendable (ConformanceHarness) async -> ConformanceReport.Verdict
    ) {
        self.name = name
        self.promise = promise
        self.needs = needs
        self.run = run
    }
}

/// The observations of one check.
struct Notes {
    private var seen: [String] = []
    private var count = 0

    /// Notes an observation if a condition fails.
    mutating func expect(_ holds: Bool, _ seen: @autoclosure () -> String) {
        count += 1
        if !holds { self.seen.append(seen()) }
    }

    /// The verdict of the check.
    /// - Parameter reason: why there was nothing to check.
    func verdict(else reason: String) -> ConformanceReport.Verdict {
        guard seen.isEmpty else { return .failed(seen) }
        return count == 0 ? .notApplicable(reason) : .passed
    }
}
