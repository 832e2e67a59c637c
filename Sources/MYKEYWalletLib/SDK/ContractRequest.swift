/// The argument of `contract` (Documentation/protocols/mykey.md §4).
public final class ContractRequest {
    /// The dapp's own order number.
    public var orderId: String?
    /// A description for the person.
    public var info: String?
    /// The dapp's server, which is notified of the transaction before the dapp.
    public var callbackUrl: String?
    /// The actions, in order: ``ContractAction`` and ``TransferAction``.
    public var actions: [BaseAction] = []

    /// An empty request.
    public init() {}

    func checked() throws(MYKEYError) -> ContractCallRequest {
        var checked: [ContractCallRequest.Action] = []
        for (index, action) in actions.enumerated() { checked.append(try action.checked("actions[\(index)]")) }
        return ContractCallRequest(checked, info: info, orderID: orderId, server: callbackUrl)
    }
}
