/// One key of descriptor files. The reader, the advice on misspelt keys and the JSON schema for editors all use it.
package struct DescriptorKey: Sendable {
    package let name: String
    package let kind: Kind
    let layers: Layers
    /// The default, as it would be written; nil if the key is required or has no value by default.
    package let standard: String?
    /// Names that other programs and everyday language use for it, separated by spaces.
    let synonyms: String
    /// Its description, as editors show it.
    package let text: String

    init(
        _ name: String, _ kind: Kind, layers: Layers = [], standard: String? = nil, also synonyms: String = "",
        _ text: String
    ) {
        (self.name, self.kind, self.layers, self.text) = (name, kind, layers, text)
        (self.standard, self.synonyms) = (standard, synonyms)
    }

    /// How a value relates to other descriptions.
    struct Layers: OptionSet {
        let rawValue: UInt8

        /// Without this key, a description inherits the value of the one it extends.
        static let inherited = Layers(rawValue: 1)
        /// A later file may set it for a coin or scheme of an earlier file, to make that stricter (S7).
        static let tightened = Layers(rawValue: 2)
    }

    var isInherited: Bool { layers.contains(.inherited) }
    var isTightened: Bool { layers.contains(.tightened) }

    package enum Kind: Sendable {
        case version(Int64)
        /// A text for people with at most this many characters.
        case label(Int)
        /// A name with at most this many characters and four words, without sentence punctuation.
        case title(Int)
        case identifier
        case identifiers
        case scheme
        case schemes
        case anyText
        case integer(ClosedRange<Int64>)
        /// One or two whole numbers: the one that is written, and one that is also read.
        case integers(ClosedRange<Int64>)
        /// One whole number or a list of at most `most` different ones.
        case numbers(ClosedRange<Int64>, most: Int)
        /// A mapping from type numbers to lengths: one number or a list of different ones.
        case lengthsByType(_ types: ClosedRange<Int64>, _ lengths: ClosedRange<Int64>)
        /// An amount in whole coins, in decimal digits.
        case coins
        case boolean
        /// One of several names; `what` is their kind in messages.
        case choice(_ what: String, _ names: @Sendable () -> [String])
        /// One of several names or a list of different ones; `what` is their kind in messages.
        case names(_ what: String, _ names: @Sendable () -> [String])
        /// The name of a plugin.
        case plugin
        /// The name of a reply form, which plugins provide (``ReplyForm``).
        case replyForm
        /// 32 bytes in hexadecimal; `hint` says where a person finds them.
        case hash(hint: String)
        /// The human-readable part of a segwit address (BIP173).
        case humanReadablePart
        case digest
        /// The digits of a number system, from 0 on, each an ASCII character.
        case alphabet
        /// A beginning of addresses or a list of them.
        case beginnings
        /// A mapping with the keys of a section, which is created when needed.
        case mapping(@Sendable () -> DescriptorSection)
        /// A mapping from names to mappings with the keys of a section.
        case named(@Sendable () -> DescriptorSection)
        /// A list of mappings with the keys of a section.
        case list(@Sendable () -> DescriptorSection)
        /// An action of links: `none`, or a mapping with the keys of a section.
        case action(@Sendable () -> DescriptorSection)
        /// The bound of a parameter; it depends on the parameter's type.
        case bound
        /// A path of links (``PathTemplate``).
        case path
        /// One of several names, or a list of them; `what` is their kind in messages.
        case choices(_ what: String, _ names: @Sendable () -> [String])
        /// A list of texts.
        case texts
        /// One value or a list of values, as links have them.
        case strings
        /// The parameters of a form of links, by their names.
        case parameters
        /// The values of a parameter: a list, or a mapping with the consequences of each.
        case values
        /// Parameters that offer a way to pay, each with one format or a list of them.
        case instructions
        /// A mapping from numbers of chains to their ids.
        case chains
    }
}

/// The keys that one mapping of a descriptor file can have.
package final class DescriptorSection: Sendable {
    /// What has these keys, in advice on a key in the wrong place; nil if no such advice mentions it.
    let owner: String?
    /// The keys, in the order of messages and of the JSON schema.
    package let keys: [DescriptorKey]
    package let names: [String]

    init(_ owner: String?, _ keys: [DescriptorKey]) {
        self.owner = owner
        self.keys = keys
        names = keys.map(\.name)
    }

    convenience init(_ owner: String?, _ keys: DescriptorKey...) { self.init(owner, keys) }

    /// The key of this name, which must exist.
    subscript(name: String) -> DescriptorKey {
        // Comparing lengths first is faster: most differ.
        let length = name.utf8.count
        guard let position = names.firstIndex(where: { $0.utf8.count == length && $0 == name }) else {
            preconditionFailure("a descriptor has no key “\(name)” here")
        }
        return keys[position]
    }

    /// The names of the keys that a later file may set for a coin or scheme of an earlier one.
    package var tightened: [String] { keys.filter(\.isTightened).map(\.name) }
}
