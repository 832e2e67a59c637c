import RouterBytes
import SchemeRouter

/// The fields of a callback, each read as what it must be.
struct AnswerFields {
    let text: CallbackText

    /// The text of a field that must be there.
    func required(_ name: String) throws(AnswerError) -> String {
        guard let value = text[name], !value.isEmpty else {
            throw AnswerError(.missingField, "The callback does not say “\(name)”.")
        }
        return value
    }

    /// An address. Without the coin's own code only its characters and length can be told.
    func address(_ name: String) throws(AnswerError) -> String {
        let value = try required(name)
        guard AddressText.isPlausible(value) else { throw invalid(name) }
        return value
    }

    func txid() throws(AnswerError) -> TransactionID {
        guard let id = TransactionID(hex: try required("txid")) else { throw invalid("txid") }
        return id
    }

    /// An extended public key: 82 bytes in Base58Check (BIP32), which are 111 or 112 characters, nearly never all small.
    func key(_ name: String) throws(AnswerError) -> String {
        let value = try required(name)
        guard (107...113).contains(value.utf8.count), value.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit })
        else {
            throw invalid(name)
        }
        guard value != value.lowercased() else {
            throw AnswerError(
                .caseFolded, "All letters of “\(name)” became small on the way, so the key is lost. Ask again.")
        }
        return value
    }

    /// An account, 0…2^31-1.
    func account() throws(AnswerError) -> UInt32 {
        let digits = try required("account")
        guard let number = UInt32(digits), String(number) == digits, number < DerivationPath.hardened else {
            throw invalid("account")
        }
        return number
    }

    func request() throws(AnswerError) -> Action {
        let name = try required("request").lowercased()
        let actions: [Action] = [.payment, .address, .masterPublicKey]
        guard let action = actions.first(where: { $0.rawValue.lowercased() == name }) else { throw invalid("request") }
        return action
    }

    /// Why nothing came of it.
    func failureCode() throws(AnswerError) -> FailureCode {
        guard let code = FailureCode(rawValue: try required("code").lowercased()) else { throw invalid("code") }
        return code
    }

    private func invalid(_ name: String) -> AnswerError {
        AnswerError(.invalidValue, "The value of “\(name)” is malformed.")
    }
}
