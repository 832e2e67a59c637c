/// What `contract` takes (Documentation/protocols/mykey.md §4).
public final class ContractRequest {
    /// The dapp's own number of it.
    public var orderId: String?
    /// What it is about, for the person.
    public var info: String?
    /// The dapp's server, which is notified of the transaction before the dapp.
    public var callbackUrl: String?
    /// What is to be done, in this order: ``ContractAction`` and ``TransferAction``.
    public var actions: [BaseAction] = []

    /// An empty one.
    public init() {}

    func checked() throws(MYKEYError) -> ContractCallRequest {
        var checked: [ContractCallRequest.Action] = []
        for (index, action) in actions.enumerated() { checked.append(try action.checked("actions[\(index)]")) }
        return ContractCallRequest(checked, info: info, orderID: orderId, server: callbackUrl)
    }
}
