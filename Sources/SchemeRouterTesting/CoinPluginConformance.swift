import SchemeRouter

/// Checks that a plugin keeps the promises of `CoinPlugin`.
///
///     @Test func conforms() async throws {
///         let kit = CoinPluginConformance(
///             CowriePlugin(), named: CowriePlugin.name, routes: try RouteTable.load([.shipped, CowriePlugin.descriptors]),
///             links: [GoodLink("cowrie:pay=…", is: .init(.payment, to: "…", amount: …, sender: "shop"))])
///         #expect(await kit.run().findings.isEmpty)
///     }
///
/// It knows no test framework. Links are read by the engine, as they will be; what the plugin proposes and answers is
/// compared with them by the engine's own checks, and by the kit. What a check cannot apply to is reported as not applicable
/// with the reason, and never counts as passed.
///
/// A plugin that ends the process ends the kit, too, and so does one that never returns.
public struct CoinPluginConformance: Sendable {
    private let bench: Bench

    /// Checks of a plugin.
    /// - Parameters:
    ///   - plugin: the plugin. It receives only the services of `fixtures`.
    ///   - name: its name in descriptors.
    ///   - routes: descriptors of its coins and schemes. Those of others can be among them.
    ///   - links: links that it must read: best one of each kind that it knows, with everything that such a link
    ///     can say.
    ///   - fixtures: what the checks need besides the links.
    public init(
        _ plugin: any CoinPlugin, named name: String, routes: RouteTable, links: [GoodLink],
        fixtures: ConformanceFixtures = ConformanceFixtures()
    ) {
        bench = Bench(plugin: plugin, name: name, routes: routes, links: links, fixtures: fixtures)
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
                verdict = await check.run(bench)
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

/// One thing that must be so, and what finds out.
struct ConformanceCheck: Sendable {
    let name: String
    let promise: String
    /// Checks without which this one tells nothing.
    let needs: [String]
    let run: @Sendable (Bench) async -> ConformanceReport.Verdict

    init(
        _ name: String, _ promise: String, needs: [String] = [],
        _ run: @escaping @Sendable (Bench) async -> ConformanceReport.Verdict
    ) {
        self.name = name
        self.promise = promise
        self.needs = needs
        self.run = run
    }
}

/// What one check saw.
struct Notes {
    private var seen: [String] = []
    private var count = 0

    /// Notes what was seen if a check fails.
    mutating func expect(_ holds: Bool, _ seen: @autoclosure () -> String) {
        count += 1
        if !holds { self.seen.append(seen()) }
    }

    /// How the check ended.
    /// - Parameter reason: why there was nothing to look at.
    func verdict(else reason: String) -> ConformanceReport.Verdict {
        guard seen.isEmpty else { return .failed(seen) }
        return count == 0 ? .notApplicable(reason) : .passed
    }
}
