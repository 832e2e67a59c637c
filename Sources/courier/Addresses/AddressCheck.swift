import CCurl
import Glibc

/// Which address one handle of libcurl may connect to. It is asked for each address before a socket is made, whatever name
/// led there: what a name leads to may have changed since it was last looked at.
final class AddressCheck {
    private let configuration: CheckedConfiguration
    /// The host that is connected to, as it was asked for.
    private var host = ""
    /// A proxy is the person's choice. What it connects to was checked as far as it can be, by name.
    private var isProxied = false
    /// Whether the person's own socket stands for the host.
    private var isSocket = false
    /// Why the last address was refused; nil where none was.
    private(set) var objection: String?

    init(_ configuration: CheckedConfiguration, _ url: RequestURL) {
        self.configuration = configuration
        aim(at: url)
    }

    /// From now on `url` is connected to.
    func aim(at url: RequestURL) {
        host = url.host
        isSocket = configuration.socket(of: url) != nil
        isProxied = configuration.proxy(to: url) != nil
        objection = nil
    }

    /// Makes libcurl ask before each socket. The check must live as long as the handle.
    func set(on handle: UnsafeMutableRawPointer) {
        _ = curl_set_pointer(handle, CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
        _ = curl_set_on_socket(handle) { context, purpose, address in
            guard purpose == CURLSOCKTYPE_IPCXN, let address, let context else { return curl_no_socket }
            let check = Unmanaged<AddressCheck>.fromOpaque(context).takeUnretainedValue()
            guard check.mayConnect(to: address) else { return curl_no_socket }
            let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
            return socket(address.pointee.family, kind, address.pointee.protocol)
        }
    }

    /// Whether the connection that stands, with `address` on its other side, may be used.
    func mayUse(_ address: String) -> Bool {
        guard !isProxied, !isSocket else { return true }
        guard let address = IPAddress(address) else {
            objection = "The address of \(host) is unknown."
            return false
        }
        return isPermitted(address)
    }

    private func mayConnect(to address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
        if isSocket { return address.pointee.family == AF_UNIX }
        guard !isProxied else { return true }
        // Swift takes the address of a member only as that of a copy.
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return false }
        let given = UnsafeRawPointer(address).advanced(by: offset).assumingMemoryBound(to: sockaddr.self)
        guard let address = IPAddress(given) else { return false }
        return isPermitted(address)
    }

    private func isPermitted(_ address: IPAddress) -> Bool {
        guard let objection = configuration.policy.objection(to: address, of: host) else { return true }
        self.objection = objection
        return false
    }
}
