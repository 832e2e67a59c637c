import CCurl
import Glibc

/// What libcurl calls during a transfer. The transfer lives at least as long as its handle, so it is passed unretained.
enum TransferCallbacks {
    static func set(_ transfer: Transfer) {
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        let handle = transfer.handle
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PREREQDATA] {
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
}
