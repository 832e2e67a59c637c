import Foundation
import SchemeRouter

/// A process of the real program, with one host's copy of the wallet.
final class Host {
    let name: String
    private let arguments: [String]
    private let network: HostNetwork?
    private let log: String
    private(set) var process = Process()

    /// - Parameter network: where it runs; nil for the network of this process.
    init(
        _ number: Int, name: String, _ money: PracticeMoney, database: String, wallet: String,
        network: HostNetwork? = nil
    ) {
        (self.name, self.network) = (name, network)
        log = "\(money.directory)/\(name)-\(number).log"
        arguments = [
            "work", "--database", database, "--wallet", wallet, "--wallet-directory",
            "\(money.directory)/host-\(number)", "--passcode-file", "\(money.directory)/passcode", "--ledgers",
            money.ledgers, "--sender", "shop", "--name", name, "--lease", "60", "--retry", "1", "--patience", "3600",
        ]
        _ = FileManager.default.createFile(atPath: log, contents: nil)
    }

    func start() throws {
        process = Process()
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        // swift-testing's helper runs the tests of a bundle next to the programs.
        let beside = [own, CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own]
            .map { URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("server").path }
        guard let program = beside.first(where: FileManager.default.isExecutableFile) else {
            throw Mistake("“server” is not built")
        }
        // What starts it becomes it.
        let command = (network?.entering ?? []) + [program] + arguments
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        // Keep the output of killed processes.
        let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        try output.seekToEnd()
        process.standardError = output
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    var isRunning: Bool { process.isRunning }
    var messages: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Kills it, waits until it is gone, and starts it again.
    /// - Parameter meanwhile: what happens in between.
    func restart(_ meanwhile: () throws -> Void) throws {
        signal(SIGKILL)
        process.waitUntilExit()
        try meanwhile()
        try start()
    }

    /// Asks it to end. Returns its exit code.
    func end() -> Int32 {
        signal(SIGCONT)
        signal(SIGTERM)
        process.waitUntilExit()
        return process.terminationStatus
    }
}
