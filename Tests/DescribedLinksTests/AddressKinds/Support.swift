import Foundation
import RouterTestSupport
import Testing

@testable import RouterCoins
@testable import SchemeRouter

/// An address of `cases.json`.
struct AddressCase: CustomTestStringConvertible, Sendable {
    let coin: String
    let text: String
    /// How far it is checked, or the error.
    let expected: String
    let why: String
    let values: JSONValue

    init?(_ values: JSONValue) {
        guard let coin = values["coin"]?.text, let text = values["text"]?.text, let expected = values["is"]?.text,
            let why = values["why"]?.text
        else { return nil }
        (self.coin, self.text, self.expected, self.why, self.values) = (coin, text, expected, why, values)
    }

    var testDescription: String { "\(coin) \(text.prefix(60)): \(why)" }
    var isAccepted: Bool { ["checksum", "shape"].contains(expected) }

    static let all: [AddressCase] = (JSONValue.file("address-kinds/cases.json")["cases"]?.elements ?? [])
        .compactMap { AddressCase($0) }

    /// The check of its coin, on its network.
    func check(keccak: Keccak256? = ReferenceKeccak.hasher) -> AddressCheck {
        let network = values["network"]?.text.flatMap { NetworkKind(rawValue: $0) } ?? .main
        return AddressCheck(
            Forms.of(coin), network: network, scheme: values["scheme"]?.text ?? coin,
            chain: values["chain"]?.integer.flatMap { UInt64(exactly: $0) },
            others: Forms.owners.filter { $0.coin.name != coin }, keccak: { keccak })
    }

    func read(keccak: Keccak256? = ReferenceKeccak.hasher) throws(AddressRefusal) -> FoundAddress {
        try check(keccak: keccak).read(text.utf8)
    }
}

/// The forms of `forms.yaml`.
enum Forms {
    /// All coins of the file, in its order.
    static let owners: [AddressOwner] = {
        let url = testFolder.appending(path: "Vectors/address-kinds/forms.yaml")
        guard let data = try? Data(contentsOf: url) else { preconditionFailure("forms.yaml is missing") }
        let file = DescriptorFile(name: "forms.yaml", bytes: Array(data))
        var reader = DescriptorReader([file], isPartial: false, plugins: nil)
        let owners = reader.document.root.entries.map { coin in
            let forms = NetworkKind.allCases.flatMap { network in
                coin.value.entry(network.rawValue).flatMap { reader.addressForms($0.value, network: network) } ?? []
            }
            return AddressOwner(CoinID(coin.key), title: coin.key, forms: forms, scheme: coin.key)
        }
        precondition(reader.document.isClean, "\(reader.document.diagnostics)")
        return owners
    }()

    static func of(_ coin: String) -> [AddressForm] { owners.first { $0.coin.name == coin }?.forms ?? [] }
}

/// The forms of one network as a descriptor writes them.
func forms(_ yaml: String, _ network: NetworkKind = .main) throws -> [AddressForm] {
    var reader = DescriptorReader(
        [DescriptorFile(name: "a.yaml", bytes: Array(yaml.utf8))], isPartial: false, plugins: nil)
    let forms = reader.addressForms(reader.document.root, network: network)
    #expect(reader.document.isClean, "\(DescriptorErrors(reader.document.diagnostics).text)")
    return try #require(forms)
}
