import Foundation
import RouterTestSupport
import Testing

/// A real monerod on a private network of its own, with the wallet program of the person, which wants a login, and another
/// one of a shop. Tests that use it run one after another.
final class MoneroNode: @unchecked Sendable {
    /// To start one takes longer than a test. It ends with the process.
    private static let one: Result<MoneroNode, any Error> = Result {
        let node = try MoneroNode()
        atexit { MoneroNode.endOne() }
        return node
    }

    private static func endOne() { try? one.get().end() }

    /// The one of all tests, without payments that wait.
    static func shared() throws -> MoneroNode {
        let node = try one.get()
        #expect(try node.waiting() == 0)
        return node
    }

    private static let programs = ["/usr/bin/monerod", "/usr/bin/monero-wallet-rpc"]

    /// Whether both programs are here. Debian has them in one package.
    static let isInstalled = programs.allSatisfy(FileManager.default.isExecutableFile)

    static let missing: Comment = "no monerod found: to run this, install monero"

    /// What the tests' prompt is not asked for: the login of the person's wallet program.
    static let password = "a word of its own"

    private let directory: URL
    private let nodePort: UInt16
    private let shopPort: UInt16
    /// Where the person's wallet program listens.
    let port: UInt16
    private var node: Process?
    private var shop: Process?
    private var person: Process?
    /// The primary address of the person's wallet.
    private(set) var owner = ""

    /// The file with the password of the person's wallet program.
    var passwordFile: String { directory.path + "/password" }

    /// - Parameter blocks: how many were mined for the person; the money of all but the last 60 can be spent.
    private init(blocks: Int = 100) throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "monero-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        (nodePort, shopPort, port) = (LoopbackPort.free(), LoopbackPort.free(), LoopbackPort.free())
        try Self.password.write(toFile: passwordFile, atomically: true, encoding: .utf8)
        try startNode()
        shop = try start(
            Self.programs[1],
            [
                "--rpc-bind-port", "\(shopPort)", "--disable-rpc-login", "--wallet-dir", directory.path, "--log-file",
                directory.path + "/shop.log",
            ] + daemon)
        try create("person")
        owner = try #require(try shopCall("get_address", #"{"account_index":0}"#)["address"]?.text)
        _ = try shopCall("close_wallet", "{}")
        try create("shop")
        try mine(blocks)
        try startPerson()
    }

    private func end() {
        for process in [person, shop, node].compactMap(\.self) {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: directory)
    }

    private var daemon: [String] {
        ["--daemon-address", "127.0.0.1:\(nodePort)", "--trusted-daemon", "--rpc-ssl", "disabled"]
    }

    private func create(_ name: String) throws {
        _ = try shopCall("create_wallet", #"{"filename":"\#(name)","password":"","language":"English"}"#)
    }

    func startNode() throws {
        let others = [LoopbackPort.free(), LoopbackPort.free()]
        node = try start(
            Self.programs[0],
            [
                "--regtest", "--keep-fakechain", "--offline", "--fixed-difficulty", "1", "--data-dir",
                directory.path + "/node",
                "--rpc-bind-port", "\(nodePort)", "--p2p-bind-port", "\(others[0])", "--zmq-rpc-bind-port",
                "\(others[1])", "--non-interactive", "--rpc-ssl", "disabled",
            ])
        waitUntilListening(nodePort)
    }

    /// Starts the node again, and waits until the shop's wallet program has noticed that.
    func restartNode() throws {
        try startNode()
        for _ in 0..<36_000 {
            guard try reply(shopPort, "refresh", "{}")["result"] == nil else { return }
            usleep(100_000)
        }
    }

    private func waitUntilListening(_ port: UInt16) {
        for _ in 0..<36_000 {
            if let socket = try? LoopbackPort.connected(to: port) {
                close(socket)
                return
            }
            usleep(100_000)
        }
        Issue.record("nothing listens on port \(port)")
    }

    /// Has the node end, which keeps its blocks. A process that a test starts inherits a mask that blocks the usual signal.
    func stopNode() {
        tell("stop_daemon", "")
        node?.waitUntilExit()
    }

    /// Makes the node forget its last block, and the payments in it.
    func forgetBlock() throws {
        tell("pop_blocks", #"{"nblocks":1}"#)
        try forgetWaiting()
    }

    /// A call of the node that is not in its JSON-RPC.
    private func tell(_ name: String, _ body: String) {
        guard let descriptor = try? LoopbackPort.connected(to: nodePort) else { return }
        let head = "POST /\(name) HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        CallTrap.write(Array((head + body).utf8), to: descriptor)
        _ = CallTrap.message(from: descriptor)
        close(descriptor)
    }

    /// Starts the person's wallet program.
    /// - Parameters:
    ///   - login: whether it lets in only who knows the password.
    ///   - wallet: the file of the wallet.
    func startPerson(login: Bool = true, wallet: String = "person") throws {
        person = try start(
            Self.programs[1],
            [
                "--rpc-bind-port", "\(port)", "--wallet-file", directory.path + "/" + wallet, "--password", "",
                "--log-file", directory.path + "/person.log",
            ] + (login ? ["--rpc-login", "me:\(Self.password)"] : ["--disable-rpc-login"]) + daemon)
        // It listens once the wallet is open.
        waitUntilListening(port)
    }

    /// Ends the person's wallet program, and starts it with the wallet that a shop has: then it has none.
    func startPersonWithWalletOfShop() throws {
        killPerson()
        _ = try shopCall("close_wallet", "{}")
        try startPerson(wallet: "shop")
    }

    /// The opposite.
    func returnWallets() throws {
        killPerson()
        _ = try shopCall("open_wallet", #"{"filename":"shop","password":""}"#)
        try startPerson()
    }

    /// Ends the person's wallet program as `kill -9` does: it keeps nothing.
    func killPerson() {
        if let person { kill(person.processIdentifier, SIGKILL) }
        person?.waitUntilExit()
    }

    private func start(_ program: String, _ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = directory
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Mines blocks for the person's wallet, or none: then the money of earlier ones only gets older.
    func mine(_ count: Int) throws {
        let answer = try call(
            nodePort, "generateblocks",
            #"{"amount_of_blocks":\#(count),"wallet_address":"\#(owner)","starting_nonce":0}"#)
        #expect(answer["height"] != nil)
    }

    /// Makes the node forget what waits for a block.
    func forgetWaiting() throws { _ = try call(nodePort, "flush_txpool", "{}") }

    /// How many payments wait for a block.
    func waiting() throws -> Int {
        Int(try #require(try call(nodePort, "get_info", "{}")["tx_pool_size"]?.integer))
    }

    /// A new address of the shop.
    func address() throws -> String {
        try #require(try shopCall("create_address", #"{"account_index":0}"#)["address"]?.text)
    }

    /// How much an address of the shop got in blocks, in the smallest unit.
    func received(_ address: String) throws -> Int {
        _ = try shopCall("refresh", "{}")
        let all = try shopCall("get_transfers", #"{"in":true}"#)["in"]?.elements ?? []
        var sum = 0
        for entry in all where entry["address"]?.text == address { sum += Int(entry["amount"]?.integer ?? 0) }
        return sum
    }

    func shopCall(_ method: String, _ parameters: String) throws -> JSONValue {
        try call(shopPort, method, parameters)
    }

    /// The result of a call without a login.
    private func call(_ port: UInt16, _ method: String, _ parameters: String) throws -> JSONValue {
        let reply = try reply(port, method, parameters)
        return try #require(reply["result"], "\(method): \(reply)")
    }

    /// The answer to a call, which may be an error. Waits for a program that starts.
    private func reply(_ port: UInt16, _ method: String, _ parameters: String) throws -> JSONValue {
        let body = #"{"jsonrpc":"2.0","id":"0","method":"\#(method)","params":\#(parameters)}"#
        let head = "POST /json_rpc HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        var socket: Int32?
        for _ in 0..<36_000 {
            socket = try? LoopbackPort.connected(to: port)
            if socket != nil { break }
            usleep(100_000)
        }
        let descriptor = try #require(socket)
        defer { close(descriptor) }
        CallTrap.write(Array((head + body).utf8), to: descriptor)
        let answer = try #require(CallTrap.message(from: descriptor))
        let text = answer.text.split(separator: "\r\n\r\n", maxSplits: 1).last.map(String.init) ?? ""
        return try JSONValue(parsing: Data(text.utf8))
    }
}

extension RouterHome {
    /// Settings for the person's wallet program, and links of a shop that waits for an answer.
    /// - Parameter port: another port than the program's.
    func configure(_ node: MoneroNode, port: UInt16? = nil, _ more: String = "") throws {
        try write(
            "config/schemerouter/config.yaml",
            """
            networks:
              monero: { use: monero-rpc, url: "http://127.0.0.1:\(port ?? node.port)", user: me, network: regtest,
                password-file: "\(node.passwordFile)" }
            \(more)

            """)
        try FileManager.default.createDirectory(
            at: directory.appendingPathComponent("config/schemerouter/schemes.d"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try write(
            "config/schemerouter/schemes.d/teashop.yaml",
            """
            version: 1
            schemes:
              teashop:
                coin: monero
                grammar: uri
                callbacks: payment-proof
                links:
                  parameters: { app: { is: sender, required: true } }
                  forms:
                    - { path: receive, does: address }
                    - { path: "{address}", parameters: { sum: { is: amount } } }

            """)
    }
}
