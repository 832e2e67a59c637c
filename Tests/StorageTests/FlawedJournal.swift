import JournalConformance
import RouterTestSupport
import SchemeRouter
import Synchronization

/// A journal with one mistake.
struct FlawedJournal: ForwardingJournal {
    enum Flaw: CaseIterable {
        case forgetsReservations, takesAnyStep, losesSteps, numbersFromOne, forgetsUnfinished, hidesOwed, keepsForgotten
        case losesAnswers, mixesNetworks, oldestFirst, paysLinksTwice, followsNothing, trustsRefusals
        case knowsOnlyItsLinks, overwritesOthers, missesCreators
    }

    let journal: MemoryJournal
    private let flaw: Flaw
    /// What this opening signed itself, as a process has it that does not look at what others wrote meanwhile.
    private let own = Own()

    private final class Own: Sendable {
        let links = Mutex<Set<String>>([])
        let entries = Mutex<Set<Int64>>([])
    }

    init(_ journal: MemoryJournal, _ flaw: Flaw) {
        self.journal = journal
        self.flaw = flaw
    }

    func begin(_ request: JournalRequest, at time: UnixTime) throws(ServiceError) -> Int64 {
        let entry = try journal.begin(flaw == .losesAnswers ? request.withoutAnswer : request, at: time)
        return flaw == .numbersFromOne ? entry - 1 : entry
    }

    func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError) {
        switch (flaw, step) {
        case (.losesSteps, .ended(.unknown)): return
        case (.takesAnyStep, .calledBack):
            _ = try? journal.note(step, of: entry, at: time)
        case (.forgetsReservations, .signed(let transaction, inputs: _)):
            try journal.note(.signed(transaction, inputs: []), of: entry, at: time)
        case (.mixesNetworks, .signed(_, inputs: let inputs))
        where try journal.undecidedPayments().contains { !Set($0.inputs).isDisjoint(with: inputs) }:
            throw ServiceError(.refusedByPolicy, "It is reserved.")
        case (.paysLinksTwice, .signed): try payTwice(step, of: entry, at: time)
        case (.knowsOnlyItsLinks, .signed):
            let link = try journal.entry(entry)?.request.fingerprint ?? ""
            if own.links.withLock({ $0.insert(link).inserted }) {
                try payTwice(step, of: entry, at: time)
            } else {
                try journal.note(step, of: entry, at: time)
            }
        case (.overwritesOthers, .signed): try overwrite(step, of: entry, at: time)
        default: try journal.note(step, of: entry, at: time)
        }
    }

    /// Takes a signature for an entry that another opening has signed for, or ended, since this one looked.
    private func overwrite(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError) {
        let isOwn = !own.entries.withLock { $0.insert(entry).inserted }
        do throws(ServiceError) { try journal.note(step, of: entry, at: time) } catch {
            let isSigned = try journal.entry(entry)?.progress == .signed
            guard error.code == .internalError, isSigned, !isOwn else { throw error }
        }
    }

    /// Ends what keeps the link from being paid again.
    private func payTwice(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError) {
        let link = try journal.newest(10_000).first { $0.id == entry }?.request.fingerprint
        for other in try journal.undecidedPayments() where other.request.fingerprint == link {
            try journal.note(.ended(.failed), of: other.id, at: other.changed)
        }
        try journal.note(step, of: entry, at: time)
    }

    func newest(_ count: Int) throws(ServiceError) -> [JournalEntry] {
        flaw == .oldestFirst ? try journal.newest(count).reversed() : try journal.newest(count)
    }

    func unfinished() throws(ServiceError) -> [JournalEntry] {
        let entries = try journal.unfinished()
        return flaw == .hidesOwed ? entries.filter { $0.progress != .sent } : entries
    }

    func followedPayments() throws(ServiceError) -> [JournalEntry] {
        flaw == .followsNothing ? [] : try journal.followedPayments()
    }

    func givenUpPayments() throws(ServiceError) -> [JournalEntry] {
        let entries = try journal.givenUpPayments()
        return flaw == .trustsRefusals ? entries.filter { $0.end != .failed } : entries
    }

    func payments(with outputs: [Outpoint]) throws(ServiceError) -> [JournalEntry] {
        let entries = try journal.payments(with: outputs)
        return flaw == .missesCreators ? entries.filter { !Set($0.inputs).isDisjoint(with: outputs) } : entries
    }

    func forget(before time: UnixTime) throws(ServiceError) -> Int {
        switch flaw {
        case .keepsForgotten: return 0
        case .forgetsUnfinished:
            for entry in try journal.unfinished() where entry.progress == .sent {
                try journal.note(.ended(.done), of: entry.id, at: entry.changed)
            }
        default: break
        }
        return try journal.forget(before: time)
    }
}

extension JournalRequest {
    fileprivate var withoutAnswer: JournalRequest {
        JournalRequest(
            action: action, scheme: scheme, fingerprint: fingerprint, chain: chain, sender: sender,
            recipient: recipient,
            amount: amount, account: account)
    }
}
