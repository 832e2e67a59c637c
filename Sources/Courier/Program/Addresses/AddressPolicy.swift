import RouterConnections

/// The addresses that may be connected to: public ones, and those that the person allowed as well (S7).
struct AddressPolicy: Sendable {
    let networks: [AddressRange]
    /// In lower case.
    let hosts: [String]

    /// Why connecting to `address`, which `host` resolved to, is not allowed; nil if it is.
    func objection(to address: IPAddress, of host: String) -> String? {
        guard let name = SpecialRange.name(of: address) else { return nil }
        let isAllowed =
            hosts.contains(host)
            || networks.contains { $0.contains(address) || $0.contains(address.embedded ?? address) }
        guard !isAllowed else { return nil }
        let subject = host == address.description ? host : "\(host) is \(address), which"
        return "\(subject) is \(name), which your settings do not allow."
    }

    /// Why a proxy, which resolves names itself, must not receive `host`; nil if it may.
    func objection(toProxied host: String) -> String? {
        let isLocal = host == "localhost" || host.hasSuffix(".localhost")
        guard let address = IPAddress(isLocal ? "127.0.0.1" : host) else { return nil }
        return objection(to: address, of: host)
    }
}
