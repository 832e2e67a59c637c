import ExactJSON
import Glibc
import RouterLinux
import SchemeRouter

/// What a balance says of outputs besides their sum.
struct NotableText {
    let coin: CoinDescriptor
    /// One for each output.
    private let notable: [NotableOutput]

    init(coin: CoinDescriptor, notable: [NotableOutput]) {
        self.coin = coin
        var seen: Set<Outpoint> = []
        self.notable = notable.filter { seen.insert($0.output.outpoint).inserted }
    }

    /// The newest first. Outputs that become spendable with the same block have one line, and so do those that were not
    /// checked.
    var lines: [String] {
        var told: Set<NotableOutput.Note> = []
        return sorted.compactMap { entry -> String? in
            switch entry.note {
            case .withdrawal, .unreadable: return text(entry, entry.output.amount, count: 1)
            case .maturing, .unchecked:
                guard told.insert(entry.note).inserted else { return nil }
                return text(entry, sum(of: entry.note), count: notable.count { $0.note == entry.note })
            }
        }
    }

    private func sum(of note: NotableOutput.Note) -> Amount {
        Amount.sum(notable.filter { $0.note == note }.map(\.output.amount)) ?? coin.maxMoney
    }

    /// One object for each, the newest first.
    var json: [JSON] {
        sorted.map { entry in
            JSON([
                "txid": entry.output.outpoint.transaction.hex, "index": Int64(entry.output.outpoint.index),
                "amount": entry.output.amount.units, "confirmations": entry.output.confirmations,
                "note": name(of: entry), "blocks": blocks(of: entry),
            ])
        }
    }

    private var sorted: [NotableOutput] {
        notable.sorted { left, right in
            (left.output.confirmations, left.output.outpoint.transaction.hex, left.output.outpoint.index)
                < (right.output.confirmations, right.output.outpoint.transaction.hex, right.output.outpoint.index)
        }
    }

    private func text(_ entry: NotableOutput, _ sum: Amount, count: Int) -> String {
        let amount = coin.text(sum)
        switch entry.note {
        case .maturing(let blocks):
            return "\(amount) is new money: it can be spent after \(blocks) more block\(blocks == 1 ? "" : "s")."
        case .withdrawal(let isLocked):
            return "\(amount) of it is a withdrawal from \(coin.title) Platform, \(state(entry, isLocked))."
        case .unreadable:
            return
                "\(amount) is left out: the network names the transaction \(entry.output.outpoint.transaction.hex), which "
                + "it cannot show, shows otherwise, or this version cannot read. Its node or server may be older than the "
                + "network's rules."
        case .unchecked:
            return
                "\(amount) in \(count == 1 ? "another output" : "\(count) other outputs") is not counted: of so many outputs, only "
                + "the largest are checked."
        }
    }

    private func state(_ entry: NotableOutput, _ isLocked: Bool) -> String {
        entry.output.confirmations > 0 ? "confirmed" : isLocked ? "locked" : "pending"
    }

    private func name(of entry: NotableOutput) -> String {
        switch entry.note {
        case .maturing: "maturing"
        case .withdrawal(let isLocked): "withdrawal-\(state(entry, isLocked))"
        case .unreadable: "unreadable"
        case .unchecked: "unchecked"
        }
    }

    private func blocks(of entry: NotableOutput) -> Int? {
        if case .maturing(let blocks) = entry.note { blocks } else { nil }
    }
}

extension [NotableOutput] {
    /// The outputs that no sum counts.
    var apart: Set<Outpoint> { Set(filter { !$0.note.isWithdrawal }.map(\.output.outpoint)) }
}

/// What happened to a payment after it was sent, in words for people and for programs.
extension PaymentState {
    /// Its stable name in JSON.
    var name: String {
        switch self {
        case .waiting: "waiting"
        case .confirmed: "confirmed"
        case .replaced: "replaced"
        case .firstWaits: "firstWaits"
        case .gone: "gone"
        case .unclear: "unclear"
        }
    }

    var confirmations: Int? {
        switch self {
        case .waiting: 0
        case .confirmed(let count, _): count
        case .replaced, .firstWaits, .gone, .unclear: nil
        }
    }

    var isLocked: Bool? {
        switch self {
        case .waiting(let isLocked), .confirmed(_, let isLocked): isLocked
        case .replaced, .firstWaits, .gone, .unclear: nil
        }
    }

    var replacement: TransactionID? {
        if case .replaced(let other) = self { other } else { nil }
    }

    /// - Parameter isFollowed: whether “router resume” sends it again if the network does not have it.
    func text(isFollowed: Bool) -> String {
        let again = isFollowed ? "; “router resume” sends it again" : ""
        return switch self {
        case .waiting(let isLocked): isLocked ? "locked by InstantSend, waits for a block" : "waits for a block"
        case .confirmed(let count, let isLocked): "confirmations: \(count)\(isLocked ? ", locked by a ChainLock" : "")"
        case .replaced(let other): "replaced by \(other.hex)"
        case .firstWaits(let first): "the network still has the payment whose fee it raises, \(first.hex)" + again
        case .gone: "no longer known to the network" + again
        case .unclear: "not shown by the network, which does not say who spent its money" + again
        }
    }
}

extension Settlement {
    /// Its stable name in JSON; nil if it does not say what happened to the payment.
    var name: String? {
        switch self {
        case .final: "final"
        case .replaced: "replaced"
        case .unwatched: nil
        }
    }

    var text: String? {
        switch self {
        case .final: "final"
        case .replaced: "replaced by another transaction"
        case .unwatched: nil
        }
    }
}

/// The part of a link around an error, with a mark below.
///
/// All of it is ASCII, one column per character; other bytes of the link are written as `\xHH`. So the mark is in the
/// right place on every terminal, and a link cannot control the terminal. What could be a private key, a seed or the
/// words of a wallet is written as stars (S8).
struct LinkExcerpt {
    /// The excerpt and the line with the mark.
    let lines: [String]

    /// Columns of the excerpt, without the ellipses.
    private static let width = 70
    /// The most columns of the error. Of a longer one, such as an address, people compare the beginning and the end.
    private static let markedWidth = 40
    private static let markedEnd = 15
    /// Columns reserved for what follows the error.
    private static let restWidth = 12

    /// - Parameters:
    ///   - link: as it was received.
    ///   - range: the wrong bytes; an empty range is the place where something is missing.
    init(of link: [UInt8], at range: Range<Int>) {
        let start = min(range.lowerBound, link.count)
        let end = min(max(range.upperBound, start), link.count)
        let hidden = KeyMaterial.ranges(in: link) + KeyMaterial.oddRuns(in: link).filter { $0 != start..<end }
        // Links can be long, so only the neighbourhood is converted.
        let pieces = { (range: Range<Int>) in
            range.map { offset in hidden.contains { $0.contains(offset) } ? "*" : Self.piece(link[offset]) }
        }
        let before = pieces(max(0, start - Self.width)..<start)
        let marked = Self.shortened(
            pieces(start..<min(end, start + Self.width)), ending: pieces(max(start, end - Self.markedEnd)..<end))
        let after = pieces(end..<min(link.count, end + Self.width))

        let room = Self.width - Self.columns(marked)
        let rest = Self.cut(after, to: max(room - Self.columns(before), Self.restWidth))
        let left = Array(Self.cut(before.reversed(), to: room - Self.columns(rest)).reversed())

        let head = left.count < start ? "…" : ""
        let tail = rest.count == link.count - end ? "" : "…"
        let margin = Self.columns(left) + (head.isEmpty ? 0 : 1)
        lines = [
            head + (left + marked + rest).joined() + tail,
            String(repeating: " ", count: margin) + "^"
                + String(repeating: "~", count: max(0, Self.columns(marked) - 1)),
        ]
    }

    private static func piece(_ byte: UInt8) -> String {
        guard !(0x20...0x7E).contains(byte) else { return String(UnicodeScalar(byte)) }
        let digits = String(byte, radix: 16, uppercase: true)
        return "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
    }

    private static func columns(_ pieces: [String]) -> Int { pieces.reduce(0) { $0 + $1.unicodeScalars.count } }

    /// The error, without its middle if it is too long.
    private static func shortened(_ pieces: [String], ending end: [String]) -> [String] {
        guard columns(pieces) > markedWidth else { return pieces }
        let tail = Array(cut(end.reversed(), to: markedEnd).reversed())
        return cut(pieces, to: markedWidth - columns(tail) - 1) + ["…"] + tail
    }

    /// As many of the first pieces as fit in `width` columns.
    private static func cut(_ pieces: [String], to width: Int) -> [String] {
        var left = width
        return Array(
            pieces.prefix { piece in
                left -= piece.utf8.count
                return left >= 0
            })
    }
}

/// Tells the person in a terminal whether a payment of a coin with InstantSend can still be replaced.
struct LockLine {
    /// How long to wait for a lock. The masternodes need a second or two.
    private static let patience = Duration.seconds(4)

    let network: ConfiguredNetwork
    let coin: CoinDescriptor

    /// Whether somebody will read it. A click is not kept waiting.
    var isWanted: Bool { coin.hasLock && !network.id.isPractice && isatty(STDOUT_FILENO) != 0 }

    /// What the network says about a payment that it accepted; nil if it says nothing.
    func text(of id: TransactionID) async -> String? {
        // A private network has no masternodes, so there is no lock to wait for.
        let end = ContinuousClock.now + (network.id.network == .regtest ? .zero : Self.patience)
        while true {
            guard let state = try? await network.chain.state(of: id) else { return nil }
            let isFinal = ContinuousClock.now >= end
            if let text = Self.text(state, isFinal: isFinal) { return text }
            guard !isFinal else { return nil }
            guard (try? await Task.sleep(for: .milliseconds(500))) != nil else { return nil }
        }
    }

    /// Nil for a state that can still improve.
    static func text(_ state: TransactionState, isFinal: Bool) -> String? {
        switch state {
        case .waiting(isLocked: true): "InstantSend has locked it: it cannot be taken back."
        case .confirmed(let count, isLocked: true): "In a block that a ChainLock keeps; confirmations: \(count)."
        case .confirmed(let count, isLocked: false): "In a block; confirmations: \(count)."
        case .waiting(isLocked: false): isFinal ? "InstantSend has not locked it yet; it waits for a block." : nil
        case .unknown: nil
        }
    }
}

extension CoinDescriptor {
    /// The unit of amounts in JSON: whole numbers of `unit`; one `ticker` is ten to the power of `decimals` of them.
    /// The smallest unit of a chain of accounts has no name.
    var unitsJSON: JSON {
        JSON { json in
            json.beginObject()
            writeUnits(to: &json)
            json.endObject()
        }
    }

    // Inlined, or the whole descriptor would be copied for three fields.
    @inline(__always) func writeUnits(to json: inout JSONWriter) {
        json.add("ticker", ticker)
        json.add("unit", unit)
        json.add("decimals", decimals)
    }
}

/// Guesses what an unknown name was meant to be.
enum Suggestion {
    /// ` Did you mean “dash”?`, to follow a sentence; empty if no name is near.
    static func text(for name: String, among known: [String]) -> String {
        NearestName.find(name, among: known).map { " Did you mean “\($0)”?" } ?? ""
    }
}

extension RouteTable {
    /// The names by which links and people call schemes.
    var schemeNames: [String] { schemes.flatMap { [$0.name] + $0.aliases } }
}

extension RequestError {
    /// Adds the scheme that was probably meant to the error's hint.
    /// - Parameter routes: reads all descriptors; called only if the scheme is unknown.
    func suggesting(_ link: [UInt8], among routes: () throws -> RouteTable) -> RequestError {
        guard code == .unsupportedScheme, let scheme = try? LinkBytes(link).scheme,
            let known = try? routes().schemeNames
        else { return self }
        let name = String(decoding: link[scheme], as: UTF8.self).lowercased()
        let suggestion = Suggestion.text(for: name, among: known)
        // A known scheme that is switched off is not misspelt.
        guard !suggestion.isEmpty, !known.contains(name) else { return self }
        var error = self
        error.hint = suggestion.dropFirst() + (hint.map { " \($0)" } ?? "")
        return error
    }
}

/// Colours for single words. Only terminals show them, and only if the person wants them (https://no-color.org).
enum Emphasis: String {
    case error = "1;31"
    case good = "32"
    case warning = "33"

    /// `text` in this colour if `descriptor` shows colours; otherwise unchanged.
    func mark(_ text: String, on descriptor: Int32 = STDOUT_FILENO) -> String {
        Self.isShown(on: descriptor) ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }

    static func isShown(on descriptor: Int32) -> Bool {
        guard isatty(descriptor) == 1, (Linux.getenv("NO_COLOR") ?? "").isEmpty else { return false }
        return Linux.getenv("TERM").map { !$0.isEmpty && $0 != "dumb" } ?? false
    }
}
