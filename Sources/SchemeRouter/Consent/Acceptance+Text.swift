extension Acceptance {
    /// What the person should know about it; nil where nothing needs to be said.
    public var reservation: String? {
        switch self {
        case .network: nil
        case .oneServer:
            "So far only one server says that the network has the payment. “router resume” looks again."
        }
    }
}
