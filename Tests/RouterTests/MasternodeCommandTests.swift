import Foundation
import RouterTestSupport
import Testing

/// `router keys masternode`, for the well-known test words.
@Suite struct MasternodeCommandTests {
    let home: RouterHome

    init() throws {
        home = try RouterHome()
        try home.makeWallet()
        _ = home.dialogue()
    }

    /// Keys of real money, which no test sends anything for.
    private func useRealKeys() throws {
        try home.router(["sandbox", "off", "dash"])
        try home.configure("networks: { dash: { use: electrum, servers: [\"tcp://127.0.0.1:1\"] } }\n")
    }

    private func keys(_ arguments: String..., answers: [String] = []) throws -> RouterHome.Result {
        try home.router(["keys", "masternode"] + arguments, answers: answers)
    }

    private func listed(_ arguments: String...) throws -> [JSONValue] {
        let result = try home.router(["keys", "masternode", "list", "--json"] + arguments)
        #expect(result.status == 0, "\(result.errors)")
        if OutputSchema.hasPython { #expect(try OutputSchema.masternodes.mistakes(in: result.output) == "") }
        let object = try JSONValue(parsing: Data(result.output.utf8))
        return object["kinds"]?.elements ?? []
    }

    private static let ownerAddress = "Xz1hSZcS94NVkgbewcsK8tfeX6D9axzp1X"
    private static let ownerKey = "86a9b1eaca715f3a587573beeec5f50528bcdbc6241a5d7a102b83f1c774741a"
    private static let ownerWIF = "XFoQ8CAT9zaKdcF4od5YG97skAmPn7FmdF2GEfVjGAV8PU9cDT3v"
    private static let operatorKey = "11122e1ad656d0610ce0f80d40da874d67ea656a3e66ed371c915ec3a488a43a"

    @Test("list shows the first unused key of each kind without the passcode, as the vectors have it")
    func list() throws {
        try useRealKeys()
        let result = try keys("list")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output == """
                Owner keys: 0 used, the next one is key 0
                  Key 0 (m/9'/5'/3'/2'/0): Not yet used
                    Address: \(Self.ownerAddress)
                Voting keys: 0 used, the next one is key 0
                  Key 0 (m/9'/5'/3'/1'/0): Not yet used
                    Address: XiRKrTcJXopSRX7bijrtz1cmeYmTsiArNn
                Operator keys: 0 used, the next one is key 0
                  Key 0 (m/9'/5'/3'/3'/0): Not yet used
                    Public key (basic): 878cad04aae29eb76171937eb7101452b401b026efbc27db840f130374e6a9ec8443d917277f8921e0ba6678a7709875
                    Public key (legacy): 078cad04aae29eb76171937eb7101452b401b026efbc27db840f130374e6a9ec8443d917277f8921e0ba6678a7709875
                Platform keys (evonode): 0 used, the next one is key 0
                  Key 0 (m/9'/5'/3'/4'/0'): Not yet used
                    Key ID: 302f2615e6955cce8ed3cff81e8011bfd3a2991f

                """)
        #expect(home.dialogue() == "")
        let kinds = try listed("--kind", "platform", "--kind", "owner", "--more", "2")
        #expect(kinds.map { $0["kind"]?.text } == ["owner", "platform"])
        #expect(kinds[0]["keys"]?.elements.map { $0["index"]?.integer } == [0, 1, 2])
        #expect(kinds[0]["keys"]?.elements.last?["path"]?.text == "m/9'/5'/3'/2'/2")
    }

    @Test("S8: reveal shows the private key after the passcode, and nothing else ever does")
    func reveal() throws {
        try useRealKeys()
        let refused = try keys("reveal", "owner", "0", answers: ["-"])
        #expect(refused.status == 130 && refused.output == "")
        let wrong = try keys("reveal", "owner", "0", answers: ["wrong passcode"])
        #expect(wrong.status == 130 && wrong.output == "" && wrong.errors.contains("passcode"), "\(wrong.errors)")
        _ = home.dialogue()
        let shown = try keys("reveal", "owner", "0", answers: [RouterHome.passcode])
        #expect(
            shown.output == """
                Owner keys: key 0 (m/9'/5'/3'/2'/0): Not yet used
                  Address: \(Self.ownerAddress)
                  Private key: \(Self.ownerKey)
                  Private key (WIF): \(Self.ownerWIF)

                """, "\(shown.errors)")
        let dialogue = home.dialogue()
        #expect(dialogue.contains("owner key 0 of Dash") && !dialogue.contains(Self.ownerKey))
        #expect(
            try keys("reveal", "operator", "0", answers: [RouterHome.passcode]).output.contains(
                "  Private key: \(Self.operatorKey)\n"))
        #expect(
            try keys("reveal", "platform", "0", answers: [RouterHome.passcode]).output.contains(
                "  Private / Public Keys (base64): "
                    + "X6I4sSvnc0er+bWVe9kC0WxqrKKNJcQmf/rL10WNzrExMMFDOTkc8mpo2Gh54YDumha2YPWqkfVg9nwKvoz3iQ==\n"))
        // Without a number, the first unused key.
        let first = try keys("reveal", "voting", answers: [RouterHome.passcode])
        #expect(first.output.hasPrefix("Voting keys: key 0 (m/9'/5'/3'/1'/0): Not yet used\n"))
        #expect(try keys("mark", "voting", "0").status == 0)
        let next = try keys("reveal", "voting", answers: [RouterHome.passcode])
        #expect(next.output.hasPrefix("Voting keys: key 1 (m/9'/5'/3'/1'/1): Not yet used\n"))
        // Not without the passcode in JSON either.
        let refusedJSON = try keys("reveal", "operator", "0", "--json", answers: ["-"])
        #expect(refusedJSON.status == 130 && refusedJSON.output.isEmpty)
        let shownJSON = try keys("reveal", "operator", "0", "--json", answers: [RouterHome.passcode])
        #expect(shownJSON.status == 0 && shownJSON.output.contains("\"privateKey\":\"\(Self.operatorKey)\""))
        let json = try keys("list", "--json", "--more", "5").output + keys("list").output
        #expect(!json.contains(Self.ownerKey) && !json.contains("rivate") && !json.contains(Self.operatorKey))
        for file in home.files() {
            let data = try Data(contentsOf: home.directory.appendingPathComponent(file))
            let raw = Data(
                stride(from: 0, to: 64, by: 2).map { offset in
                    let start = Self.ownerKey.index(Self.ownerKey.startIndex, offsetBy: offset)
                    return UInt8(Self.ownerKey[start..<Self.ownerKey.index(start, offsetBy: 2)], radix: 16) ?? 0
                })
            for secret in [raw, Data(Self.ownerKey.utf8), Data(Self.ownerWIF.utf8), Data(Self.operatorKey.utf8)] {
                #expect(data.range(of: secret) == nil, "\(file)")
            }
        }
    }

    @Test("mark makes list go on, with holes as not yet used; more than is known asks for the passcode once")
    func mark() throws {
        #expect(
            try keys("mark", "operator", "1").output == "PRACTICE – operator key 1 of Dash is now marked as used.\n")
        #expect(try keys("mark", "operator", "1").output.contains("already"))
        let list = try keys("list", "--kind", "operator").output
        #expect(list.hasPrefix("PRACTICE – no real money\nOperator keys: 1 used, the next one is key 2\n"))
        let lines = list.split(separator: "\n").filter { $0.contains("  Key ") }
        #expect(lines.map { $0.split(separator: ":").last } == [" Not yet used", " Used", " Not yet used"])
        #expect(lines.first?.contains("(m/1886544227'/9'/5'/3'/3'/0)") == true)
        #expect(try keys("mark", "operator", "1", "--unused").status == 0)
        #expect(try listed("--kind", "operator")[0]["firstUnused"]?.integer == 0)

        #expect(try keys("mark", "owner", "9").status == 0)
        _ = home.dialogue()
        #expect(try keys("list", answers: ["-"]).status == 130)
        let dialogue = home.dialogue()
        #expect(dialogue.contains("PRACTICE") && dialogue.contains("GETPIN"))
        let known = try keys("list", answers: [RouterHome.passcode])
        #expect(known.status == 0, "\(known.errors)")
        #expect(known.output.contains("Owner keys: 1 used, the next one is key 10"))
        _ = home.dialogue()
        #expect(try listed("--kind", "owner")[0]["keys"]?.elements.count == 11)
        #expect(home.dialogue() == "")
    }

    @Test("where the last key of all is used, reveal without INDEX says that none is unused")
    func last() throws {
        for index in stride(from: 999, through: 9_999, by: 1_000) {
            #expect(try keys("mark", "owner", "\(index)").status == 0)
        }
        _ = home.dialogue()
        let result = try keys("reveal", "owner")
        #expect(result.status == 64 && result.errors.contains("No key follows the used ones"), "\(result.errors)")
        #expect(home.dialogue() == "")
    }

    @Test("S14: practice has other keys, and marks of its own")
    func practice() throws {
        #expect(try keys("mark", "owner", "0").status == 0)
        #expect(try !keys("list").output.contains(Self.ownerAddress))
        let shown = try keys("reveal", "owner", "0", answers: [RouterHome.passcode])
        #expect(shown.output.hasPrefix("PRACTICE – no real money\nOwner keys: key 0 (m/1886544227'/9'"))
        #expect(shown.output.contains(": Used\n") && !shown.output.contains(Self.ownerKey))
        #expect(home.dialogue().contains("PRACTICE"))
        try useRealKeys()
        #expect(try listed("--kind", "owner")[0]["used"]?.integer == 0)
    }

    @Test("indexes out of range, unknown kinds and coins without such keys are refused with what there is")
    func refusals() throws {
        for (arguments, status, text) in [
            (["mark", "owner", "1000"], 64, "INDEX must be between 0 and 999."),
            (["mark", "owner", "-1"], 64, "index"), (["mark", "owner", "4294967296"], 64, "4294967296"),
            (["mark", "owner"], 64, "index"), (["mark", "owner", "1.5"], 64, "1.5"),
            (["mark", "miner", "0"], 64, "“owner”, “voting”, “operator” or “platform”"),
            (["reveal", "owner", "1000"], 64, "INDEX must be between 0 and 999."),
            (["list", "--more", "1000"], 64, "--more must be between 0 and 999."),
            (["list", "--kind", "miner"], 64, "miner"), (["list", "--coin", "nocoin"], 64, "There is no coin"),
            (["list", "--coin", "bitcoin"], 77, "Bitcoin has no masternode keys."),
            (["list", "--coin", "eos"], 77, "has no masternode keys."),
            (["list", "--coin", "axe"], 78, "No network is chosen for Axe."),
        ] as [([String], Int32, String)] {
            let result = try home.router(["keys", "masternode"] + arguments)
            #expect(result.status == status && result.errors.contains(text), "\(arguments): \(result)")
            #expect(result.output == "" && home.dialogue() == "")
        }
        let empty = try RouterHome()
        try empty.router(["sandbox", "on", "dash"])
        for command in [["list"], ["reveal", "owner", "0"], ["mark", "owner", "0"]] {
            #expect(try empty.router(["keys", "masternode"] + command).status == 66)
            #expect(empty.dialogue() == "")
        }
    }

    @Test("S12: Axe has three kinds, with its addresses, at the coin type that the person's settings say")
    func axe() throws {
        try useRealKeys()
        try home.write(
            "config/schemerouter/config.yaml",
            "networks: { axe: { use: electrum, servers: [\"tcp://127.0.0.1:1\"] } }\n")
        let kinds = try listed()
        #expect(kinds.map { $0["kind"]?.text } == ["owner", "voting", "operator"])
        #expect(kinds[2]["keys"]?.elements[0]["publicKeyLegacy"]?.text?.hasPrefix("078cad04") == true)
        #expect(kinds[0]["keys"]?.elements[0]["address"]?.text?.hasPrefix("P") == true)
        let platform = try keys("reveal", "platform", "0")
        #expect(platform.status == 77 && platform.errors.contains("It has these: owner, voting, operator."))
        try home.configure("paths: { axe: \"44'/4242'\" }\n")
        let moved = try home.router(["keys", "masternode", "list"], answers: [RouterHome.passcode])
        #expect(moved.status == 0 && moved.output.contains("(m/9'/4242'/3'/2'/0)"), "\(moved.errors)")
    }

    @Test("files are the owner's alone; a list that was changed is noticed with the passcode")
    func files() throws {
        #expect(try keys("mark", "owner", "0").status == 0)
        let wallet = home.directory.path + "/data/schemerouter/wallet/"
        for name in ["key-lists", "key-marks"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: wallet + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        let other = try RouterHome()
        try other.makeWallet(words: String(repeating: "abandon ", count: 23) + "art")
        try FileManager.default.removeItem(atPath: wallet + "key-lists")
        try FileManager.default.copyItem(
            atPath: other.directory.path + "/data/schemerouter/wallet/key-lists", toPath: wallet + "key-lists")
        for command in [["list"], ["reveal", "owner", "0"]] {
            let result = try home.router(["keys", "masternode"] + command, answers: [RouterHome.passcode])
            #expect(result.status == 77 && result.errors.contains("was changed"), "\(result)")
            #expect(result.output == "")
        }
    }
}
