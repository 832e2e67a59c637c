/// What became of a callback.
public enum CallbackDelivery: Sendable, Equatable {
    /// The program was started.
    case started(ReceivingProgram)
    /// A page of this server was asked for, or it took the result.
    case told(String)
    /// Nobody was called, for this reason. The callback, for copying, where only a program to give it to is missing.
    case none(String, callback: String? = nil)
    /// Whoever the person saw was not told, for this reason. The callback, for copying, where it is a link.
    case failed(String, callback: String?)

    /// What became of a reply that could not be recorded. It is still owed.
    static let unrecorded = CallbackDelivery.none(
        "The journal cannot be written, so the asking program was not told. “router resume” does it later.")

    /// What became of a result that is for a server alone, which did not take it. It is still owed.
    static let refusedByServer = CallbackDelivery.failed(
        "Only its server gets the result. Open the same link again to send the result once more; nothing else is done "
            + "again.", callback: nil)

    /// Whether whoever is to be told is still to be told.
    var isOwed: Bool { self == .unrecorded || self == .refusedByServer }

    /// The callback that the person may give to the asking app themselves; nil where there is none.
    public var callback: String? {
        switch self {
        case .started, .told: nil
        case .none(_, let callback): callback
        case .failed(_, let callback): callback
        }
    }
}
