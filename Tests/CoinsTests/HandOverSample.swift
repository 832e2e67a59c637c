import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting

/// What the suites about hand-overs share: a link, an invoice, two programs, and a person without a network.
enum HandOverSample {
    static let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    static let plain = "bitcoin:\(address)?amount=0.5&label=Shop"
    static let electrum = WalletProgram.example("electrum", takes: ["bitcoin", "lightning"], origin: .before)
    static let sparrow = WalletProgram.example("sparrow", takes: ["bitcoin"])
    static let invoice =
        "lnbc20u1p4tzwuqsp5yg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3qpp5qyqszqgpqyqszqgpqyqszqgpqyq"
        + "szqgpqyqszqgpqyqszqgpqyqsdq0xgsxxmmxvejk2ucxqxae4jsq9qrsgq9yl2mxgnmc9cuhzjyvhqjx5euujwk4wm2eddvy09ezdgjkx9djnye7svqmpfwqks6gmlr70gu4k2u08zk253ud6nmj87pdp55qpzdmcp0gsv7r"

    /// A person with these programs, who has no network and no wallet here.
    static func fixture(_ programs: WalletProgram..., answers: FakePrompt.Answer...) -> ExecutionFixture {
        var fixture = ExecutionFixture(answers)
        fixture.wallets = MemoryWalletPrograms(programs)
        fixture.hasNetwork = false
        return fixture
    }

    static func given(_ fixture: ExecutionFixture) -> [MemoryWalletPrograms.Given] {
        fixture.wallets.given
    }
}
