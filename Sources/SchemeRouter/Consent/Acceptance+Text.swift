extension Acceptance {
    /// What the person should know about it; nil if nothing needs to be said.
    public var reservation: String? {
        switch self {
        case .network: nil
        case .oneServer:
            "So far only one server reports the payment. Run “router resume” to check again."
        }
    }
}
