/// Which URL schemes may receive a callback (S4). No descriptor or setting can add to them.
package enum CallbackRules {
    /// Why `scheme` must not receive callbacks; nil if it may. Case does not matter.
    /// - Parameter isWalletScheme: whether a scheme belongs to wallets, and so never to a requesting app.
    package static func reasonToRefuse(scheme: String, isWalletScheme: (String) -> Bool) -> String? {
        if ForbiddenSchemes.contains(scheme) {
            return "browsers or system programs open such links"
        }
        if isWalletScheme(scheme) {
            return "its links come back to this program"
        }
        return nil
    }
}
