import RouterEOSIO

/// A transfer of a token as one action of several (Documentation/protocols/mykey.md §4).
public final class TransferAction: BaseAction {
    /// The transfer.
    public var data = TransferData()

    /// An empty action.
    public override init() {}

    override func checked(_ place: String) throws(MYKEYError) -> ContractCallRequest.Action {
        guard name == WalletActionConstants.TRANSFER.rawValue else {
            throw .invalid(place + ".name", "The name of this action is “transfer”; use ContractAction for others.")
        }
        guard let quantity = try? Asset(data.quantity), quantity.units > 0 else {
            throw .invalid(
                place + ".data.quantity", "“\(data.quantity)” is not a token amount such as “1.0000 EOS”.")
        }
        try TextCheck.lines(place + ".data.memo", data.memo, limit: 256)
        return .transfer(
            quantity, of: try Name(property: place + ".account", account),
            from: try Name(property: place + ".data.from", data.from),
            to: try Name(property: place + ".data.to", data.to), memo: data.memo, info: info)
    }
}
