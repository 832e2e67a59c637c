import RouterConnections

/// Which addresses may be connected to: public ones, and those that the person also allowed (S7).
struct AddressPolicy: Sendable {
    let networks: [AddressRange]
    /// In lower case.
    let hosts: [String]

    /// Why `address`, which `host` led to, must not be connected to; nil if it may.
    func objection(to address: IPAddress, of host: String) -> String? {
        guard let name = SpecialRange.name(of: address) else { return nil }
        let isAllowed =
            hosts.contains(host)
            || networks.contains { $0.contains(address) || $0.contains(address.embedded ?? address) }
        guard !isAllowed else { return nil }
        let subject = host == address.description ? host : "\(host) is \(address), which"
        return "\(subject) is \(name), which your settings do not allow."
    }

    /// Why `host` must not be asked of a proxy, which resolves names itself; nil if it may.
    func objection(toProxied host: String) -> String? {
        let isLocal = host == "localhost" || host.hasSuffix(".localhost")
        guard let address = IPAddress(isLocal ? "127.0.0.1" : host) else { return nil }
        return objection(to: address, of: host)
    }
}
