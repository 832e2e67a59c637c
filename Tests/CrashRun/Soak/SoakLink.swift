import RouterBitcoinFormat
import SchemeRouter

/// A link of a soak. Each has a recipient of its own, by which the network tells what was paid for it.
struct SoakLink {
    let name: String
    let script: [UInt8]
    let address: String
    let units: Int64
    let url: String
    /// Whether the person wants it paid. Otherwise they refuse it, and nothing may come of it.
    let isWanted: Bool

    init(_ name: String, units: Int64, isWanted: Bool, on network: NetworkParameters) throws {
        (self.name, self.units, self.isWanted) = (name, units, isWanted)
        let recipient = Address(.publicKeyHash(Array(Digest.sha256(Array(name.utf8)).prefix(20))))
        guard let address = recipient.text(on: network) else { throw Mistake("there is no address") }
        (script, self.address) = (recipient.script, address)
        let digits = String(units)
        let amount = "0." + String(repeating: "0", count: 8 - digits.count) + digits
        url = "dashwallet://pay=\(address)&amount=\(amount)&sender=shop&message=\(name)"
    }
}
