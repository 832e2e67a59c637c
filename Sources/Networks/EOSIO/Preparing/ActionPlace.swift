import RouterEOSIO
import SchemeRouter

/// Which of the calls of a request is meant, for errors about it.
struct ActionPlace: Sendable {
    let call: ActionCall
    /// Counted from 1.
    let number: Int
    let count: Int

    /// - Parameters:
    ///   - field: the path of what is wrong in the call's data; empty if that is all of it.
    ///   - problem: what is wrong, in our words.
    func unfit(_ problem: String, at field: String = "") -> ServiceError {
        let which = count > 1 ? "Action \(number) of \(count)" : "The action"
        let place = field.isEmpty ? "" : " at \(Quoted(field, limit: 80))"
        return ServiceError(
            .unfitRequest,
            "\(which), \(Self.shown(call.contract)) → \(Self.shown(call.name)), is invalid\(place): \(problem)"
                + (problem.hasSuffix(".") ? "" : "."),
            hint: "Nothing was signed. The dapp must correct its request.")
    }

    /// As the dapp calls it. Anything but a name is quoted.
    private static func shown(_ name: String) -> String {
        (try? Name(name))?.description ?? "\(Quoted(name, limit: 20))"
    }
}
