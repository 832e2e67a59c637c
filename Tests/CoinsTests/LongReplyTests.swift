import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Replies that are short when they are checked, and long once their blanks are filled.
@Suite struct LongReplyTests {
    private static func link(_ length: Int) -> String { "myapp://" + String(repeating: "a", count: length - 8) }

    @Test("S10: a reply that no program can be started with is given to none, and the reason is said")
    func tooLong() async throws {
        for (length, isGiven) in [(131_071, true), (131_072, false)] {
            let fixture = ExecutionFixture()
            for receiver in [Receiver.program(.demo, before: nil), .unreachable("There is none.")] {
                let delivery = await fixture.services.open(Self.link(length), by: receiver)
                let isTooLong = delivery == .failed("the reply is too long.", callback: nil)
                #expect(isTooLong != isGiven)
            }
            #expect(fixture.opened.count == (isGiven ? 1 : 0))
        }
    }

    @Test(
        "S10: if the reply does not fit into the closing window, the window is shown without it",
        arguments: [1, 13, 131])
    func window(thousands: Int) async {
        let prompt = FakePrompt([])
        let delivery = CallbackDelivery.failed("It cannot be started.", callback: Self.link(thousands * 1_000))
        let announcement = Announcement(
            title: "Dash", heading: nil, summary: [delivery.reasonToTell].compactMap(\.self),
            details: delivery.forCopying)
        await announcement.show(by: prompt)
        let pages = prompt.told.flatMap(\.pages).joined(separator: "\n")
        #expect(pages.contains("The requesting app was not notified: It cannot be started."))
        #expect(pages.contains("The answer is too long to show here.") == (thousands > 1))
    }
}
