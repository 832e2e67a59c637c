import ExactJSON
import RouterEOSIO

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

/// A transfer of a token as one action of several (Documentation/protocols/mykey.md §4).
public final class TransferAction: BaseAction {
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

/// The data of a ``TransferAction`` (Documentation/protocols/mykey.md §4).
public final class TransferData {
    /// The paying account.
    public var from = ""
    /// The receiving account.
    public var to = ""
    /// The amount, with all decimals of the token: `1.0000 EOS`.
    public var quantity = ""
    /// A public note on the chain, at most 256 bytes.
    public var memo = ""

    /// Empty data.
    public init() {}
}

extension Name {
    /// A name from a property of a request. Throws if it is invalid.
    init(property: String, _ text: String) throws(MYKEYError) {
        // The empty name is the chain's; no account or action has it.
        guard !text.isEmpty else { throw .invalid(property, "“\(property)” is missing.") }
        do {
            try self.init(text)
        } catch {
            throw .invalid(property, "“\(text)” is not the name of an account or action: \(error.message)")
        }
    }
}

extension JSON {
    /// What `JSONSerialization` would write for a Swift value. Members of dictionaries are in alphabetical order.
    ///
    /// Throws ``MYKEYError/Reason/invalidRequest`` with the position of a value that JSON does not support.
    init(_ value: Any, at place: String) throws(MYKEYError) {
        switch value {
        case let value as JSON: self = value
        case let value as String: self = .string(value)
        case let value as Bool: self = .bool(value)
        case let value as any BinaryInteger: self = .number(value)
        case let value as any BinaryFloatingPoint:
            // The shortest digits with the same binary value: none are lost here, but the caller may have typed others.
            // Infinity has no digits.
            guard let number = JSONNumber("\(value)") else {
                throw .invalid(place, "\(value) is not a JSON number.")
            }
            self = .number(number)
        case let values as [Any]:
            var elements: [JSON] = []
            for (index, value) in values.enumerated() { elements.append(try JSON(value, at: "\(place)[\(index)]")) }
            self = .array(elements)
        case let values as [String: Any]:
            var members: [(name: String, value: JSON)] = []
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                members.append((name, try JSON(value, at: "\(place).\(name)")))
            }
            self = .object(members)
        case Optional<Any>.none: self = .null
        default: throw .invalid(place, "A request cannot contain a value of the type \(type(of: value)).")
        }
    }
}
