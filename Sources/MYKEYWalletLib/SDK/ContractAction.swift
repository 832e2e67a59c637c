import ExactJSON
import RouterEOSIO

/// An action of any contract (Documentation/protocols/mykey.md §4).
public final class ContractAction: BaseAction {
    /// Its arguments by the names in the contract's ABI: a dictionary that contains arrays, dictionaries, texts,
    /// integers and booleans; an `ExactJSON.JSON`, which keeps every digit; or a text that is a JSON object.
    public var data: Any = [String: String]()

    /// An empty action.
    public override init() {}

    override func checked(_ place: String) throws(MYKEYError) -> ContractCallRequest.Action {
        ContractCallRequest.Action(
            account: try Name(property: place + ".account", account), name: try Name(property: place + ".name", name),
            data: try values(place + ".data"), info: info)
    }

    private func values(_ place: String) throws(MYKEYError) -> JSON {
        guard let text = data as? String else { return try JSON(data, at: place) }
        do {
            return try JSON(reading: Array(text.utf8), limits: .link)
        } catch {
            throw .invalid(place, "The text is not JSON: \(error.message) (byte \(error.offset))")
        }
    }
}
