/// How a request ended, as far as whoever asked may know. There is no reason in it: a reason would tell what nobody
/// agreed to tell, such as how much there is or which account it is.
public enum Ending: Int, Sendable, Hashable, CaseIterable {
    /// What was asked for was done.
    case done
    /// The person saw the request and refused.
    case declined
    /// The person agreed, and it could not be done.
    case failed
    /// The person agreed and it was sent, but whether the network took it is not known. Asking again could pay twice.
    case unknown
}

extension FailureCode {
    /// The code for how a request ended. Whether the person agreed to what then failed is not told.
    public init(_ ending: Ending) {
        self = ending == .unknown ? .unknown : .declined
    }
}
