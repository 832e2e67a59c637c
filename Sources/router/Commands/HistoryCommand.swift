import ArgumentParser
import ExactJSON
import Glibc
import RouterLinux
import RouterStorage
import SchemeRouter

/// `router history`: the journal.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show what links asked for and what became of it, newest first.")

    @Flag(help: "Print JSON.") var json = false
    @Option(name: .customShort("n"), help: "How many entries.") var count = 20
    @Option(help: "Forget what ended before this day, such as 2026-01-31 (UTC), for good.") var forget: Day?

    func validate() throws {
        guard (1...100_000).contains(count) else { throw ValidationError("-n: 1 to 100000.") }
    }

    func run() throws {
        let installation = try RouterCommand.installation()
        if let forget {
            try Self.forget(forget, installation.places.journal)
            return
        }
        // Without a journal there is no history; looking must not make one.
        let exists = Linux.access(installation.places.journal, F_OK) == 0
        let entries = exists ? try SQLiteJournal(path: installation.places.journal).newest(count) : []
        if json {
            StandardStreams.print(JSON.array(entries.map(Self.json)).text)
        } else if entries.isEmpty {
            StandardStreams.print("Nothing yet.")
        } else {
            entries.forEach { StandardStreams.print(Self.text($0, installation.routes)) }
        }
    }

    /// What is unfinished stays, and so does the last day, which limits count and repeated links are known by.
    private static func forget(_ day: Day, _ path: String) throws {
        guard day.start <= UnixTime(time(nil)) - 86_400 else {
            throw UsageError("--forget: The last 24 hours are kept, because your limits count them.")
        }
        let count = Linux.access(path, F_OK) == 0 ? try SQLiteJournal(path: path).forget(before: day.start) : 0
        StandardStreams.print(count == 1 ? "One entry is forgotten." : "\(count) entries are forgotten.")
    }

    private static func json(_ entry: JournalEntry) -> JSON {
        .object([
            ("id", .number(entry.id)), ("seen", .number(entry.seen)), ("changed", .number(entry.changed)),
            ("action", .string(entry.request.action.rawValue)), ("scheme", .string(entry.request.scheme)),
            ("coin", .string(entry.request.chain.coin.name)),
            ("network", .string(entry.request.chain.network.rawValue)),
            ("practice", .bool(entry.request.chain.isPractice)), ("sender", JSON(entry.request.sender)),
            ("address", JSON(entry.request.recipient)),
            ("amount", (entry.amount ?? entry.request.amount).map { .number($0.units) } ?? .null),
            ("fee", entry.fee.map { .number($0.units) } ?? .null),
            ("account", entry.request.account.map { .number(Int64($0)) } ?? .null),
            ("txid", JSON(entry.transaction?.id.hex)), ("progress", .string(entry.progress.rawValue)),
            ("end", JSON(entry.end?.rawValue)), ("toldFailure", JSON(entry.toldFailure?.rawValue)),
        ])
    }

    private static func text(_ entry: JournalEntry, _ routes: RouteTable) -> String {
        let request = entry.request
        let coin = routes.coins[request.chain.coin]
        var parts = ["#\(entry.id)", Timestamp.text(entry.seen)]
        if request.chain.isPractice { parts.append("PRACTICE") }
        switch request.action {
        case .payment:
            let amount = (entry.amount ?? request.amount).flatMap { coin?.text($0) } ?? "?"
            parts.append("pay \(amount) to \(request.recipient ?? "?")")
        case .address: parts.append("tell a \(coin?.title ?? request.chain.coin.name) address")
        case .masterPublicKey: parts.append("tell the master public keys of account \(request.account ?? 0)")
        case .scanQR: parts.append("scan a QR code")
        case .login: parts.append("log in")
        case .transfer: parts.append(request.recipient.map { "pay \($0)" } ?? "call the contract of a token")
        case .transaction: parts.append("call contracts")
        case .sign: parts.append("sign a text")
        case .openHome: parts.append("open the wallet")
        case .openDapp: parts.append("open a dapp's page")
        }
        parts.append("for \(request.sender ?? "nobody"):")
        parts.append(entry.end?.rawValue ?? "interrupted when \(entry.progress.rawValue)")
        if let code = entry.toldFailure { parts.append("(the program was told “\(code.rawValue)”)") }
        if let txid = entry.transaction?.id.hex { parts.append("txid \(txid)") }
        return parts.joined(separator: " ")
    }
}

/// Times as people read them, in UTC, the same everywhere.
enum Timestamp {
    static func text(_ time: UnixTime) -> String {
        var seconds = time_t(time)
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        var buffer = [CChar](repeating: 0, count: 32)
        let count = unsafe strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M:%SZ", &parts)
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
