/// The result of delivering a callback.
public enum CallbackDelivery: Sendable, Equatable {
    /// The program was started.
    case started(ReceivingProgram)
    /// A page of this server was requested, or the server accepted the result.
    case told(String)
    /// Nobody was called, for this reason. The callback is for copying, if only the program to receive it is missing.
    case none(String, callback: String? = nil)
    /// The receiver that the person saw was not notified, for this reason. The callback is for copying, if it is a
    /// link.
    case failed(String, callback: String?)

    /// For a reply that could not be recorded. It is still owed.
    static let unrecorded = CallbackDelivery.none(
        "The journal cannot be written, so the requesting app was not notified."
            .adding(Remedy.resume.text { "Run \($0) later to notify it." })
    )

    /// For a result for a server only, which the server did not accept. It is still owed.
    static let refusedByServer = CallbackDelivery.failed(
        "Only its server receives the result. Open the same link again to resend the result; nothing else is done "
            + "again.", callback: nil)

    /// Whether the receiver has yet to be notified.
    var isOwed: Bool { self == .unrecorded || self == .refusedByServer }

    /// The callback that the person may give to the requesting app themselves; nil if there is none.
    public var callback: String? {
        switch self {
        case .started, .told: nil
        case .none(_, let callback): callback
        case .failed(_, let callback): callback
        }
    }
}

/// The result of delivering the answer to a dapp.
public struct DappDelivery: Sendable, Equatable {
    /// Why its server did not accept the result; nil if it did, or receives nothing.
    public let serverProblem: String?
    /// The result of opening the link that wakes it.
    public let callback: CallbackDelivery
}
