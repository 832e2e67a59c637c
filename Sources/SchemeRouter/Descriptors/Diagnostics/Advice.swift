/// Suggestions for names that are unknown here.
enum Advice {
    /// The candidate that is a synonym of `name`, or spelt similarly; nil if there is none.
    static func suggestion(for name: String, among candidates: [String]) -> String? {
        let word = String(name.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
        for (known, words) in DescriptorSection.all.flatMap(\.keys).map({ ($0.name, $0.synonyms) }) + values
        where words.split(separator: " ").contains(word[...]) && candidates.contains(known) {
            return known
        }
        return NearestName.find(name, among: candidates)
    }

    /// The section where a key belongs that is unknown in this place of a descriptor; nil if it belongs nowhere.
    /// - Parameter candidates: the keys of this place.
    static func place(of key: String, insteadOf candidates: [String]) -> String? {
        guard DescriptorSection.all.contains(where: { $0.names == candidates }) else { return nil }
        return DescriptorSection.all.first { $0.names.contains(key) }?.owner
    }

    /// What people write instead of values; ``DescriptorKey`` has the synonyms of keys.
    private static let values = [
        ("authority-params", "authority native"), ("bip21", "bip-21 bip321 bip-321"), ("json-param", "json"),
        ("text", "string str"), ("decimal-amount", "amount decimal number"),
        ("flag", "bool boolean"), ("url-scheme", "scheme"), ("account-index", "account index"),
        ("none", "no off false never"), ("automatic", "yes on true auto"),
        ("base58check", "base58-check"), ("hex20", "hex eip55 evm"), ("bech32", "bech-32"), ("name", "ens dns"),
        ("unified", "ua zip316 zip-316"), ("domain", "dns host"), ("email", "account mail address"),
        ("federated", "federation"),
    ]
}
