/// What the requesting app is told if its request was not carried out, and the person wants it told.
///
/// There is one code for all that can end a request undone. Each further one would tell something that the person did
/// not agree to tell: were “not enough money” told apart from “refused”, or both from “the network said no”, then a page
/// could find out a balance by asking for more and less. Silence tells too, so what ends before the person saw anything
/// is silent whatever its reason (`FailureNotice`), and what fails from then on that the balance is read is shown and told
/// like a refusal (`LinkExecution`).
public enum FailureCode: String, Sendable, Hashable, CaseIterable {
    /// The person saw the request, and nothing was done: refused, or not possible.
    case declined
    /// The person agreed and a payment was signed, but whether the network takes it is not known: a server that refuses it
    /// may have kept it. Asking again could pay twice.
    case unknown
}
