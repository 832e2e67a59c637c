import ArgumentParser
import ExactJSON
import MYKEYWalletLib
import RouterEOSIO

extension Name {
    /// A name from an option of the command line.
    init(option: String, _ text: String) throws {
        do {
            try self.init(text)
        } catch {
            throw ValidationError("--\(option): “\(text)” is not a name: \(error.message)")
        }
    }
}

extension TransactionAnswer {
    /// What is printed of it.
    var json: JSON { .object([("txId", .string(id.hex)), ("isServerTold", .bool(isServerTold))]) }
}
