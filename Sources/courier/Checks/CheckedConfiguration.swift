import Confinement
import CourierMessages

/// The configuration as it is used, every part of it read and found good.
struct CheckedConfiguration {
    let policy: AddressPolicy
    let proxy: RequestURL?
    let authorities: String?
    let credentials: CredentialsFile?

    /// Checks what the client sent.
    /// - Throws: ``CourierFailure/Code/badConfiguration``.
    init(_ configuration: CourierConfiguration) throws(CourierFailure) {
        var networks: [AddressRange] = []
        for text in configuration.allowedNetworks {
            guard let range = AddressRange(text) else { throw Self.bad("“\(VisibleASCII.of(text))” is no network.") }
            networks.append(range)
        }
        policy = AddressPolicy(networks: networks, hosts: configuration.allowedHosts.map { $0.lowercased() })
        proxy = try configuration.proxy.map { (text) throws(CourierFailure) in
            try Self.origin(text, schemes: ["http", "https", "socks5h"])
        }
        authorities = configuration.authorities
        credentials = try configuration.credentials.map { (given) throws(CourierFailure) in
            guard given.user?.utf8.contains(UInt8(ascii: ":")) != true else {
                throw Self.bad("The user's name has a colon.")
            }
            return CredentialsFile(origin: try Self.origin(given.origin), path: given.file, user: given.user)
        }
        for path in [authorities, credentials?.path].compactMap(\.self) {
            guard path.hasPrefix("/"), !path.utf8.contains(0) else {
                throw Self.bad("“\(VisibleASCII.of(path))” is no absolute path.")
            }
        }
    }

    /// All that may be read once the courier runs.
    var readable: [String] {
        NetworkFiles.paths + [authorities, credentials?.path].compactMap(\.self)
    }

    private static func origin(
        _ text: String, schemes: [String] = ["http", "https"]
    ) throws(CourierFailure) -> RequestURL {
        let url: RequestURL
        do throws(CourierFailure) {
            url = try RequestURL(text, schemes: schemes)
        } catch {
            throw bad("\(VisibleASCII.of(text)): \(error.message)")
        }
        guard url.isOrigin else { throw bad("\(VisibleASCII.of(text)) says more than scheme, host and port.") }
        return url
    }

    private static func bad(_ message: String) -> CourierFailure {
        CourierFailure(.badConfiguration, message, sent: .no)
    }
}
