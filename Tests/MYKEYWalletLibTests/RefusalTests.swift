import ExactJSON
import Foundation
import MYKEYWalletLib
import RouterEOSIO
import Testing

/// What is wrong before anything is opened: a clear error with its place, and no link.
@Suite @MainActor struct RefusalTests {
    private func wallet(_ opener: RecordingOpener = RecordingOpener(failing: .failed("must not be asked")))
        -> MYKEYWallet
    {
        MYKEYWallet(opener: opener, patience: .seconds(3_600))
    }

    private func initData(_ change: (InitRequest) -> Void = { _ in }) -> InitRequest {
        let data = InitRequest()
        (data.appKey, data.dappName, data.UUID, data.scheme) = ("xxxx", "Dapp", "user-1", "demo")
        change(data)
        return data
    }

    /// How a request ends that never reaches a wallet.
    private func failure(_ ask: (MYKEYResponse) -> Void) async throws -> JSON {
        let text = await withCheckedContinuation { continuation in
            ask(
                MYKEYResponse(
                    success: { continuation.resume(returning: "success \($0)") },
                    failure: { continuation.resume(returning: $0) },
                    cancelled: { continuation.resume(returning: "cancelled") }))
        }
        return try JSON(reading: Array(text.utf8), limits: .link)
    }

    @Test("10004 before init, for each request")
    func uninitialized() async throws {
        let wallet = wallet()
        for ask in [
            { wallet.authorize(authorizeRequest: AuthorizeRequest(), response: $0) },
            { wallet.transfer(transferRequest: TransferRequest(), response: $0) },
            { wallet.contract(contractRequest: ContractRequest(), response: $0) },
            { wallet.sign(signRequest: SignRequest(), response: $0) },
        ] as [(MYKEYResponse) -> Void] {
            #expect(try await failure(ask)["errorCode"] == .number(10004))
        }
        #expect(!wallet.handleUrl(url: "demo://mykeywallet.mykey.org?callBackId=1&result=1"))
    }

    @Test("what is wrong in an init is said by every request after it")
    func badInit() async throws {
        for (word, change) in [
            ("UUID", { $0.UUID = "" }), ("UUID", { $0.UUID = "a b" }),
            ("UUID", { $0.UUID = String(repeating: "x", count: 129) }),
            ("appKey", { $0.appKey = "" }), ("appKey", { $0.appKey = "a\nb" }), ("dappName", { $0.dappName = "" }),
            ("dappIcon", { $0.dappIcon = "\u{1}" }), ("scheme", { $0.scheme = "" }), ("scheme", { $0.scheme = "1a" }),
            ("scheme", { $0.scheme = "a b" }), ("scheme", { $0.scheme = "MYKEY" }), ("scheme", { $0.scheme = "https" }),
        ] as [(String, (InitRequest) -> Void)] {
            let wallet = wallet()
            wallet.initWallet(initData: initData(change))
            let json = try await failure { wallet.sign(signRequest: sign("x"), response: $0) }
            #expect(json["errorCode"] == .number(10012), "\(word)")
            #expect(json["errorMsg"]?.string?.isEmpty == false)
        }
        let simple = InitSimpleRequest()
        (simple.dappName, simple.scheme) = ("Dapp", "../x")
        let wallet = wallet()
        wallet.initWalletSimple(initSimpleData: simple)
        #expect(try await failure { wallet.sign(signRequest: sign("x"), response: $0) }["errorCode"] == .number(10012))
    }

    private func sign(_ message: String, server: String? = nil) -> SignRequest {
        let request = SignRequest()
        (request.message, request.callbackUrl) = (message, server)
        return request
    }

    private func transfer(_ change: (TransferRequest) -> Void) -> (MYKEYWallet, MYKEYResponse) -> Void {
        let request = TransferRequest()
        (request.to, request.amount, request.symbol) = ("alicealice11", "1.0000", "EOS")
        (request.contractName, request.decimal) = ("eosio.token", "4")
        change(request)
        return { $0.transfer(transferRequest: request, response: $1) }
    }

    private func contract(_ actions: [BaseAction]) -> (MYKEYWallet, MYKEYResponse) -> Void {
        let request = ContractRequest()
        request.actions = actions
        return { $0.contract(contractRequest: request, response: $1) }
    }

    private func call(_ change: (ContractAction) -> Void) -> ContractAction {
        let action = ContractAction()
        (action.account, action.name) = ("eosio", "buyram")
        change(action)
        return action
    }

    private func step(_ change: (TransferAction) -> Void) -> TransferAction {
        let action = TransferAction()
        (action.account, action.name) = ("eosio.token", "transfer")
        (action.data.from, action.data.to, action.data.quantity) = ("bob", "alice", "1.0000 EOS")
        change(action)
        return action
    }

    @Test("10012 for values that no wallet takes; each is refused for itself alone")
    func badRequests() async throws {
        let opener = RecordingOpener()
        let wallet = wallet(opener)
        wallet.initWallet(initData: initData())
        let transfers: [(TransferRequest) -> Void] = [
            { $0.to = "" }, { $0.to = "UPPER" }, { $0.from = "toolongtoolongtoo" }, { $0.contractName = "" },
            { $0.amount = "" }, { $0.amount = "01" }, { $0.amount = "1,0" }, { $0.amount = "-1" },
            { $0.amount = "0" },
            { $0.amount = "0.00001" }, { $0.amount = "461168601842738.7904" }, { $0.amount = "1E50" },
            { $0.symbol = "eos" }, { $0.symbol = "" }, { $0.decimal = "19" }, { $0.decimal = "x" },
            {
                $0.decimal = nil; $0.amount = "0.0000000000000000001"
            }, { $0.memo = String(repeating: "é", count: 129) },
            { $0.memo = "\u{0}" }, { $0.info = "\u{1B}" }, { $0.orderId = "a\nb" }, { $0.callbackUrl = "ftp://x" },
            { $0.callbackUrl = "https://x y" },
        ]
        let contracts: [[BaseAction]] = [
            [], Array(repeating: call { _ in }, count: 33), [call { $0.account = "" }], [call { $0.name = "A" }],
            [call { $0.data = [1] }], [call { $0.data = "x" }], [call { $0.info = "\u{7F}" }],
            [step { $0.name = "issue" }], [step { $0.data.quantity = "1.0000EOS" }],
            [step { $0.data.quantity = "0.0000 EOS" }], [step { $0.data.to = "" }],
            [step { $0.data.memo = String(repeating: "x", count: 257) }],
        ]
        let texts: [SignRequest] = [
            sign(""), sign("\u{0}"), sign(String(repeating: "x", count: 16_385)), sign("x", server: "javascript:x"),
        ]
        let bad: [(MYKEYWallet, MYKEYResponse) -> Void] =
            transfers.map(transfer) + contracts.map(contract)
            + texts.map { text in { $0.sign(signRequest: text, response: $1) } }
        for (index, ask) in bad.enumerated() {
            let json = try await failure { ask(wallet, $0) }
            #expect(json["errorCode"] == .number(10012), "\(index): \(json)")
        }
        // The same without the mistakes arrives, and is the first that was opened.
        let good = transfer { _ in }
        good(wallet, MYKEYResponse(success: { _ in }, failure: { _ in }, cancelled: {}))
        let asked = try await opener.next()
        #expect(asked.json["action"] == .string("transfer"))
        contract([call { _ in }, step { _ in }])(
            wallet, MYKEYResponse(success: { _ in }, failure: { _ in }, cancelled: {}))
        #expect(try await opener.next().json["action"] == .string("transaction"))
        wallet.handleUrl(url: asked.callback(0))
    }

    @Test("the place of a mistake, of typed errors")
    func places() async throws {
        let dapp = MYKEYDapp(try WireTests.identity(), opener: RecordingOpener())
        let error = await #expect(throws: MYKEYError.self) { try await dapp.sign(SigningRequest("")) }
        #expect(error?.parameter == "message")
        #expect(error?.reason == .invalidRequest)
        #expect(error?.code == .IllegalParameter)
        #expect(error?.description == "invalidRequest (10012): “message” is missing. [message]")
    }

    @Test("typed requests without a name where one must be")
    func emptyNames() async throws {
        let dapp = MYKEYDapp(try WireTests.identity(), opener: RecordingOpener(), patience: .seconds(3_600))
        let (none, some, price) = (Name(value: 0), try Name("bob"), try Asset("1.0000 EOS"))
        for (to, contract, place) in [(none, some, "to"), (some, none, "contractName")] {
            let error = await #expect(throws: MYKEYError.self) {
                try await dapp.transfer(TokenTransferRequest(price, of: contract, to: to))
            }
            #expect(error?.parameter == place)
        }
        for (account, name, place) in [(none, some, "account"), (some, none, "name")] {
            let action = ContractCallRequest.Action(account: account, name: name, data: .object([]))
            let error = await #expect(throws: MYKEYError.self) {
                try await dapp.contract(ContractCallRequest([action]))
            }
            #expect(error?.parameter == "actions[0]." + place)
        }
    }

    @Test("10002 and the hook for it, 10001", arguments: [false, true])
    func opening(disableInstall: Bool) async throws {
        for (problem, code) in [(LinkOpenerError.noHandler, 10002), (.failed("x"), 10001)] {
            let wallet = wallet(RecordingOpener(failing: problem))
            var shown = 0
            wallet.install = { shown += 1 }
            wallet.initWallet(initData: initData { $0.disableInstall = disableInstall })
            #expect(
                try await failure { wallet.sign(signRequest: sign("x"), response: $0) }["errorCode"] == .number(code))
            #expect(shown == (code == 10002 && !disableInstall ? 1 : 0))
        }
    }
}
