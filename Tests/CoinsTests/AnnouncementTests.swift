import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// What the person is told without a question (S10).
@Suite struct AnnouncementTests {
    private static func announcement(_ summary: [Paragraph]) -> Announcement {
        Announcement(title: "Dash", heading: "PRACTICE", summary: summary, details: ["The callback"])
    }

    @Test("a notification has the essentials, and a dialogue the details, too")
    func both() async {
        let (notifier, prompt) = (MemoryNotifier(), FakePrompt([]))
        let announcement = Self.announcement(["Paid 1 DASH", "to X"]).adding("The server will be notified.")
        #expect(announcement.notify(by: notifier))
        #expect(notifier.shown == ["Dash\nPRACTICE\nPaid 1 DASH\nto X"])
        #expect(await announcement.show(by: prompt))
        #expect(
            prompt.told.map(\.pages) == [
                ["PRACTICE\nPaid 1 DASH\nto X\n\nThe callback\nThe server will be notified."]
            ])
        #expect(!announcement.notify(by: MemoryNotifier(hasDesktop: false)))
    }

    @Test(
        "whether the person saw it: a dialogue that they closed in any way, and none that ended by itself",
        arguments: [(PromptError.refused, true), (.timedOut, false), (.unavailable("gone"), false)])
    func seen(_ error: PromptError, wasSeen: Bool) async {
        let prompt = FakePrompt([])
        prompt.tellFails = error
        #expect(await Self.announcement(["Paid"]).show(by: prompt) == wasSeen)
    }

    @Test("what no dialogue holds was not seen")
    func tooLong() async {
        let prompt = FakePrompt([])
        let page = Paragraph(own: String(repeating: "x", count: 800))
        #expect(await !Self.announcement(Array(repeating: page, count: 13)).show(by: prompt))
        #expect(prompt.told.isEmpty)
    }
}
