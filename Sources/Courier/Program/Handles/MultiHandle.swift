import RouterCCurl

/// A multi handle of libcurl, which drives easy handles that are added to it.
@safe final class MultiHandle {
    private let pointer: UnsafeMutableRawPointer

    /// Nil if out of memory.
    init?() {
        guard let pointer = unsafe curl_multi_init() else { return nil }
        unsafe self.pointer = pointer
    }

    /// All easy handles must have been removed.
    deinit {
        unsafe curl_multi_cleanup(pointer)
    }

    func set(_ option: CURLMoption, _ number: Int) {
        _ = unsafe curl_multi_set_number(pointer, option, CLong(number))
    }

    /// Returns whether it was added. It must be removed before the handle is destroyed.
    func add(_ handle: EasyHandle) -> Bool { unsafe curl_multi_add_handle(pointer, handle.pointer) == CURLM_OK }

    func remove(_ handle: EasyHandle) {
        _ = unsafe curl_multi_remove_handle(pointer, handle.pointer)
    }

    /// Makes progress without waiting.
    func perform() {
        var count: Int32 = 0
        _ = unsafe curl_multi_perform(pointer, &count)
    }

    /// The next of `handles` that is done, and its result; nil if none is.
    func nextDone(among handles: [EasyHandle]) -> (index: Int, result: CURLcode)? {
        var count: Int32 = 0
        // A message stays valid until the next call to the handle.
        while let message = unsafe curl_multi_info_read(pointer, &count) {
            guard unsafe message.pointee.msg == CURLMSG_DONE,
                let index = handles.firstIndex(where: { unsafe $0.pointer == message.pointee.easy_handle })
            else { continue }
            return (index, unsafe curl_message_result(message))
        }
        return nil
    }

    /// The streams it waits for, at most 16, and how many milliseconds; negative if there is no timeout.
    func waits() -> (streams: ArraySlice<curl_waitfd>, milliseconds: Int) {
        var memory = [curl_waitfd](repeating: curl_waitfd(), count: 16)
        let count = Int(unsafe curl_multi_waits(pointer, &memory, Int32(memory.count)))
        var milliseconds: CLong = -1
        _ = unsafe curl_multi_timeout(pointer, &milliseconds)
        return (memory[..<count], milliseconds)
    }

    /// Waits until a handle or a stream is ready, or until the time is over.
    func wait(for streams: inout [curl_waitfd], milliseconds: Int) {
        _ = unsafe curl_multi_poll(pointer, &streams, UInt32(streams.count), Int32(clamping: milliseconds), nil)
    }
}
