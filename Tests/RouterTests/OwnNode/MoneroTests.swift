import Foundation
import RouterTestSupport
import Testing

/// The installed programs monerod and monero-wallet-rpc: from a link to a payment in a block.
@Suite(.enabled(if: MoneroNode.isInstalled, MoneroNode.missing), .serialized)
struct MoneroTests {
    private let home: RouterHome

    init() throws {
        home = try RouterHome.ofTestWords()
        try home.configure("")
    }

    private func open(_ link: String, _ more: [String] = [], answers: [String] = [RouterHome.passcode]) throws
        -> RouterHome.Result
    {
        try home.router(["open", "--json"] + more + [link], answers: answers)
    }

    private func history() throws -> [JSONValue] {
        try JSONValue(lines: home.router(["history", "--json", "-n", "1000"]).output).elements
    }

    @Test("a clicked link is shown, agreed to and paid once by the person's own wallet program")
    func pays() throws {
        let node = try MoneroNode.shared()
        try home.configure(node)
        let shop = try node.address()
        let link = "monero:\(shop)?tx_amount=1.5&tx_description=Tea%20for%20two&recipient_name=Shop"
        let preview = try home.router(["open", "--dry-run", link])
        #expect(preview.status == 0, "\(preview.output)\(preview.errors)")
        for words in ["Pay 1.5 XMR", "Total: 1.50", "account 0", "Tea for two", "Shop", "chosen by that wallet"] {
            #expect(preview.output.contains(words), "\(words): \(preview.output)")
        }
        #expect(preview.output.contains("The wallet \(node.owner.prefix(4))…\(node.owner.suffix(4)), account 0"))
        #expect(!preview.output.contains("the fee is more than"))
        let small = try home.router(["open", "--dry-run", "monero:\(shop)?tx_amount=0.001"])
        #expect(small.output.contains("Warning: the fee is more than 5 % of the amount."), "\(small.output)")
        #expect(try node.waiting() == 0, "S13: nothing is sent before the person agrees")
        #expect(try open(link, answers: ["-"]).status == 130)
        #expect(try node.waiting() == 0)
        // First how the same link just ended.
        let result = try open(link, answers: ["", RouterHome.passcode])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let id = try #require(try JSONValue(parsing: Data(result.output.utf8))["txid"]?.text)
        #expect(try node.waiting() == 1)
        try node.mine(1)
        #expect(try node.received(shop) == 1_500_000_000_000)
        let list = try home.router(["wallet", "history", "monero"])
        #expect(list.output.contains("sent 1.5 XMR") && list.output.contains(id), "\(list.output)\(list.errors)")
        #expect(try history().filter { $0["end"]?.text == "done" }.count == 1)
        let doctor = try home.router(["doctor"]).output
        #expect(doctor.contains("monero: the wallet program at") && doctor.contains("network regtest"), "\(doctor)")
        let balance = try home.router(["wallet", "balance", "monero"])
        #expect(balance.status == 0 && balance.output.contains("XMR in account 0 at 127.0.0.1"), "\(balance.errors)")
        #expect(balance.output.contains("cannot be spent from here. It is locked"), "\(balance.output)")
    }

    @Test("an integrated address is paid with the payment id inside it")
    func integrated() throws {
        let node = try MoneroNode.shared()
        try home.configure(node)
        let primary = try #require(try node.shopCall("get_address", #"{"account_index":0}"#)["address"]?.text)
        let made = try node.shopCall(
            "make_integrated_address",
            #"{"standard_address":"\#(primary)","payment_id":"0123456789abcdef"}"#)
        let integrated = try #require(made["integrated_address"]?.text)
        let result = try open("monero:\(integrated)?tx_amount=0.5")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        try node.mine(1)
        _ = try node.shopCall("refresh", "{}")
        let all = try node.shopCall("get_transfers", #"{"in":true}"#)["in"]?.elements ?? []
        #expect(all.filter { $0["payment_id"]?.text == "0123456789abcdef" }.count == 1)
    }

    @Test("several recipients are paid in one transaction, and all of them are shown with their sum")
    func several() throws {
        let node = try MoneroNode.shared()
        try home.configure(node)
        let shops = [try node.address(), try node.address()]
        let link = "monero:\(shops[0]);\(shops[1])?tx_amount=0.25;0.5"
        let preview = try home.router(["open", "--dry-run", link]).output
        #expect(preview.contains("Pay 0.75 XMR together") && preview.contains("2. 0.5 XMR to"), "\(preview)")
        // The consent has two pages.
        let result = try open(link, answers: ["", RouterHome.passcode])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(try node.waiting() == 1)
        try node.mine(1)
        #expect(try shops.map(node.received) == [250_000_000_000, 500_000_000_000])
    }

    @Test("router pay, an address for others, fee levels and limits are as with every other network")
    func commands() throws {
        let node = try MoneroNode.shared()
        try home.configure(node)
        let shop = try node.address()
        let paid = try home.router(["pay", shop, "0.125", "--fee", "slow"], answers: [RouterHome.passcode])
        #expect(paid.status == 0, "\(paid.output)\(paid.errors)")
        try node.mine(1)
        #expect(try node.received(shop) == 125_000_000_000)
        #expect(try home.router(["pay", shop, "0.125", "--fee", "1000"]).status != 0)
        #expect(try home.router(["pay", shop, "all"]).status != 0)
        let address = try home.router(["wallet", "address", "monero"])
        #expect(address.output.hasPrefix("8") && address.output.utf8.count == 96, "\(address.output)\(address.errors)")
        #expect(try home.router(["wallet", "address", "monero"]).output == address.output, "nobody paid it yet")
        try home.configure(node, "limits: { monero: { payment: \"1\" } }")
        let over = try open("monero:\(shop)?tx_amount=1")
        #expect(over.status == 77 && over.output.contains("limit"), "\(over.output): the fee counts, too")
        #expect(try node.waiting() == 0)
    }

    @Test("what cannot be paid is said in one sentence before anybody is asked, and nothing is sent")
    func refusals() throws {
        let node = try MoneroNode.shared()
        try home.configure(node)
        let shop = try node.address()
        let much = try open("monero:\(shop)?tx_amount=1000000", answers: [])
        #expect(much.status == 77 && much.output.contains("does not have enough"), "\(much.output)")
        let locked = try open("monero:\(shop)?tx_amount=2500", answers: [])
        #expect(locked.status == 77 && locked.output.contains("locked"), "\(locked.output)")
        let id = String(repeating: "ab", count: 32)
        let long = try open("monero:\(shop)?tx_amount=1&tx_payment_id=\(id)", answers: [])
        #expect(long.status != 0 && long.output.contains("cannot send"), "\(long.output)")
        try "wrong".write(toFile: node.passwordFile, atomically: false, encoding: .utf8)
        let login = try open("monero:\(shop)?tx_amount=1.1", answers: [])
        #expect(login.status == 76 && login.output.contains("rejected the user name"), "\(login.output)")
        try MoneroNode.password.write(toFile: node.passwordFile, atomically: false, encoding: .utf8)
        node.stopNode()
        let away = try open("monero:\(shop)?tx_amount=1.2", answers: [])
        #expect(away.status == 76 && away.output.contains("node"), "\(away.output)")
        node.killPerson()
        let gone = try open("monero:\(shop)?tx_amount=1.3", answers: [])
        #expect(gone.status == 76 && gone.output.contains("Is monero-wallet-rpc running?"), "\(gone.output)")
        try node.startNode()
        try node.startPerson(login: false)
        let open = try open("monero:\(shop)?tx_amount=1.4", answers: [])
        #expect(open.status == 78 && open.output.contains("every web page could use it"), "\(open.output)")
        #expect(try home.router(["doctor"]).output.contains("--rpc-login"))
        #expect(try node.waiting() == 0)
        node.killPerson()
        try node.startPerson()
    }

    @Test("S16: another wallet behind the same address of the program decides nothing about a payment")
    func otherWallet() throws {
        let node = try MoneroNode.shared()
        let shop = try node.address()
        let link = "monero:\(shop)?tx_amount=0.5"
        let trap = try CallTrap(before: node.port, at: "relay_tx", .before, home: home.directory.path)
        defer { trap.end() }
        try home.configure(node, port: trap.port)
        #expect(try open(link).status == SIGKILL)
        #expect(try node.waiting() == 0)
        try home.configure(node)
        try node.startPersonWithWalletOfShop()
        let resumed = try home.router(["resume"])
        #expect(resumed.output.contains("Another wallet is open"), "\(resumed.output)\(resumed.errors)")
        #expect(try node.waiting() == 0, "\(resumed.output)\(resumed.errors)")
        try node.returnWallets()
        #expect(try home.router(["resume"]).status == 0)
        #expect(try node.waiting() == 1)
        try node.mine(1)
    }

    @Test(
        "S4: an app that waits for an answer gets the txid, and a proof that the shop's wallet accepts for this app only"
    )
    func proves() throws {
        let node = try MoneroNode.shared()
        try home.configure(node)
        try home.register("shop")
        let address = try node.address()
        // Any answer turns a page.
        let result = try open(
            "teashop:\(address)?sum=0.5&app=shop", answers: [RouterHome.passcode, RouterHome.passcode])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let id = try #require(try JSONValue(parsing: Data(result.output.utf8))["txid"]?.text)
        let answer = try #require(try home.received().last)
        let beginning = "shop://callback=payack&address=\(address)&txid=\(id)&proof="
        #expect(answer.hasPrefix(beginning + "OutProofV"), "\(answer)")
        let proof = answer.dropFirst(beginning.count)
        for (message, isGood) in [("shop", true), ("other", false)] {
            let check = try node.shopCall(
                "check_tx_proof",
                #"{"txid":"\#(id)","address":"\#(address)","message":"\#(message)","signature":"\#(proof)"}"#)
            #expect(check["good"] == .bool(isGood), "\(check)")
        }
        try node.mine(1)
    }

    @Test("an app that asks for an address gets a new one of the wallet, its own until somebody was paid there")
    func asksForAddress() throws {
        let node = try MoneroNode.shared()
        try home.configure(node)
        var count = 0
        func told(_ app: String) throws -> String {
            try home.register(app)
            // The second answer is for the same link a moment ago.
            let result = try open("teashop:receive?app=\(app)", answers: ["", ""])
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            count += 1
            let answer = try #require(try home.received(times: count).last)
            let beginning = "\(app)://callback=address&address="
            #expect(answer.hasPrefix(beginning + "8") && answer.hasSuffix("&source=teashop"), "\(answer)")
            return String(answer.dropFirst(beginning.count).prefix { $0 != "&" })
        }
        let first = try told("shop")
        #expect(try told("shop") == first)
        #expect(try told("stall") != first)
        #expect(try home.router(["wallet", "address", "monero"]).output.contains(first) == false)
        // Only an address of the wallet itself is used afterwards: the wallet pays itself.
        let paid = try home.router(["pay", first, "0.25"], answers: [RouterHome.passcode])
        #expect(paid.status == 0, "\(paid.output)\(paid.errors)")
        try node.mine(1)
        #expect(try home.router(["wallet", "balance", "monero"]).status == 0)
        let second = try told("shop")
        #expect(second != first)
        let refused = try open("teashop:receive?app=shop", answers: ["", "-"])
        #expect(refused.status == 130 && refused.output.contains(second) == false, "\(refused.output)")
    }
}
