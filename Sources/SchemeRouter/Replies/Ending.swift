/// How a request ended, as far as the requesting app may know. It contains no reason: a reason would reveal what nobody
/// agreed to reveal, such as the balance or the account.
public enum Ending: Int, Sendable, Hashable, CaseIterable {
    /// The request was carried out.
    case done
    /// The person saw the request and refused.
    case declined
    /// The person agreed, and it could not be done.
    case failed
    /// The person agreed and it was sent, but whether the network accepted it is not known. Asking again could pay
    /// twice.
    case unknown
}

extension FailureCode {
    /// The code for how a request ended. It does not reveal whether the person agreed before a failure.
    public init(_ ending: Ending) {
        self = ending == .unknown ? .unknown : .declined
    }
}
