import ArgumentParser
import Dispatch
import Glibc
import LinkServer
import PostgresJournal
import RouterAxe
import RouterDash
import SchemeRouter

struct Work: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Carry out the links of the queue, beside any number of other workers.")

    @OptionGroup var options: DatabaseOptions

    @Option(help: "The directory of the wallet: a copy on each host, as “router wallet restore” makes it.")
    var walletDirectory: String

    @Option(help: "The file with the passcode, which only its owner can read; systemd's LoadCredential makes one.")
    var passcodeFile: String

    @Option(help: "The directory of the practice ledgers, as “router sandbox fund” fills them.")
    var ledgers: String

    @Option(help: "A scheme that gets replies, in lower case. Can be given several times.")
    var sender: [String] = []

    @Option(help: "For how many seconds a person has time to answer. Nobody else can use the wallet meanwhile.")
    var patience = Int64(Dialogue.timeout)

    @Option(help: "After how many seconds a link that could not be finished is tried again.")
    var retry: Int64 = 30

    @Option(help: "After how many seconds without a sign of life another worker takes over.")
    var lease: Int64 = 15

    @Option(help: "What others see as the name of this worker.")
    var name = "worker"

    @Flag(help: "End once nothing waits.")
    var untilEmpty = false

    func validate() throws {
        for (name, value) in [("patience", patience), ("retry", retry), ("lease", lease)]
        where !(1...86_400).contains(value) {
            throw ValidationError("“--\(name)” is a number of seconds from 1 to 86400.")
        }
    }

    func run() async throws {
        let passcode = try PasscodeFile.read(passcodeFile)
        let keyring = try await OpenWallet(directory: walletDirectory, passcode: passcode)
        var policy = Worker.Policy()
        policy.senders = Set(sender)
        (policy.patience, policy.retry, policy.lease) = (patience, retry, lease)
        let router = Router(
            routes: try RouteTable.load([.shipped]),
            plugins: [DashPlugin.name: DashPlugin(), AxePlugin.name: AxePlugin()])
        let worker = try Worker(
            try options.connect(), renewals: try options.connect(), wallet: options.wallet, name: name, router: router,
            networks: PracticeNetworks(directory: ledgers), keyring: keyring, policy: policy
        ) { Self.log($0) }
        let work = Task { await worker.run(untilEmpty: untilEmpty) }
        let signals = Self.ending { work.cancel() }
        await work.value
        withExtendedLifetime(signals) {}
    }

    /// Writes a line to standard error in a single call.
    private static func log(_ line: String) {
        var line = Shown.line(line) + "\n"
        line.withUTF8 { bytes in _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }

    /// Calls `body` when the program is asked to end. A link that waits for an answer is given up; one that is being
    /// paid is finished first.
    private static func ending(_ body: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
        [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler(handler: body)
            source.resume()
            return source
        }
    }
}
