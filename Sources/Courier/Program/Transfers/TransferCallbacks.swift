import Glibc
import RouterCCurl

/// The callbacks of libcurl during a transfer. The transfer lives at least as long as its handle, so it is passed
/// unretained.
enum TransferCallbacks {
    static func set(_ transfer: Transfer) {
        let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        let handle = unsafe transfer.handle.pointer
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PREREQDATA] {
            _ = unsafe curl_set_pointer(handle, option, context)
        }
        _ = unsafe curl_set_on_bytes(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            let copy = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
            return unsafe Transfer.behind(context).take(body: copy) ? count : 0
        }
        _ = unsafe curl_set_on_bytes(handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            let copy = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
            return unsafe Transfer.behind(context).take(header: copy) ? count : 0
        }
        _ = unsafe curl_set_on_request(handle) { context, address, _, _, _ in
            let text = unsafe address.map { unsafe String(cString: $0) } ?? ""
            return unsafe Transfer.behind(context).mayRequest(from: text) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }
}

extension Transfer {
    fileprivate static func behind(_ context: UnsafeMutableRawPointer?) -> Transfer {
        guard let context = unsafe context else { preconditionFailure("libcurl lost its context") }
        return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }
}
