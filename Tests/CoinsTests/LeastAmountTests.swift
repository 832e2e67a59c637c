import RouterDash
import RouterTestSupport
import SchemeRouter
import Testing

/// The least amount of a descriptor, which a later file can only raise (S12).
@Suite struct LeastAmountTests {
    @Test("a link that pays less than its descriptor allows is refused, with the least amount and the place")
    func leastAmount() throws {
        let text = """
            version: 1
            schemes:
              dashwallet: { actions: { payment: { params: { amount: { min: "0.01" } } } } }
            """
        let routes = try RouteTable.load([.shipped, DescriptorFile(name: "later.yaml", bytes: Array(text.utf8))])
        let router = Router(routes: routes, plugins: [DashPlugin.name: DashPlugin()])
        func read(_ amount: String) throws -> ReadLink {
            try router.read(Array("dashwallet://pay=\(ExecutionFixture.address)&amount=\(amount)&sender=myapp".utf8))
        }
        guard case .payment(let payment) = try read("0.01").request else {
            Issue.record("not a payment")
            return
        }
        #expect(payment.amount?.units == 1_000_000)
        let error = #expect(throws: RequestError.self) { _ = try read("0.00999999") }
        #expect(error?.code == .amountOutOfRange && error?.message == "Such links pay at least 0.01 DASH.")
        let start = "dashwallet://pay=\(ExecutionFixture.address)&amount=".utf8.count
        #expect(error?.range == start..<start + 10 && error?.parameter == "amount")
    }
}
