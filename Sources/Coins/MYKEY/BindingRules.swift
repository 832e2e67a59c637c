import RouterMYKEYFormat
import SchemeRouter

extension MYKEYPlugin {
    /// Which dapp may ask which account (Documentation/protocols/mykey.md §3.5, numbers 10007, 10009 and 10010). The
    /// rules apply if the dapp has users of its own; SimpleWallet and MYKEY's simple mode have no bindings.
    public func check(
        _ request: WalletRequest, by signer: AccountSigner, bindings: any BindingMemory
    ) throws(ServiceError) {
        if case .actions(let actions) = request, let from = actions.transfer?.from, from != signer.account {
            throw ServiceError(
                .refusedByPolicy, "The dapp wants “\(from)” to pay, but your account is “\(signer.account)”.",
                hint: "Nothing was sent.", dappCode: SDKCode.mismatch)
        }
        guard let dapp = request.dapp, LoginProtocol(of: dapp) == .mykey, let appKey = dapp.appKey,
            let userID = dapp.userID
        else { return }
        let known = try bindings.bindings(of: appKey)
        let own = known.first { $0.isOf(userID) }
        if let own, own.account != signer.account {
            throw ServiceError(
                .refusedByPolicy,
                "This dapp knows you as “\(own.account)”, but your account is now “\(signer.account)”.",
                hint: "Log out of the dapp and log in again, or switch back to the other account.",
                dappCode: SDKCode.mismatch)
        }
        guard request.action == .login else {
            guard own != nil else {
                throw ServiceError(
                    .refusedByPolicy, "You never logged in to this dapp with this wallet.",
                    hint: "Log in first, then try again.", dappCode: SDKCode.unbound)
            }
            return
        }
        if let other = known.first(where: { $0.account == signer.account && !$0.isOf(userID) }) {
            throw ServiceError(
                .refusedByPolicy,
                "“\(signer.account)” is already another user of this dapp, \(Quoted(other.userID, limit: 128)).",
                hint: "Use another account, or the dapp's other user.", dappCode: SDKCode.accountIsBound)
        }
    }
}

/// The numbers of the SDK's error table that are used here (Documentation/protocols/mykey.md §3.5).
///
/// Dapps receive three of them: ``cancelled``, ``failure`` and ``pushTimedOut``. The others are only for people who
/// debug: each would reveal something about the wallet without consent.
enum SDKCode {
    static let cancelled = 0
    static let failure = 2
    static let pushTimedOut = 10005
    static let unbound = 10007
    static let accountIsBound = 10009
    static let mismatch = 10010
    static let illegalParameter = 10012
}
