import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// The list in which the person chooses a wallet, and the rules that remember the choice (S15).
@Suite struct ChoiceTextTests {
    private static let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let plain = "bitcoin:\(address)?amount=0.5"
    private static let invoice =
        "lnbc20u1p4tzwuqsp5yg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3qpp5qyqszqgpqyqszqgpqyqszqgpqyq"
        + "szqgpqyqszqgpqyqszqgpqyqsdq0xgsxxmmxvejk2ucxqxae4jsq9qrsgq9yl2mxgnmc9cuhzjyvhqjx5euujwk4wm2eddvy09ezdgjkx9djnye7svqmpfwqks6gmlr70gu4k2u08zk253ud6nmj87pdp55qpzdmcp0gsv7r"
    private static let electrum = WalletProgram.example("electrum", takes: ["bitcoin", "lightning"])
    private static let sparrow = WalletProgram.example("sparrow", takes: ["bitcoin"])

    /// Nothing is known about what it reads.
    private static let zeus = WalletProgram.example("zeus", takes: ["bitcoin", "lightning"])

    private static func text(
        _ url: String, _ programs: [WalletProgram], isHere: Bool = true, isPractice: Bool = false
    ) throws -> ChoiceText {
        let link = try ExecutionFixture().read(url)
        let choice = WalletChoice(for: link, isHere: isHere, wallets: MemoryWalletPrograms(programs), rules: [])
        return ChoiceText(link: link, choice: choice, isPractice: isPractice)
    }

    private static func rules(_ text: ChoiceText) -> [String] {
        text.rules(for: text.choice.ways).map(text.label)
    }

    @Test("a program that takes the link in two ways has a row for each, and one that takes it in one says no way")
    func ways() throws {
        let text = try Self.text(
            "bitcoin:\(Self.address)?amount=0.00002&lightning=\(Self.invoice)", [Self.zeus, Self.sparrow])
        #expect(
            text.choice.ways.map { text.option($0).label } == [
                "Open in zeus, on-chain", "Open in sparrow", "Open in zeus, by Lightning",
                "Pay from this wallet",
            ])
        #expect(
            Self.rules(text) == [
                "Always zeus for Bitcoin", "Always zeus for Bitcoin from 0.00002 BTC up",
                "Always sparrow for Bitcoin", "Always sparrow for Bitcoin from 0.00002 BTC up",
                "Always this wallet for Bitcoin", "Always this wallet for Bitcoin from 0.00002 BTC up",
            ])
        let page = try text.dialogue().flowing
        #expect(page.contains("1. on-chain to") && page.hasSuffix("Refuse if you did not just ask for this."))
    }

    @Test(
        "this wallet pays or answers, and says whether with practice money",
        arguments: [
            (plain, false, "Pay from this wallet"), ("bitcoin:\(address)", false, "Pay from this wallet"),
            (plain, true, "Pay from here (PRACTICE)"),
            ("dashwallet://request=address&sender=myapp", false, "Answer from this wallet"),
            ("dashwallet://request=address&sender=myapp", true, "Answer from here (PRACTICE)"),
        ])
    func here(_ url: String, isPractice: Bool, label: String) throws {
        let option = try Self.text(url, [], isPractice: isPractice).option(.here)
        let detail = isPractice ? "no real money" : "asks for your passcode"
        #expect(option == PromptOption(label, detail: detail, picture: .ours))
    }

    @Test("programs with the same name are told apart by where they are")
    func locationText() throws {
        let installed = Self.electrum
        let boxed = WalletProgram(
            id: "org.electrum.desktop", program: installed.program, container: "Flatpak", schemes: installed.schemes,
            origin: .entry, source: "")
        let text = try Self.text(Self.plain, [installed, boxed])
        let picture = PromptOption.Picture.program(entry: installed.program.desktopEntry)
        #expect(
            text.choice.ways.map(text.option) == [
                PromptOption("Open in electrum", detail: "/usr/bin/electrum", picture: picture, takes: "on-chain"),
                PromptOption("Open in electrum", detail: "Flatpak", picture: picture, takes: "on-chain"),
                PromptOption("Pay from this wallet", detail: "asks for your passcode", picture: .ours),
            ])
    }

    @Test("a rule from an amount up is offered only for an amount, and no more than eight rules are")
    func rules() throws {
        let programs = (1...5).map { WalletProgram.example("wallet\($0)", takes: ["bitcoin"]) }
        #expect(try Self.rules(Self.text("bitcoin:\(Self.address)", [Self.sparrow])).count == 2)
        #expect(try Self.rules(Self.text(Self.plain, programs)).count == 8)
    }

    @Test("the list has five programs at most")
    func most() async throws {
        var fixture = ExecutionFixture(.fail(.refused))
        fixture.hasNetwork = false
        fixture.wallets = MemoryWalletPrograms((1...6).map { .example("wallet\($0)", takes: ["bitcoin"]) })
        _ = try await fixture.run(Self.plain)
        #expect(fixture.prompt.options.first?.count { $0.label.hasPrefix("Open in ") } == 5)
    }
}
