import ExactJSON
import Foundation
import RouterStorage
import SchemeRouter

/// What must hold, whatever happened: by what the network has, never by what `router` says of it.
extension SoakRun {
    /// The payments that the network has.
    private var payments: [SoakLedger.Entry] { ledger.all.filter { $0.serial >= SoakLedger.funding } }

    /// What the app was told of payments: each transaction with the address.
    private func told() -> [(id: String, address: String)] {
        home.text(of: "desk/received").split(separator: "\n").compactMap { line in
            guard line.contains("callback=payack") else { return nil }
            let fields = line.split(separator: "?").last.map { $0.split(separator: "&") } ?? []
            func value(_ name: String) -> String {
                fields.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) } ?? ""
            }
            return (value("txid"), value("address"))
        }
    }

    /// The consents since the last time, as the prompt showed them, without the spaces that divide addresses.
    private func newlyAgreed() -> String {
        let all = Array(home.text(of: "desk/agreed").utf8)
        defer { agreedLength = all.count }
        return String(decoding: all.dropFirst(agreedLength), as: UTF8.self).replacing("%0A", with: "")
            .replacing(" ", with: "")
    }

    /// After every payment: nobody is paid twice or wrongly, nothing was sent that the journal does not have or nobody agreed
    /// to, and the app was told the truth, once.
    func check() throws {
        let journal = try SQLiteJournal(path: home.copyOfJournal()).newest(100_000)
        let signed = Dictionary(
            journal.compactMap { entry in entry.transaction.map { ($0.id.hex, entry) } }
        ) { first, _ in first }
        let agreed = newlyAgreed()
        for link in links.suffix(40) where agreed.contains(link.address) { agreedTo.insert(link.name) }
        let byScript = Dictionary(links.map { ($0.script, $0) }) { first, _ in first }
        var paid: Set<String> = []
        for entry in payments {
            let id = entry.transaction.id.hex
            let recipients = entry.transaction.outputs.compactMap { byScript[$0.script] }
            guard recipients.count == 1, let link = recipients.first, entry.transaction.outputs.count <= 2 else {
                throw Mistake("\(id) pays \(recipients.map(\.name)) in \(entry.transaction.outputs.count) outputs")
            }
            guard
                entry.transaction.outputs.contains(where: { $0.script == link.script && $0.amount.units == link.units })
            else { throw Mistake("\(id) pays link \(link.name) another amount") }
            guard link.isWanted else { throw Mistake("link \(link.name) was refused and is paid by \(id)") }
            guard paid.insert(link.name).inserted else {
                throw Mistake("link \(link.name) is paid twice, also by \(id)")
            }
            guard signed[id]?.transaction?.bytes == entry.transaction.bytes,
                signed[id]?.request.recipient == link.address
            else { throw Mistake("\(id), which pays link \(link.name), is not in the journal") }
            guard agreedTo.contains(link.name) else { throw Mistake("nobody agreed to link \(link.name)") }
        }
        var answers: [String: Int] = [:]
        for (id, address) in told() {
            answers[id, default: 0] += 1
            guard answers[id] == 1 else { throw Mistake("the app was told of \(id) twice") }
            guard let entry = signed[id], entry.request.recipient == address else {
                throw Mistake("the app was told of \(id), which is not in the journal for \(address)")
            }
        }
    }

    /// Once everything worked for a while: nothing is left, nothing is lost.
    func checkCalm() throws {
        let journal = try SQLiteJournal(path: home.copyOfJournal())
        let unfinished = try journal.unfinished()
        guard unfinished.isEmpty else { throw Mistake("unfinished: \(unfinished)") }
        let followed = try journal.followedPayments()
        guard followed.isEmpty else { throw Mistake("still followed: \(followed)") }
        let all = try journal.newest(100_000)
        let has = Set(payments.map(\.transaction.id.hex))
        let told = Dictionary(grouping: told(), by: \.id)
        let scripts = Dictionary(links.map { ($0.address, $0) }) { first, _ in first }
        // What was dropped and is paid anew from the same outputs is the same transaction.
        let done = Set(all.filter { $0.end == .done }.compactMap(\.transaction?.id.hex))
        for entry in all {
            guard let id = entry.transaction?.id.hex else { continue }
            let link = entry.request.recipient.flatMap { scripts[$0] }
            if entry.end == .done {
                guard link.map(isPaid) == true else { throw Mistake("#\(entry.id), \(id), is done and was never paid") }
                if !has.contains(id) { count("payments that another one of the same link replaced") }
                guard told[id]?.count == 1 else {
                    throw Mistake("#\(entry.id), \(id), is done and the app was not told")
                }
            } else if has.contains(id), !done.contains(id) {
                throw Mistake("#\(entry.id), \(id), ended \(entry.end?.rawValue ?? "never") and is paid")
            }
        }
        try checkMoney()
        try checkFiles(entries: all.count)
    }

    /// What is left of the money is the wallet's, as it finds it itself.
    private func checkMoney() throws {
        let recipients = Set(links.map(\.script))
        var left: Int64 = 0
        for entry in ledger.all {
            for (index, output) in entry.transaction.outputs.enumerated() where !recipients.contains(output.script) {
                let outpoint = Outpoint(transaction: entry.transaction.id, index: UInt32(index))
                if ledger.read({ $0.spenders[outpoint] }) == nil { left += output.amount.units }
            }
        }
        let answer = try balance(of: home)
        guard answer == left else { throw Mistake("the wallet finds \(answer ?? -1) of \(left)") }
    }

    private func balance(of home: SoakHome) throws -> Int64? {
        guard try home.start(["wallet", "balance", "--json"]).end() == 0,
            let json = try? JSON(reading: Array(home.output.utf8), limits: .answer)
        else { throw Mistake("the balance is not told: \(home.errors)") }
        let sums = ["confirmed", "waiting"].map { json[$0].flatMap { Int64($0.text) } ?? -1 }
        return sums[0] + sums[1]
    }

    /// The words alone find all money on another computer, and the journal forgets everything.
    func checkEnd() throws {
        let other = try SoakHome(router: home.router, shim: home.shim)
        defer { other.remove(isKept: false) }
        try other.configure(servers, honestSocket: home.honestSocket)
        try other.restoreWallet()
        let (own, restored) = (try balance(of: home), try balance(of: other))
        guard own == restored else { throw Mistake("the words find \(restored ?? -1) of \(own ?? -1)") }

        // What ended in the last 24 hours is kept, by a clock that was up to four days ahead.
        try wait(8 * 86_400)
        let day = Date(timeIntervalSince1970: Double(home.now - 86_400)).ISO8601Format().prefix(10)
        guard try home.start(["history", "--forget", String(day)]).end() == 0 else {
            throw Mistake("the journal does not forget: \(home.errors)")
        }
        let left = try SQLiteJournal(path: home.copyOfJournal()).newest(100_000)
        guard left.isEmpty else { throw Mistake("the journal still has \(left.count) entries, such as \(left[0])") }
    }

    /// Nothing piles up: no files of starts that were killed, and no more of the journal than its entries need.
    private func checkFiles(entries: Int) throws {
        var files = Set(home.files())
        // What a killed start was writing is removed by the next one that writes the same file: there is one at most.
        let abandoned = files.filter { $0.contains(".new-") }
        guard Set(abandoned.map { $0.prefix { $0 != "." } }).count == abandoned.count else {
            throw Mistake("files pile up: \(abandoned.sorted())")
        }
        files.subtract(abandoned)
        if let known = knownFiles {
            let new = files.subtracting(known)
            guard new.isEmpty else { throw Mistake("files pile up: \(new.sorted())") }
        }
        knownFiles = files.union(knownFiles ?? []).union(Self.temporary)
        let size = try size(of: "state/schemerouter/journal.sqlite")
        guard size < 200_000 + 3_000 * entries else {
            throw Mistake("the journal has \(size) bytes for \(entries) entries")
        }
    }

    private func size(of file: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(home.disk)/\(file)")
        return attributes[.size] as? Int ?? .max
    }

    /// Files that are there at some times and not at others. The first notice may come late in a run.
    private static let temporary: Set<String> = Set(
        [
            "data/schemerouter/wallet/attempts", "data/schemerouter/wallet/addresses-1-0",
            "run/schemerouter/last-notice",
        ]
            + ["", "-wal", "-shm", "-journal"].map { "state/schemerouter/journal.sqlite\($0)" })
}
