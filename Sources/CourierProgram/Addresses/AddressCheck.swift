import Glibc
import RouterCCurl
import RouterConnections

/// The addresses that a libcurl handle may connect to. Each address is checked before its socket is made, whatever name
/// resolved to it: a name may resolve differently since the last lookup.
final class AddressCheck {
    private let configuration: CheckedConfiguration
    /// The requested host.
    private var host = ""
    /// The person chose the proxy. Its destination was checked as far as possible, by name.
    private var isProxied = false
    /// Whether the host uses the person's own socket.
    private var isWSS = false
    /// Why the last address was refused; nil if none was.
    private(set) var objection: String?

    init(_ configuration: CheckedConfiguration, _ url: RequestURL) {
        self.configuration = configuration
        aim(at: url)
    }

    func aim(at url: RequestURL) {
        host = url.host
        isWSS = configuration.socket(of: url) != nil
        isProxied = configuration.proxy(to: url) != nil
        objection = nil
    }

    /// Makes libcurl call this before each socket. The check must live as long as the handle.
    func set(on handle: EasyHandle) {
        _ = unsafe curl_set_pointer(
            handle.pointer, CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
        _ = unsafe curl_set_on_socket(handle.pointer) { context, purpose, address in
            guard purpose == CURLSOCKTYPE_IPCXN, let context = unsafe context,
                let family = unsafe address?.pointee.family,
                let type = unsafe address?.pointee.socktype, let number = unsafe address?.pointee.protocol
            else { return curl_no_socket }
            let check = unsafe Unmanaged<AddressCheck>.fromOpaque(context).takeUnretainedValue()
            let isPermitted = unsafe check.mayConnect(to: family, behind: address.map { UnsafeRawPointer($0) })
            return isPermitted ? socket(family, type | Int32(SOCK_CLOEXEC.rawValue), number) : curl_no_socket
        }
    }

    /// Whether the open connection to `address` may be used.
    func mayUse(_ address: String) -> Bool {
        guard !isProxied, !isWSS else { return true }
        guard let address = IPAddress(address) else {
            objection = "The address of \(host) is unknown."
            return false
        }
        return isPermitted(address)
    }

    private func mayConnect(to family: Int32, behind start: UnsafeRawPointer?) -> Bool {
        if isWSS { return family == AF_UNIX }
        guard !isProxied else { return true }
        // Swift only gives the address of a copy of the member, so its offset is used. At that offset is an address
        // with the length of its family.
        guard let start = unsafe start, let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else {
            return false
        }
        let address: IPAddress? =
            switch family {
            case AF_INET: IPAddress(unsafe start.loadUnaligned(fromByteOffset: offset, as: sockaddr_in.self).sin_addr)
            case AF_INET6:
                IPAddress(unsafe start.loadUnaligned(fromByteOffset: offset, as: sockaddr_in6.self).sin6_addr)
            default: nil
            }
        return address.map { isPermitted($0) } ?? false
    }

    private func isPermitted(_ address: IPAddress) -> Bool {
        guard let objection = configuration.policy.objection(to: address, of: host) else { return true }
        self.objection = objection
        return false
    }
}

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
