extension CallbackRules {
    /// Why `scheme` must not receive callbacks, where these descriptors name the schemes of wallets; nil if it may.
    package static func reasonToRefuse(scheme: String, routes: RouteTable) -> String? {
        reasonToRefuse(scheme: scheme) { routes.isOwnScheme($0) }
    }
}
