import ExactJSON
import Foundation
import RouterEOSIO
import RouterMYKEYFormat
import RouterTestSupport
import Testing

/// The example of a dapp, its links opened and its answers delivered by the desktop's real openers. The wallet is the
/// test: a stand-in records the link, and the test answers it.
@Suite(.serialized) struct MYKEYDappTests {
    private static let txid = String(repeating: "8e", count: 32)

    private static func home() throws -> DesktopHome {
        let home = try DesktopHome()
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/programs/mykey-dapp", withDestinationPath: BuiltPrograms.path(of: "mykey-dapp"))
        try home.register([
            ("wallet", "recorder", "-- %u", ["mykey"]), ("mykeydapp", "mykey-dapp", "%u", ["mykeydemo"]),
        ])
        return home
    }

    /// Starts the example. It opens links by `gio` where the test's own `PATH` has it, else by `xdg-open`.
    private static func start(
        _ arguments: [String], in home: DesktopHome, by opener: Opener
    ) throws -> RunningProgram {
        var more = ["DISPLAY": ":99"]
        if opener != .gio {
            // The openers' own programs without gio, which would come first.
            for name in try FileManager.default.contentsOfDirectory(atPath: "/usr/bin") where name != "gio" {
                try? FileManager.default.createSymbolicLink(
                    atPath: home.path + "/path/" + name, withDestinationPath: "/usr/bin/" + name)
            }
            more["PATH"] = home.path + "/path"
        }
        return try home.start([home.path + "/programs/mykey-dapp"] + arguments, more)
    }

    /// The request that the wallet was started with, and the link of its answer.
    private static func asked(in home: DesktopHome) throws -> (request: JSON, callback: String) {
        let record = try #require(home.records(of: "recorder", count: 1).first, "the wallet was not started")
        try #require(record.arguments.count == 2 && record.arguments[0] == "--")
        let items = record.arguments[1].split(separator: "?")[1].split(separator: "&").map {
            String($0.split(separator: "=", maxSplits: 1)[1]).removingPercentEncoding ?? ""
        }
        let param = try RequestParam(items[0], appKey: items[1], userID: items[2])
        return (param.json, try #require(param.json["callback"]?.string))
    }

    private static let requests: [(arguments: [String], action: String, payload: String, printed: String)] = [
        (
            ["transfer", "--to", "alicealice11", "--quantity", "1.0000 EOS", "--account", "bobbobbobbob"], "transfer",
            #"{"txId":"\#(txid)"}"#, #"{"txId":"\#(txid)","isServerTold":true}"#
        ),
        (
            ["contract", "--action", "buyram", "--data", #"{"quant":"1.0000 EOS"}"#, "--plain"], "transaction",
            #"{"txId":"\#(txid)","notify":{"ok":false}}"#, #"{"txId":"\#(txid)","isServerTold":false}"#
        ),
    ]

    @Test(
        "a request goes to the wallet, and its answer back to the program that waits",
        .needs("xdg-open", "gio", from: "xdg-utils libglib2.0-bin"),
        arguments: [Opener.gio, .generic])
    func loop(opener: Opener) throws {
        for (arguments, action, payload, printed) in Self.requests {
            let home = try Self.home()
            let dapp = try Self.start(arguments, in: home, by: opener)
            let (request, callback) = try Self.asked(in: home)
            #expect(request["action"] == .string(action))
            #expect(request["protocol"] == .string("MYKEYSimple"))
            // Somebody else's guess comes first, and changes nothing.
            try home.open("mykeydemo://mykeywallet.mykey.org?callBackId=0&result=1&payload=x", by: opener)
            let encoded = payload.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            try home.open(callback + "&result=1&payload=" + encoded, by: opener)
            #expect(dapp.status() == 0, "\(dapp.printed)")
            #expect(dapp.printed == printed + "\n")
            #expect(home.records(of: "browser").isEmpty)
        }
    }

    @Test(
        "a no, a failure and an answer that says nothing are told apart",
        .needs("xdg-open", "gio", from: "xdg-utils libglib2.0-bin"))
    func ends() throws {
        for (arguments, end, status, printed) in [
            (["sign", "--message", "x"], "&result=0", 2, #"{"errorCode":0,"#),
            (["sign", "--message", "x"], "&result=10011", 1, #"{"errorCode":10011,"#),
            (["authorize"], "&result=1&payload=%7B%7D", 1, #"{"errorCode":2,"#),
        ] as [([String], String, Int32, String)] {
            let home = try Self.home()
            let dapp = try Self.start(arguments, in: home, by: .gio)
            try home.open(try Self.asked(in: home).callback + end, by: .gio)
            #expect(dapp.status() == status)
            #expect(dapp.printed.hasPrefix(printed), "\(dapp.printed)")
        }
    }

    @Test(
        "without a wallet it says so at once, and nothing else is opened",
        .needs("xdg-open", "gio", from: "xdg-utils libglib2.0-bin"),
        arguments: [Opener.gio, .generic])
    func noWallet(opener: Opener) throws {
        let home = try Self.home()
        try home.register([("mykeydapp", "mykey-dapp", "%u", ["mykeydemo"])])
        try FileManager.default.removeItem(atPath: home.path + "/data/applications/wallet.desktop")
        let dapp = try Self.start(["sign", "--message", "x"], in: home, by: opener)
        #expect(dapp.status() == 1)
        #expect(dapp.printed.hasPrefix(#"{"errorCode":10002,"#), "\(dapp.printed)")
        #expect(home.records(of: "browser").isEmpty)
    }

    @Test("an answer that nobody waits for, and a second program that waits")
    func nobody() throws {
        let home = try Self.home()
        let late = try home.start([home.path + "/programs/mykey-dapp", "mykeydemo://mykeywallet.mykey.org?result=1"])
        #expect(late.status() == 1)
        #expect(late.printed == "No mykey-dapp waits for an answer to “mykeydemo”.\n")
        let first = try Self.start(["sign", "--message", "1"], in: home, by: .gio)
        _ = try Self.asked(in: home)
        let second = try Self.start(["sign", "--message", "2"], in: home, by: .gio)
        #expect(second.status() == 1)
        #expect(second.printed == "Another mykey-dapp waits for an answer to “mykeydemo”.\n")
        // What a program that was killed leaves behind is in nobody's way.
        kill(first.process.processIdentifier, SIGKILL)
        #expect(first.status() != nil)
        let third = try Self.start(["sign", "--message", "3", "--patience", "1"], in: home, by: .gio)
        #expect(third.status() == 1)
        #expect(third.printed.hasPrefix(#"{"errorCode":2,"#), "\(third.printed)")
    }
}
