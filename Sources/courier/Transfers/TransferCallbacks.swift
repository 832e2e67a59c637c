import CCurl
import Glibc

/// What libcurl calls during a transfer. The transfer lives at least as long as its handle, so it is passed unretained.
enum TransferCallbacks {
    static func set(_ transfer: Transfer) {
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        let handle = transfer.handle
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_PREREQDATA] {
            _ = curl_set_pointer(handle, option, context)
        }
        _ = curl_set_on_bytes(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            let isTaken = Transfer.behind(context).take(body: UnsafeRawBufferPointer(start: bytes, count: count))
            return isTaken ? count : 0
        }
        _ = curl_set_on_bytes(handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            let isTaken = Transfer.behind(context).take(header: UnsafeRawBufferPointer(start: bytes, count: count))
            return isTaken ? count : 0
        }
        _ = curl_set_on_socket(handle) { context, purpose, address in
            guard purpose == CURLSOCKTYPE_IPCXN, let address, Transfer.behind(context).mayConnect(to: address) else {
                return curl_no_socket
            }
            let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
            return socket(address.pointee.family, kind, address.pointee.protocol)
        }
        _ = curl_set_on_request(handle) { context, address, _, _, _ in
            let text = address.map { String(cString: $0) } ?? ""
            return Transfer.behind(context).mayRequest(from: text) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }
}

extension Transfer {
    fileprivate static func behind(_ context: UnsafeMutableRawPointer?) -> Transfer {
        guard let context else { preconditionFailure("libcurl lost its context") }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    fileprivate func mayConnect(to address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
        // Swift takes the address of a member only as that of a copy.
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return false }
        return mayConnect(to: UnsafeRawPointer(address).advanced(by: offset).assumingMemoryBound(to: sockaddr.self))
    }
}
