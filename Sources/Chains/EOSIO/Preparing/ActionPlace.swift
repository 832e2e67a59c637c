import SchemeRouter

/// Which of the calls of a request is meant, for errors about it.
struct ActionPlace: Sendable {
    /// Counted from 1.
    let number: Int
    /// How many there are.
    let count: Int
    let contract: ForeignText
    let action: ForeignText

    init(_ call: ActionCall, number: Int, of count: Int) {
        self.number = number
        self.count = count
        contract = ForeignText(call.contract.utf8, limit: 20)
        action = ForeignText(call.name.utf8, limit: 20)
    }

    /// - Parameters:
    ///   - field: the path of what is wrong in the call's data; empty where that is all of it.
    ///   - problem: what is wrong. It may quote an interface, so it is made safe here.
    func unfit(_ problem: String, at field: String = "") -> ServiceError {
        let which = count > 1 ? "Action \(number) of \(count)" : "The action"
        let place = field.isEmpty ? "" : " at “\(ForeignText(field.utf8, limit: 80).text)”"
        let problem = ForeignText(problem.utf8, limit: 200).text
        return ServiceError(
            .unfitRequest,
            "\(which), \(contract.text) → \(action.text), cannot be made\(place): \(problem)"
                + (problem.hasSuffix(".") ? "" : "."),
            hint: "Nothing was signed. The dapp must ask otherwise.")
    }
}
