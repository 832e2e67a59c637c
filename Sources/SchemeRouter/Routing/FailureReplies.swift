/// What the requesting app is told if its request is not carried out: written and compared with the request once,
/// before the person is asked, so that it cannot differ from what they read about it (S4, S11).
struct FailureReplies: Sendable {
    private let declined: LinkTemplate?
    private let failed: LinkTemplate?
    private let unknown: LinkTemplate?

    /// Creates replies to nobody.
    init() {
        (declined, failed, unknown) = (nil, nil, nil)
    }

    /// Throws ``ServiceError/Code/refusedByCheck`` if a reply of the plugin does not match the request.
    init(_ link: ReadLink) throws(ServiceError) {
        declined = try link.failureCallback(.declined)
        failed = try link.failureCallback(.failed)
        unknown = try link.failureCallback(.unknown)
    }

    /// The link for an ending; nil if nobody is notified, and for success.
    subscript(ending: Ending) -> LinkTemplate? {
        switch ending {
        case .done: nil
        case .declined: declined
        case .failed: failed
        case .unknown: unknown
        }
    }
}
