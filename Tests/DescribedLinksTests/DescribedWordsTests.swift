import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// What the person reads of links that only descriptors describe.
@Suite struct DescribedWordsTests {
    private static func words(_ request: DescribedRequest, _ coin: CoinDescriptor) -> String {
        DescribedText(request, of: coin).paragraphs.map(\.text).joined(separator: "\n")
    }

    @Test("S5: every link of the vectors is said in words: what it asks for, whom it pays, and each memo in full")
    func vectors() throws {
        var actions: Set<Action> = []
        for link in Reading.good {
            let read = try Reading.router.read(Array(link.utf8))
            let request = try #require(read.request.asDescribed)
            let words = Self.words(request, read.coin)
            actions.insert(request.action)
            let asked =
                switch request.action {
                case .payment: "It asks for "
                case .login: "It asks you to log in."
                case .withdraw: "It offers you money that a server would pay"
                case .channel: "accept a Lightning channel from a server"
                case .askServer: "Only a server knows what this link asks for"
                case .delegate: "It asks you to let someone else stake"
                case .claim: "It offers you something"
                default: "It asks you to sign a transaction."
                }
            #expect(words.contains(asked), "\(link): \(words)")
            for payment in request.payments {
                if let address = payment.address { #expect(words.contains(address.text), "\(link): \(words)") }
                if case .text(let memo)? = payment.memo {
                    let said = "everyone to see: \(Quoted(exactly: memo).description)"
                    #expect(words.contains(said), "\(link): \(words)")
                }
            }
        }
        #expect(actions.isSuperset(of: [.payment, .askServer, .delegate, .claim]), "\(actions)")
    }

    @Test("S5: data that goes to everyone is shown, too")
    func data() throws {
        let address = "zs1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnzs23v9ccrydpk8qarc0jqgfzyvjz2f389q5j5ctfvp5"
        let link = "zcash:\(address)?amount=1&memo=9v8"
        let read = try Reading.router.read(Array(link.utf8))
        let words = Self.words(try #require(read.request.asDescribed), read.coin)
        #expect(words.contains("Data included for the recipient or for everyone to see: f6ff"), "\(words)")
    }

    @Test("S15: what the person chooses for a link without a coin is remembered for its scheme alone")
    func remembered() throws {
        let wallets = MemoryWalletPrograms([.example("bank", takes: ["payto"]), .example("other", takes: ["payto"])])
        let link = try Reading.router.read(Array("payto://iban/DE75512108001245126199?amount=EUR:200.0".utf8))
        let choice = WalletChoice(for: link, isHere: false, wallets: wallets, rules: [])
        let offers = ChoiceText(link: link, choice: choice, isPractice: false).rules(for: choice.ways)
        #expect(
            offers.map(\.rule) == [
                HandOverRule(scheme: "payto", target: .program("bank.desktop")),
                HandOverRule(scheme: "payto", target: .program("other.desktop")),
            ])
    }

    @Test("S5: what fills more pages than anybody reads is not asked about with a part of it")
    func tooManyPages() throws {
        let payment = "address.%=t1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs&amount.%=1"
        let wallets = MemoryWalletPrograms([.example("one", takes: ["zcash"]), .example("two", takes: ["zcash"])])
        let payments = (1...30).map { payment.replacing("%", with: "\($0)") }
        let link = try Reading.router.read(Array("zcash:?\(payments.joined(separator: "&"))".utf8))
        let choice = WalletChoice(for: link, isHere: false, wallets: wallets, rules: [])
        var text = ChoiceText(link: link, choice: choice, isPractice: false, columns: 10)
        #expect(throws: RequestError.tooMuchToShow) { try text.dialogue() }
        text.columns = 60
        #expect(try text.dialogue().pages.count > 1)
    }

    @Test("S15: a link that asks for nothing offers no rule from an amount up")
    func nothing() throws {
        let wallets = MemoryWalletPrograms([.example("phantom", takes: ["solana"])])
        for (amount, count) in [("0", 1), ("1", 2)] {
            let link = try Reading.router.read(Array("solana:11111111111111111111111111111112?amount=\(amount)".utf8))
            let choice = WalletChoice(for: link, isHere: false, wallets: wallets, rules: [])
            let text = ChoiceText(link: link, choice: choice, isPractice: false)
            #expect(text.rules(for: choice.ways).count == count)
        }
    }
}
