/// What the requesting app is told if its request is not carried out: written and compared with the request once,
/// before the person is asked. So what they read of it is what is done (S4, S11).
struct FailureReplies: Sendable {
    private let declined: LinkTemplate?
    private let failed: LinkTemplate?
    private let unknown: LinkTemplate?

    /// Nobody is notified.
    init() {
        (declined, failed, unknown) = (nil, nil, nil)
    }

    /// Throws ``ServiceError/Code/refusedByCheck`` where a reply of the plugin is not what the request asks for.
    init(_ link: ReadLink) throws(ServiceError) {
        declined = try link.failureCallback(.declined)
        failed = try link.failureCallback(.failed)
        unknown = try link.failureCallback(.unknown)
    }

    /// Nil if nobody is notified, and for a success.
    subscript(ending: Ending) -> LinkTemplate? {
        switch ending {
        case .done: nil
        case .declined: declined
        case .failed: failed
        case .unknown: unknown
        }
    }
}
