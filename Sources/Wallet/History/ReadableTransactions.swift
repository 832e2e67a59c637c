import RouterBitcoinFormat
import SchemeRouter

extension ChainReader {
    /// The transactions that the network has and that can be read, each with the right id. One that is missing, or of a
    /// kind that this version does not know, does not affect the others.
    ///
    /// Throws `ServiceError/Code/networkUnreachable` if the network does not answer, and
    /// `ServiceError/Code/refusedByCheck` if it returns a different transaction.
    func readable(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: Transaction] {
        let answer: [TransactionID: [UInt8]]
        do throws(ServiceError) {
            answer = try await transactions(ids)
        } catch {
            guard error.code != .networkUnreachable, !Task.isCancelled else { throw error }
            guard ids.count > 1 else { return [:] }
            // A network refuses a whole question if one part is bad. Halving isolates that part in few questions.
            let all = ids.sorted { $0.hex < $1.hex }
            let first = try await readable(Set(all[..<(all.count / 2)]))
            return first.merging(try await readable(Set(all[(all.count / 2)...]))) { $1 }
        }
        var whole: [TransactionID: Transaction] = [:]
        for id in ids {
            guard let bytes = answer[id], let transaction = try? Transaction(bytes: bytes) else { continue }
            guard transaction.id == id else {
                throw ServiceError(.refusedByCheck, "The network returned a different transaction for \(id).")
            }
            whole[id] = transaction
        }
        return whole
    }
}
