/// An action of a contract: a ``ContractAction`` or a ``TransferAction``.
public class BaseAction {
    /// The account of the contract.
    public var account = ""
    /// The action.
    public var name = ""
    /// A description for the person.
    public var info: String?

    /// Only the two subclasses are sent.
    init() {}

    /// - Parameter place: its position in the request, for errors.
    func checked(_ place: String) throws(MYKEYError) -> ContractCallRequest.Action {
        preconditionFailure("each kind has its own")
    }
}
