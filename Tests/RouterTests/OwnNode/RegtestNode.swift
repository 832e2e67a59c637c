import Foundation
import Testing

/// A real node on a private network of its own.
final class RegtestNode {
    /// A kind of node.
    struct Kind: Sendable, CustomTestStringConvertible {
        let coin: String
        let ticker: String
        /// The beginning of what it calls itself.
        let subversion: String
        let program: String
        let client: String
        let options: [String]
        /// What a legacy address is asked for by.
        let newAddress: [String]

        var testDescription: String { coin }
        var isInstalled: Bool { [program, client].allSatisfy(FileManager.default.isExecutableFile) }

        /// Litecoin Core, which Debian has. As Bitcoin Core has it, payments may be replaced; Litecoin Core lets none be
        /// replaced unless it is told to.
        static let litecoin = Kind(
            coin: "litecoin", ticker: "LTC", subversion: "/LitecoinCore:0.", program: "/usr/bin/litecoind",
            client: "/usr/bin/litecoin-cli",
            options: ["-mempoolreplacement=1"], newAddress: ["getnewaddress", "", "legacy"])

        /// Dash Core, where the environment says in which folder it is: DASH_CORE.
        static let dash = ProcessInfo.processInfo.environment["DASH_CORE"].map { folder in
            Kind(
                coin: "dash", ticker: "DASH", subversion: "/Dash Core:", program: folder + "/dashd",
                client: folder + "/dash-cli", options: [],
                newAddress: ["getnewaddress"])
        }

        /// Those that are here.
        static let all = [litecoin, dash].compactMap(\.self).filter(\.isInstalled)
    }

    let kind: Kind
    let port: UInt16
    private let directory: URL
    private var process: Process

    /// The file with name and password, which the node writes anew at each start.
    var cookie: String { directory.path + "/regtest/.cookie" }

    init(_ kind: Kind = .litecoin) throws {
        self.kind = kind
        directory = FileManager.default.temporaryDirectory.appending(path: "node-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        port = LoopbackPort.free()
        process = try Self.start(kind, directory, port)
        try call(["createwallet", "person"])
        try mine(101)
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: directory)
    }

    private static func start(_ kind: Kind, _ directory: URL, _ port: UInt16) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: kind.program)
        process.arguments =
            [
                "-regtest", "-datadir=\(directory.path)", "-rpcport=\(port)", "-listen=0", "-server=1",
                "-fallbackfee=0.0001", "-printtoconsole=0",
            ] + kind.options
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Stops the node and starts it again: it has another cookie then, in another file.
    func restart() throws {
        try call(["stop"])
        process.waitUntilExit()
        process = try Self.start(kind, directory, port)
        try call(["loadwallet", "person"])
    }

    /// What the node's own client says. Waits for a node that starts.
    @discardableResult
    func call(_ arguments: [String], wallet: String? = nil) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments =
            ["3600", kind.client, "-regtest", "-datadir=\(directory.path)", "-rpcport=\(port)", "-rpcwait"]
            + (wallet.map { ["-rpcwallet=\($0)"] } ?? []) + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(arguments): \(text)")
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Mines blocks for the person's wallet.
    func mine(_ count: Int) throws {
        try call(["generatetoaddress", "\(count)", try address()], wallet: "person")
    }

    /// A new address of the person's wallet.
    func address() throws -> String { try call(kind.newAddress, wallet: "person") }

    /// How much an address of the person's wallet got, with what waits for a block.
    func received(_ address: String) throws -> String {
        try call(["getreceivedbyaddress", address, "0"], wallet: "person")
    }
}
