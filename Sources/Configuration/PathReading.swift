import RouterNetworkBackend
import SchemeRouter

extension ConfigurationReader {
    /// The coin types that the person changed: `paths: { axe: "44'/4242'" }`.
    mutating func coinTypes(in fields: Fields) -> [CoinID: UInt32] {
        var coinTypes: [CoinID: UInt32] = [:]
        for entry in section("paths", in: fields) {
            guard let coin = coin(entry, in: fields["paths"]), let text = document.text(entry.value) else { continue }
            let path = DerivationPath("m/" + text)
            guard let steps = path?.steps, steps.count == 2, steps[0] == 44 | DerivationPath.hardened,
                steps[1] >= DerivationPath.hardened
            else {
                document.note(
                    .invalidValue, in: entry.value, "\(quoted(text)) is not a BIP44 path",
                    hint: "write purpose and coin type, both hardened, such as \"44'/4242'\"")
                continue
            }
            coinTypes[coin.id] = steps[1] & ~DerivationPath.hardened
        }
        return coinTypes
    }

    /// A key belongs to one coin (S12). Two coins with real networks and the same derivation path would share all keys:
    /// a signature for one could then be sent to the other. This does not apply to practice money.
    mutating func checkKeysAreApart(
        _ networks: [CoinID: CoinNetwork], _ coinTypes: [CoinID: UInt32], in fields: Fields
    ) {
        // A section that is not a mapping was already reported, and nothing was read from it.
        guard networks.count > 1 else { return }
        var taken: [(coin: CoinDescriptor, coinType: UInt32)] = []
        for entry in section("networks", in: fields) {
            let id = CoinID(entry.key)
            guard let chosen = networks[id], !chosen.use.isPractice, let coin = routes.coin(id),
                let coinType = coinTypes[id] ?? coin.accountChain?.coinType
                    ?? coin.networks[chosen.network]?.coinType
            else { continue }
            if let other = taken.first(where: { $0.coinType == coinType })?.coin {
                document.note(
                    .conflict, at: entry.mark, in: fields["networks"] ?? fields.node,
                    "\(other.title) and \(coin.title) would share the keys at m/44'/\(coinType)'",
                    hint: "move one of them in this file, such as: paths: { \(coin.id): \"44'/…'\" }")
            }
            taken.append((coin, coinType))
        }
    }
}
