/// One key of descriptor files. The reader, the advice on misspelt keys and the JSON schema of editors all follow it.
package struct DescriptorKey: Sendable {
    package let name: String
    package let kind: Kind
    let layers: Layers
    /// What counts where nothing is written, as it would be written; nil where that is a mistake, or has no value.
    package let standard: String?
    /// What other programs and everyday language call it, between spaces.
    let synonyms: String
    /// What it says, as editors show it.
    package let text: String

    init(
        _ name: String, _ kind: Kind, layers: Layers = [], standard: String? = nil, also synonyms: String = "",
        _ text: String
    ) {
        (self.name, self.kind, self.layers, self.text) = (name, kind, layers, text)
        (self.standard, self.synonyms) = (standard, synonyms)
    }

    /// What other descriptions have to do with a value.
    struct Layers: OptionSet {
        let rawValue: UInt8

        /// Where none is written, that of what `extends` names counts.
        static let inherited = Layers(rawValue: 1)
        /// A later file may write it of something that an earlier file describes, to make that stricter (S7).
        static let tightened = Layers(rawValue: 2)
    }

    var isInherited: Bool { layers.contains(.inherited) }
    var isTightened: Bool { layers.contains(.tightened) }

    package enum Kind: Sendable {
        case version(Int64)
        /// A text for people, of at most so many characters.
        case label(Int)
        /// A name of at most so many characters and four words, without the marks of a sentence.
        case title(Int)
        /// A name of ours.
        case identifier
        case identifiers
        case scheme
        case schemes
        case anyText
        case integer(ClosedRange<Int64>)
        /// One whole number or two: what is written, and what is read too.
        case integers(ClosedRange<Int64>)
        /// One whole number or a list of different ones, as many as `most`.
        case numbers(ClosedRange<Int64>, most: Int)
        /// A mapping from numbers of types to lengths: one number or a list of different ones.
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
        /// The name of a reply form, which plugins bring (``ReplyForm``).
        case replyForm
        /// 32 bytes in hexadecimal digits; `hint` says where a person finds them.
        case hash(hint: String)
        /// The first part of a segwit address (BIP173).
        case humanReadablePart
        case digest
        /// A mapping with the keys of a section, which is looked at when it is needed.
        case mapping(@Sendable () -> DescriptorSection)
        /// A mapping from names to what a section describes.
        case named(@Sendable () -> DescriptorSection)
        /// A list of mappings with the keys of a section.
        case list(@Sendable () -> DescriptorSection)
        /// An action of links: `none`, or a mapping with the keys of a section.
        case action(@Sendable () -> DescriptorSection)
        /// What bounds a parameter; it depends on the parameter's type.
        case bound
        /// A path of links (``PathTemplate``).
        case path
        /// One name of several, or a list of them; `what` is their kind in messages.
        case choices(_ what: String, _ names: @Sendable () -> [String])
        /// A list of texts.
        case texts
        /// The parameters of a form of links, by their names.
        case parameters
        /// The values of a parameter: a list, or a mapping with what follows from each.
        case values
        /// Parameters that offer a way to pay, each with one format or a list of them.
        case instructions
        /// A mapping from numbers of chains to their ids.
        case chains
    }
}

/// The keys that one mapping of a descriptor file can have.
package final class DescriptorSection: Sendable {
    /// What has these keys, in advice on a key in the wrong place; nil where nobody looks for one.
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

    /// The key of this name, which there must be.
    subscript(name: String) -> DescriptorKey {
        guard let position = names.firstIndex(of: name) else {
            preconditionFailure("a descriptor has no key '\(name)' here")
        }
        return keys[position]
    }

    /// The names of the keys that a later file may write of what an earlier one describes.
    package var tightened: [String] { keys.filter(\.isTightened).map(\.name) }
}
