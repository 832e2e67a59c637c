import RouterDescribedAsking
import SchemeRouter
import Testing

@testable import RouterDapp

/// An answer counts only for the request it answers.
@Suite struct PendingRequestTests {
    static let address = RequestBuilderTests.address
    static let paid = AnswerReaderTests.paid

    private func pending(_ make: (RequestBuilder) throws -> RequestLink) throws -> PendingRequest {
        let dash = try RequestBuilder(scheme: "dashwallet", of: Asking.routes)
        return try #require(PendingRequest(make(dash), askedAt: 1_000))
    }

    private func payment() throws -> PendingRequest {
        try pending { try $0.payment(PaymentDetails(address: Self.address), sender: "shop") }
    }

    private func code(_ pending: inout PendingRequest, _ callback: String) -> AnswerError.Code? {
        do throws(AnswerError) {
            _ = try pending.accept(Array(callback.utf8))
            return nil
        } catch {
            return error.code
        }
    }

    @Test("a payment is answered once, by its own address")
    func payments() throws {
        var pending = try payment()
        let other = Self.paid.replacing(Self.address, with: "XjkMY3GiK5aHwbpg9Uaw7QCPk3QE63Nh5i")
        #expect(code(&pending, other) == .otherRequest)
        #expect(code(&pending, "shop:callback=address&address=\(Self.address)&source=dashwallet") == .otherRequest)
        #expect(pending.answer == nil)
        #expect(code(&pending, Self.paid) == nil)
        #expect(code(&pending, Self.paid) == .alreadyAnswered)
    }

    @Test("a payment of which all letters became small is still known by what was asked")
    func foldedPayment() throws {
        var pending = try payment()
        let txid = try #require(TransactionID(hex: AnswerReaderTests.txid))
        #expect(try pending.accept(Array(Self.paid.lowercased().utf8)) == .paid(address: Self.address, txid: txid))
    }

    @Test("the answers of both phone wallets are read: by the scheme that was asked, or by a title")
    func phones() throws {
        let key = "xpub" + String(repeating: "aB", count: 53) + "c"
        for (source, isRead) in [
            ("dashwallet", true), ("Dash%20Wallet", true), ("dash%20wallet", true), ("Dash", true),
            ("DashWallet", true),
            ("axewallet", false), ("AxeWallet", false), ("Axe", false), ("Bitcoin", false), ("dash", false),
            ("otherwallet", false), ("", false),
        ] {
            for start in ["shop://callback=", "shop://?callback="] {
                var pending = try pending { try $0.address(sender: "shop") }
                let answer = "\(start)address&address=\(Self.address)&source=\(source)"
                #expect((code(&pending, answer) == nil) == isRead, "\(answer)")
            }
        }
        var pending = try pending { try $0.masterPublicKey(account: 0, sender: "shop") }
        let keys = "shop://?callback=masterPublicKey&masterPublicKeyBIP32=\(key)&masterPublicKeyBIP44=null&source=Dash"
        #expect(code(&pending, keys) == .missingField)
    }

    @Test("an address of which all letters became small is lost, a bech32 one is not")
    func foldedAddress() throws {
        var dash = try pending { try $0.address(sender: "shop") }
        let answer = "shop:callback=address&address=\(Self.address)&source=dashwallet"
        #expect(code(&dash, answer.lowercased()) == .caseFolded)
        #expect(code(&dash, answer.replacing("source=dashwallet", with: "source=axewallet")) == .otherRequest)
        #expect(code(&dash, answer.replacing("source=dashwallet", with: "source=DashWallet")) == nil)

        let bitcoin = try #require(Asking.routes.coin("bitcoin"))
        let link = RequestLink(
            scheme: "btcwallet", grammar: .authorityParameters, coin: WalletCoin(bitcoin), sender: "shop",
            content: .address)
        var segwit = try #require(PendingRequest(link, askedAt: 0))
        let bech32 = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"
        #expect(code(&segwit, "shop:callback=address&address=\(bech32)&source=btcwallet") == nil)
    }

    @Test("keys of another account answer nothing")
    func account() throws {
        let key = "xpub" + String(repeating: "A", count: 107)
        func callback(_ account: Int) -> String {
            "shop:callback=masterPublicKey&masterPublicKeyBIP32=\(key)&masterPublicKeyBIP44=\(key)&account=\(account)"
                + "&source=dashwallet"
        }
        var pending = try pending { try $0.masterPublicKey(account: 3, sender: "shop") }
        #expect(code(&pending, callback(0)) == .otherRequest)
        #expect(code(&pending, callback(3)) == nil)
    }

    @Test("after a failure the person may still pay; the other way round nothing changes")
    func failureThenSuccess() throws {
        let failure = "shop://callback=error&request=pay&code=declined&source=dashwallet"
        var pending = try payment()
        #expect(code(&pending, failure.replacing("request=pay", with: "request=address")) == .otherRequest)
        #expect(code(&pending, failure.replacing("dashwallet", with: "axewallet")) == .otherRequest)
        #expect(
            try pending.accept(Array(failure.utf8))
                == .failed(request: .payment, code: .declined, source: "dashwallet"))
        #expect(code(&pending, Self.paid) == nil)
        #expect(code(&pending, failure) == .alreadyAnswered)
    }

    @Test("after 150 seconds without an answer the request is given up, and a later answer is still taken")
    func patience() throws {
        var pending = try payment()
        #expect(!pending.isGivenUp(at: 1_150))
        #expect(pending.isGivenUp(at: 1_151))
        #expect(code(&pending, Self.paid) == nil)
        #expect(!pending.isGivenUp(at: 9_999))
    }

    @Test("a link without a sender waits for nothing")
    func noSender() throws {
        let scan = try RequestBuilder(scheme: "dashwallet", of: Asking.routes).scanQR()
        #expect(PendingRequest(scan, askedAt: 0) == nil)
    }
}
