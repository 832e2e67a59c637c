import ArgumentParser
import ExactJSON
import Glibc
import RouterLinux
import RouterStorage
import SchemeRouter

struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show what links asked for and how they ended, newest first.",
        discussion: "It asks your networks about payments that are not final yet.")

    @Flag(help: "Print JSON.") var json = false
    @Option(name: .customShort("n"), help: "How many entries to show.") var count = 20
    @Flag(help: "Do not ask any network.") var offline = false
    @Option(
        help: ArgumentHelp(
            "Forget what ended before this day, such as 2026-01-31 (UTC), for good.", valueName: "date"))
    var forget: Day?

    func validate() throws {
        guard (1...100_000).contains(count) else { throw ValidationError("-n must be between 1 and 100000.") }
    }

    func run() async throws {
        let context = try RouterCommand.context()
        if let forget {
            return try tell(Self.forget(forget, context.paths.journal))
        }
        // Without a journal there is no history; reading must not create one.
        let exists = Linux.access(context.paths.journal, F_OK) == 0
        let entries = exists ? try SQLiteJournal(path: context.paths.journal).newest(count) : []
        var states: [Int64: PaymentState] = [:]
        // If no network can be asked, the journal's contents are still shown.
        if !offline, !entries.isEmpty, let services = try? context.services() {
            let resumption = Resumption(services: services, router: context.router)
            states = await resumption.states(of: entries)
        }
        if json {
            StandardStreams.print(entries.map { Self.json($0, states[$0.id], context.routes) })
        } else if entries.isEmpty {
            StandardStreams.print("Nothing yet.")
        } else {
            entries.forEach { StandardStreams.print(Self.text($0, states[$0.id], context.routes)) }
        }
    }

    /// Keeps unfinished entries and the last day, which limits and the detection of repeated links need.
    private static func forget(_ day: Day, _ path: String) throws -> Int {
        guard day.start <= UnixTime(time(nil)) - 86_400 else {
            throw UsageError("--forget: The last 24 hours are kept, because your limits count them.")
        }
        return Linux.access(path, F_OK) == 0 ? try SQLiteJournal(path: path).forget(before: day.start) : 0
    }

    private func tell(_ forgotten: Int) {
        guard !json else { return StandardStreams.print([JSON(["forgotten": forgotten])]) }
        StandardStreams.print(forgotten == 1 ? "One entry was forgotten." : "\(forgotten) entries were forgotten.")
    }

    private static func json(_ entry: JournalEntry, _ state: PaymentState?, _ routes: RouteTable) -> JSON {
        let request = entry.request
        return JSON([
            "id": entry.id, "seen": entry.seen, "changed": entry.changed, "action": request.action.rawValue,
            "scheme": request.scheme, "coin": request.chain.coin.name, "network": request.chain.network.rawValue,
            "practice": request.chain.isPractice, "sender": request.sender, "address": request.recipient,
            "amount": entry.shownAmount?.units, "fee": entry.fee?.units, "account": request.account,
            "txid": entry.transactionID?.hex, "progress": entry.progress.rawValue, "end": entry.end?.rawValue,
            "bumps": request.bumps, "opener": request.opener?.record, "toldFailure": entry.toldFailure?.rawValue,
            "program": entry.program,
            "state": state?.name ?? entry.settlement?.name, "confirmations": state?.confirmations,
            "locked": state?.isLocked, "replacedBy": state?.replacement?.hex,
        ]).adding(routes.coins[request.chain.coin]?.unitsJSON ?? .object([]))
    }

    private static func text(_ entry: JournalEntry, _ state: PaymentState?, _ routes: RouteTable) -> String {
        let request = entry.request
        let coin = routes.coins[request.chain.coin]
        let amount = entry.shownAmount.flatMap { coin?.text($0) } ?? "an amount that is not recorded"
        let what =
            switch request.action {
            case .payment: "pay \(amount)" + (request.recipient.map { " to " + payee($0) } ?? "")
            case .address: "tell a \(coin?.title ?? request.chain.coin.name) address"
            case .masterPublicKey: "tell the master public keys of account \(request.account ?? 0)"
            case .scanQR: "scan a QR code"
            case .login: "log in"
            case .transfer: request.recipient.map { "pay " + payee($0) } ?? "call the contract of a token"
            case .transaction: "call contracts"
            case .sign: "sign a text"
            case .openHome: "open the wallet"
            case .openDapp: "open a dapp's page"
            case .withdraw: "take money from a server"
            case .channel: "accept a Lightning channel"
            case .askServer: "ask a server"
            case .delegate: "let a pool stake"
            case .claim: "take a gift"
            case .contact: "add a contact"
            }
        // Accounts of other chains can have the same names.
        let account = coin?.accountChain == nil ? nil : coin.map { "on \($0.title)" }
        let asked = [
            what, account, request.bumps.map { "with a higher fee than #\($0)" }, request.sender.map { "for \($0)" },
        ]
        let opener = request.opener.flatMap { $0.kind == .typed ? nil : "(opened by \($0.text))" }
        let parts = [
            "#\(entry.id)", Timestamp.text(entry.seen), tag(of: request.chain),
            asked.compactMap(\.self).joined(separator: " ") + ":",
            opener,
            entry.end.map { $0 == .handedOver ? "handed over" : $0.rawValue }
                ?? "interrupted when \(entry.progress.rawValue)",
            entry.toldFailure.map { "(the app was told “\($0.rawValue)”)" },
            entry.transactionID.map { "txid \($0.hex)" },
            state?.text(isFollowed: entry.isFollowed) ?? entry.settlement?.text,
            entry.program.map {
                entry.end == .failed
                    ? "(\(Quoted.word($0)) could not be started or reported a failure)"
                    : "to \(Quoted.word($0)); whether it paid is unknown"
            },
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}

extension HistoryCommand {
    /// The recipient as one word. Some protocols let a link name any text, which could go on like a line of this list.
    private static func payee(_ text: String) -> String {
        text.utf8.count > 200 ? Quoted(text, limit: 200).description : Quoted.word(text)
    }

    /// Marks what is not real money (S14).
    private static func tag(of chain: ChainID) -> String? {
        chain.isPractice ? "PRACTICE" : chain.network == .main ? nil : "\(chain.network.rawValue.uppercased()) NETWORK"
    }
}

/// Formats times for people, always in UTC.
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

/// `router resume`: finishes what a crash or an unreachable network left undone (S6).
struct ResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Finish what was interrupted. Nothing is paid twice.",
        discussion: """
            Signed payments are sent as they are, unless you give them up, and apps that are waiting for an answer get it. \
            Opening a link does the same for its coin.
            """)

    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let context = try RouterCommand.context()
        // Without a journal there is nothing to finish; reading must not create one.
        let exists = Linux.access(context.paths.journal, F_OK) == 0
        let resumed =
            exists ? try await Resumption(services: context.services(), router: context.router).run() : []
        if json {
            StandardStreams.print(resumed.map(Self.json))
        } else if resumed.isEmpty {
            StandardStreams.print("There is nothing to finish.")
        } else {
            for one in resumed {
                let practice = one.entry.request.chain.isPractice ? ["PRACTICE – no real money"] : []
                let lines = one.text(context.routes.coins[one.entry.request.chain.coin])
                StandardStreams.print((["#\(one.entry.id)"] + practice + lines).joined(separator: "\n  "))
            }
        }
        if resumed.contains(where: { $0.state.isUndecided }) { throw CommandEnd(code: .answerUnknown) }
    }

    private static func json(_ resumed: Resumed) -> JSON {
        JSON([
            "id": resumed.entry.id, "txid": resumed.entry.transactionID?.hex, "state": resumed.state.name,
            "callback": resumed.state.callback?.name,
        ])
    }
}

extension Resumed.State {
    /// Its stable name in JSON.
    fileprivate var name: String {
        switch self {
        case .finished: "finished"
        case .replyOwed: "answerOwed"
        case .undecided: "undecided"
        case .dropped: "dropped"
        case .interrupted: "interrupted"
        case .sentAgain: "sentAgain"
        case .forgotten: "forgotten"
        case .unclear: "unclear"
        case .replaced: "replaced"
        case .sentAfterAll: "sentAfterAll"
        case .unwatched: "unwatched"
        }
    }

    fileprivate var isUndecided: Bool {
        switch self {
        case .undecided, .forgotten, .unclear: true
        case .finished, .replyOwed, .dropped, .interrupted, .sentAgain, .replaced, .sentAfterAll, .unwatched:
            false
        }
    }
}

/// A day in UTC, written `2026-01-31`.
struct Day: ExpressibleByArgument {
    /// Its first second.
    let start: UnixTime

    init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }) else {
            return nil
        }
        let numbers = parts.compactMap { Int32($0) }
        var date = unsafe tm()
        unsafe (date.tm_year, date.tm_mon, date.tm_mday) = (numbers[0] - 1_900, numbers[1] - 1, numbers[2])
        let time = unsafe timegm(&date)
        // The C library turns 31 June into 1 July.
        guard unsafe date.tm_mon == numbers[1] - 1, unsafe date.tm_mday == numbers[2] else { return nil }
        start = UnixTime(time)
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
