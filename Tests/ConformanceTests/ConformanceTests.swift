import SchemeRouter
import SchemeRouterTesting
import Testing

/// The plugins of this package keep what plugins promise, by the kit that others check theirs with.
@Suite struct ConformanceTests {
    /// Checks that say something of every plugin that pays.
    static let leastPassed = 60

    @Test("Dash, Axe, and coins that are only YAML conform")
    func payments() async throws {
        for kit in [try Kits.dash(), try Kits.axe(), try Kits.yaml()] {
            let report = await kit.run()
            #expect(report.findings.isEmpty, "\(report.findings)")
            #expect(report.passedCount >= Self.leastPassed, "\(report.text)")
        }
    }

    @Test("MYKEY conforms, as far as the checks are about named accounts")
    func accounts() async throws {
        let report = try await Kits.mykey().run()
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(report.passedCount >= 40, "\(report.text)")
    }

    @Test("requests to sign conform, as far as the checks are about named accounts")
    func signingRequests() async throws {
        let report = try await Kits.signingRequests().run()
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(report.passedCount >= 40, "\(report.text)")
    }

    @Test("links that a descriptor alone describes conform, as far as the checks are about reading")
    func described() async throws {
        for kit in [try Kits.described(), try Kits.describedParts()] {
            let report = await kit.run()
            #expect(report.findings.isEmpty, "\(report.findings)")
            #expect(report.passedCount >= 30, "\(report.text)")
        }
    }

    @Test("there are many checks, and each has a name of its own")
    func names() {
        let names = CoinPluginConformance.checks
        #expect(names.count >= 80 && Set(names).count == names.count)
        #expect(names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" } })
    }

    @Test("what cannot be checked is reported with the reason, and is not counted as passed")
    func nothing() async throws {
        let report = await CoinPluginConformance(
            WrongPlugin(), named: "dash", routes: try RouteTable.load([.shipped]), links: []
        ).run()
        #expect(report.passedCount <= 1 && report.findings.isEmpty, "\(report.text)")
        for result in report.results {
            guard case .notApplicable(let reason) = result.verdict else { continue }
            #expect(!reason.isEmpty)
        }
    }
}
