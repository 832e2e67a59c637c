import ExactJSON
import Foundation
import RouterEOSIO
import RouterMYKEYFormat
import RouterTestSupport
import Testing

/// The example of a dapp and the real router, which ask and answer each other by links that the desktop opens. The account
/// is one of the practice network; the dapp's server is a small program on this computer.
@Suite(.serialized) struct MYKEYLoopTests {
    private static func home(port: Int) throws -> DesktopHome {
        let home = try DesktopHome.ofRouter(answers: Array(repeating: DesktopHome.passcode, count: 12))
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/programs/mykey-dapp", withDestinationPath: BuiltPrograms.path(of: "mykey-dapp"))
        try home.register([
            ("schemerouter", "router", "open -- %u", ["mykey"]), ("mykeydapp", "mykey-dapp", "%u", ["mykeydemo"]),
        ])
        try home.write(
            "config/schemerouter/config.yaml",
            """
            networks:
              eos: { use: sandbox }
            sandbox: { senders: [mykeydemo, "http://127.0.0.1"] }
            allow-hosts: ["127.0.0.1"]
            pinentry: \(home.path)/programs/prompt

            """)
        let funded = try home.router(["sandbox", "fund", "eos", "10"])
        try #require(funded.status == 0, "\(funded.printed)")
        return home
    }

    private static let requests: [(arguments: [String], member: String, posted: String)] = [
        (["authorize"], "sign", "timestamp"),
        (["transfer", "--to", "alicealice11", "--quantity", "1.5000 EOS", "--memo", "thanks"], "txId", "tx_id"),
        (
            [
                "contract", "--contract", "eosio.token", "--action", "transfer", "--data",
                #"{"from":"practiceuser","to":"alicealice11","quantity":"0.5000 EOS","memo":""}"#,
            ], "txId", "tx_id"
        ),
        (["sign", "--message", "Is this really you?"], "sign", "message"),
    ]

    @Test(
        "all four requests: asked by a link, shown, signed, done, posted and told by a link",
        .needs("gio", "python3", from: "libglib2.0-bin python3"))
    func loop() throws {
        let server = try DappServer()
        let home = try Self.home(port: server.port)
        for (index, (arguments, member, posted)) in Self.requests.enumerated() {
            let command =
                [home.path + "/programs/mykey-dapp"] + arguments
                + ["--server", "http://127.0.0.1:\(server.port)/told", "--patience", "60"]
            let dapp = try home.start(command, ["DISPLAY": ":99"])
            #expect(
                dapp.status() == 0, "\(arguments[0]): \(dapp.printed) \(home.text("state/schemerouter/router.log"))")
            let answer = try JSON(reading: Array(dapp.printed.utf8), limits: .link)
            #expect(answer[member]?.string != nil, "\(dapp.printed)")
            let bodies = server.bodies
            #expect(bodies.count == index + 1, "\(arguments[0]) was not posted")
            let body = try JSON(reading: Array((bodies.last ?? "").utf8), limits: .link)
            #expect(body[posted] != nil && body["account"]?.string == "practiceuser")
            if arguments[0] == "authorize" { try Self.verify(body) }
        }
        #expect(home.dialogue.contains("SETDESC PRACTICE – no real money%0A"))
        #expect(home.dialogue.contains("%0APay 1.5000 EOS of the token contract eosio.token%0Ato alicealice11%0A"))
        #expect(home.dialogue.contains("Is this really you?"))
        let balance = try home.router(["wallet", "balance", "eos"])
        #expect(balance.status == 0 && balance.printed.contains("8.0000 EOS"), "\(balance.printed)")
    }

    @Test(
        "who refuses tells the dapp so, and nothing is posted",
        .needs("gio", "python3", from: "libglib2.0-bin python3"))
    func refused() throws {
        let server = try DappServer()
        let home = try Self.home(port: server.port)
        try home.write("answers", "-\n")
        let command = [
            home.path + "/programs/mykey-dapp", "sign", "--message", "x", "--server",
            "http://127.0.0.1:\(server.port)/told", "--patience", "60",
        ]
        let dapp = try home.start(command, ["DISPLAY": ":99"])
        #expect(dapp.status() == 2, "\(dapp.printed)")
        #expect(dapp.printed.hasPrefix(#"{"errorCode":0,"#) && server.bodies.isEmpty)
    }

    /// What a dapp's server would check.
    private static func verify(_ body: JSON) throws {
        let reply = try LoginReply(json: body)
        let key = try #require(body["public_key"]?.string)
        let account =
            #"{"permissions":[{"perm_name":"active","required_auth":{"threshold":1,"keys":[{"key":"\#(key)","weight":1}],"#
            + #""accounts":[],"waits":[]}}]}"#
        let keys = try #require(AccountKeys(account: JSON(reading: Array(account.utf8), limits: .link)))
        let verifier = LoginVerifier(dappKey: nil, refs: ["mykey"], protocols: [.mykeySimple])
        let login = try verifier.verify(
            reply, user: reply.uuID, keys: keys, now: Int64(Date().timeIntervalSince1970)
        ) { _ in true }
        #expect(login.account.description == "practiceuser")
    }
}

/// A dapp's server: takes everything, and keeps it.
private final class DappServer {
    let port: Int
    private let process = Process()
    private let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("dapp-server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let script = """
            import http.server, os, socketserver
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_POST(self):
                    body = self.rfile.read(int(self.headers["Content-Length"]))
                    with open("bodies", "ab") as file:
                        file.write(body + b"\\n")
                    answer = b'{"code":0,"message":""}'
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(answer)))
                    self.end_headers()
                    self.wfile.write(answer)
                def log_message(self, *arguments): pass
            # Not HTTPServer, which asks the name server who 127.0.0.1 is.
            server = socketserver.TCPServer(("127.0.0.1", 0), Handler)
            with open("port.new", "w") as file:
                file.write(str(server.server_address[1]))
            os.rename("port.new", "port")
            server.serve_forever()
            """
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = directory
        try process.run()
        let file = directory.appendingPathComponent("port")
        _ = Patience.holds { FileManager.default.fileExists(atPath: file.path) }
        port = try #require(Int(String(contentsOf: file, encoding: .utf8)))
    }

    deinit {
        // Not SIGTERM: a program started from a Dispatch thread inherits its mask, which blocks that.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: directory)
    }

    /// What it was sent, oldest first.
    var bodies: [String] {
        let text = (try? String(contentsOf: directory.appendingPathComponent("bodies"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }
}
