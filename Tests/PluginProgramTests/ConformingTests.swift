import RouterPluginPrograms
import SchemeRouter
import SchemeRouterTesting
import Testing

/// The sample in Python keeps what plugins promise, by the kit that others check theirs with.
@Suite(Sample.needsPython) struct ConformingProgramTests {
    @Test("the sample in Python conforms")
    func python() async throws {
        let program = try TestProgram.sample()
        let file = DescriptorFile(name: "abacus.yaml", bytes: Array(try Sample.text("abacus.yaml").utf8))
        var fixtures = ConformanceFixtures()
        fixtures.foreignAddresses = ["XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa", "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA"]
        // What a program does is not counted in this one, and another process is waited for.
        let report = await CoinPluginConformance(
            program.plugin(), named: "abacus", routes: try RouteTable.load([.shipped, file]),
            links: [
                GoodLink(
                    Sample.pay,
                    is: .init(.payment, to: Sample.address, amount: Amount(units: 300_000_000), sender: "myapp")),
                GoodLink("abacus:request=address&sender=myapp", is: .init(.address, sender: "myapp")),
            ], fixtures: fixtures
        ).run()
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(report.passedCount >= 40, "\(report.text)")
    }
}
