import RouterEOSIO
import SchemeRouter

/// The position of a call in a request, for errors about it.
struct ActionPlace: Sendable {
    let call: ActionCall
    /// Counted from 1.
    let number: Int
    let count: Int

    /// - Parameters:
    ///   - field: the path of the wrong field in the call's data; empty for all of it.
    ///   - problem: the problem, in our own words.
    func unfit(_ problem: String, at field: String = "") -> ServiceError {
        let which = count > 1 ? "Action \(number) of \(count)" : "The action"
        let place = field.isEmpty ? "" : " at \(Quoted(field, limit: 80))"
        return ServiceError(
            .unfitRequest,
            "\(which), \(Self.shown(call.contract)) → \(Self.shown(call.name)), is invalid\(place): \(problem)"
                + (problem.hasSuffix(".") ? "" : "."),
            hint: "Nothing was signed. The dapp must correct its request.")
    }

    /// The dapp's name for it. Anything but a valid name is quoted.
    private static func shown(_ name: String) -> String {
        (try? Name(name))?.description ?? "\(Quoted(name, limit: 20))"
    }
}
