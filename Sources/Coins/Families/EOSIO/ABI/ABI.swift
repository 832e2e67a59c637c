/// The interface of a contract: its actions and the types of their data (EOSIO
/// `libraries/chain/include/eosio/chain/abi_def.hpp`). Tables and texts of an interface are not needed here.
public struct ABI: Sendable {
    /// Entries by the bytes of their names: contracts distinguish names by bytes, and comparing long ones as strings
    /// could take minutes.
    struct Table<Entry: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
        private var entries: [[UInt8]: Entry] = [:]

        init(dictionaryLiteral entries: (String, Entry)...) {
            for (name, entry) in entries { self[name] = entry }
        }

        subscript(name: String) -> Entry? {
            get { entries[Array(name.utf8)] }
            set { entries[Array(name.utf8)] = newValue }
        }
    }

    /// A struct, including the fields of its base, which come first.
    struct Structure: Sendable {
        let base: String
        let fields: [(name: String, type: String)]
    }

    /// The version as given: `eosio::abi/1.2`.
    public let version: String
    /// Aliases of types.
    let aliases: Table<String>
    let structures: Table<Structure>
    /// The types of each variant.
    let variants: Table<[String]>
    let actions: [(name: Name, type: String)]

    /// The actions of the contract.
    public var actionNames: [Name] { actions.map(\.name) }

    /// The type of an action's data.
    public func type(ofAction name: Name) throws(ABIError) -> ABIType {
        guard let action = actions.first(where: { $0.name == name }) else {
            throw ABIError(.unknownAction, "\(name)", "The contract has no action “\(name)”.")
        }
        return try type(named: action.type)
    }

    /// A type by its name in the interface, such as `transfer`, `asset[]` or `string?`.
    public func type(named name: String) throws(ABIError) -> ABIType {
        var resolver = ABIResolver(abi: self)
        return try resolver.type(named: name)
    }
}
