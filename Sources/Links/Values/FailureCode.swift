/// What the requesting app is told if its request is not carried out and the person allows it.
///
/// One code covers everything that can end a request without effect. More codes would reveal what the person did not
/// agree to reveal: if “not enough money” differed from “refused”, or both from “the network said no”, a page could
/// find out a balance by asking for more and less. Silence reveals something, too. So whatever ends before the person
/// saw anything is silent, whatever the reason (`FailureNotice`), and whatever fails after the balance is read is shown
/// and reported like a refusal (`LinkExecution`).
public enum FailureCode: String, Sendable, Hashable, CaseIterable {
    /// The person saw the request, and nothing was done: refused or impossible.
    case declined
    /// The person agreed and a payment was signed, but whether the network accepted it is not known: a server that
    /// rejects it may have kept it. Asking again could pay twice.
    case unknown
}
