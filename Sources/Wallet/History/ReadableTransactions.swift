import RouterBitcoinFormat
import SchemeRouter

extension ChainReader {
    /// The transactions of a coin with this form that the network has and that can be read, each with the right id.
    /// One that is missing or another, or of a kind that this version does not know, does not affect the others.
    ///
    /// Throws `ServiceError/Code/networkUnreachable` if the network does not answer.
    func readable(
        _ ids: Set<TransactionID>, as form: TransactionForm
    ) async throws(ServiceError) -> [TransactionID: Transaction] {
        let answer: [TransactionID: [UInt8]]
        do throws(ServiceError) {
            answer = try await transactions(ids)
        } catch {
            guard error.code != .networkUnreachable, !Task.isCancelled else { throw error }
            guard ids.count > 1 else { return [:] }
            // A network refuses a whole question if one part is bad. Halving isolates that part in few questions.
            let all = ids.sorted { $0.hex < $1.hex }
            let first = try await readable(Set(all[..<(all.count / 2)]), as: form)
            return first.merging(try await readable(Set(all[(all.count / 2)...]), as: form)) { $1 }
        }
        var whole: [TransactionID: Transaction] = [:]
        for id in ids {
            guard let bytes = answer[id], let transaction = try? Transaction(bytes: bytes, as: form),
                transaction.id == id
            else { continue }
            whole[id] = transaction
        }
        return whole
    }
}
