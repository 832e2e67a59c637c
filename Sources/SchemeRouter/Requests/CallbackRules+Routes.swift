extension CallbackRules {
    /// Why `scheme` must not receive callbacks, with the wallets' schemes from these descriptors; nil if it may.
    package static func reasonToRefuse(scheme: String, routes: RouteTable) -> String? {
        reasonToRefuse(scheme: scheme) { routes.isOwnScheme($0) }
    }
}
