import ArgumentParser
import EOSIO
import ExactJSON
import MYKEYWalletLib

extension Name {
    /// A name from an option of the command line.
    init(option: String, _ text: String) throws {
        do {
            try self.init(text)
        } catch {
            throw ValidationError("--\(option): “\(text)” is no name: \(error.message)")
        }
    }
}

extension TransactionAnswer {
    /// What is printed of it.
    var json: JSON { .object([("txId", .string(id.hex)), ("isServerTold", .bool(isServerTold))]) }
}
