import RouterDialogue
import Testing

/// The lines between `router` and its window.
@Suite struct WindowMessageTests {
    private static let forms: [WindowQuestion.Form] = [
        .confirm(typed: nil), .confirm(typed: "yes"), .secret(label: "Passcode"), .line(label: "Amount:"),
        .choose(otherwise: "Other"), .tell,
        .select([WindowOption(label: "a", detail: "b", icon: "c"), WindowOption(label: "“d”\n")]),
    ]

    private static func question(_ form: WindowQuestion.Form = .tell, _ text: String = "x") -> WindowQuestion {
        let runs: [DialogueParagraph.Run] = [.own("Pay "), .amount("1 X"), .address("abc"), .quoted("“\(text)”")]
        return WindowQuestion(
            id: 3, nonce: "n", form: form, title: "T",
            content: DialogueContent(
                subject: .handOver, isPractice: true, heading: [DialogueParagraph(.text, runs)],
                groups: [[], DialogueParagraph.Role.allCases.map { DialogueParagraph($0, [.own("r")]) }]),
            agree: "A", refuse: "R", mistake: "M", seconds: 9)
    }

    @Test("what is written is read again")
    func roundTrip() throws {
        let orders =
            Self.forms.map { WindowOrder.ask(Self.question($0)) }
            + [
                .ask(Self.question(.tell, String(repeating: "\\\"שלום\n", count: 20_000))), .finish,
                .again(id: 1, nonce: "", mistake: "m"),
            ]
        for order in orders {
            #expect(order.line.last == 0x0A && order.line.count { $0 == 0x0A } == 1)
            #expect(try WindowOrder(line: Array(order.line.dropLast())) == order)
        }
        let answers: [WindowAnswer] = [
            .agreed, .refused, .otherwise, .selected(0), .typed("\u{202E}\0"), .secret(bytes: 4), .timedOut,
        ]
        for report in answers.map({ WindowReport.answer(id: 2, nonce: "n", $0) }) + [.alive, .ready(version: 1)] {
            #expect(try WindowReport(line: Array(report.line.dropLast())) == report)
        }
    }

    @Test(
        "a text that would not be seen as it is makes the order invalid",
        arguments: [
            "a\u{202E}b", "a\u{200B}b", "a\tb", "a\u{1B}b", "a\0b", "\u{2066}a", "a\u{2028}b", "\u{FEFF}",
        ])
    func invisible(text: String) {
        let line = Array(WindowOrder.ask(Self.question(.tell, text)).line.dropLast())
        #expect(throws: WindowProtocolError.self) { try WindowOrder(line: line) }
    }

    @Test(
        "lines that are none of the protocol",
        arguments: [
            "", "{}", "[]", #"{"report":"answer"}"#, #"{"report":"ready"}"#, #"{"report":"ready","version":-1}"#,
            #"{"report":"answer","id":1,"nonce":"n","answer":"agree"}"#,
            #"{"report":"answer","id":"1","nonce":"n","answer":"agreed"}"#,
            #"{"report":"answer","id":1,"nonce":"n","answer":"selected","position":1.5}"#, #"{"report":"alive"}x"#,
        ])
    func nonsense(line: String) {
        #expect(throws: WindowProtocolError.self) { try WindowReport(line: Array(line.utf8)) }
        #expect(throws: WindowProtocolError.self) { try WindowOrder(line: Array(line.utf8)) }
    }
}
