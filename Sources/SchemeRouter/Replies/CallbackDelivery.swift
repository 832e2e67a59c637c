/// What became of a callback.
public enum CallbackDelivery: Sendable, Equatable {
    /// The program was started.
    case started(ReceivingProgram)
    /// A page of this server was asked for.
    case told(String)
    /// Nobody was called, for this reason. The callback, for copying, where only a program to give it to is missing.
    case none(String, callback: String? = nil)
    /// The program the person saw was not started, for this reason. The callback, for copying.
    case failed(String, callback: String)

    /// What became of a reply that could not be recorded. It is still owed.
    static let unrecorded = CallbackDelivery.none(
        "The journal cannot be written, so the asking program was not told. “router resume” does it later.")

    /// The callback that the person may give to the asking app themselves; nil where there is none.
    public var callback: String? {
        switch self {
        case .started, .told: nil
        case .none(_, let callback): callback
        case .failed(_, let callback): callback
        }
    }
}
