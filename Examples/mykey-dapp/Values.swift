import ArgumentParser
import ExactJSON
import MYKEYWalletLib
import RouterEOSIO

extension Name {
    /// A name from a command-line option.
    init(option: String, _ text: String) throws {
        do {
            try self.init(text)
        } catch {
            throw ValidationError("--\(option): “\(text)” is not a name: \(error.message)")
        }
    }
}

extension TransactionAnswer {
    /// Its output.
    var json: JSON { .object([("txId", .string(id.hex)), ("isServerTold", .bool(isServerTold))]) }
}
