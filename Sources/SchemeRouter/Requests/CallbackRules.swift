/// Which URL schemes may receive a callback (S4). No descriptor and no setting can widen it.
package enum CallbackRules {
    /// Why `scheme` must not receive callbacks; nil if it may. Case does not matter.
    package static func reasonToRefuse(scheme: String, routes: RouteTable) -> String? {
        if ForbiddenSchemes.contains(scheme) {
            return "browsers or system programs open such links"
        }
        if routes.isOwnScheme(scheme) {
            return "its links come back to this program"
        }
        return nil
    }
}
