import ExactJSON

/// An amount with the contract that issued its token (EOSIO `extended_asset`). A symbol code alone does not identify a
/// token.
public struct ExtendedAsset: Sendable, Hashable, CustomStringConvertible {
    /// The amount.
    public let quantity: Asset
    /// The account of the token's contract.
    public let contract: Name

    /// The amount and the contract: `1.0000 EOS@eosio.token`.
    public var description: String { "\(quantity)@\(contract)" }
}

extension ExtendedAsset: PackedValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        quantity = try Asset(from: &reader)
        contract = try Name(from: &reader)
    }

    var packed: [UInt8] { quantity.packed + contract.packed }

    init(json: JSON) throws(PackError) {
        guard json.members?.count == 2, let quantity = json["quantity"], let contract = json["contract"] else {
            throw PackError("expected an object with “quantity” and “contract”")
        }
        do { self.quantity = try Asset(json: quantity) } catch { throw error.inside("quantity") }
        do { self.contract = try Name(json: contract) } catch { throw error.inside("contract") }
    }

    var json: JSON { .object([("quantity", quantity.json), ("contract", contract.json)]) }
}
