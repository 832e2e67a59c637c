import Glibc
import RouterCLoaded

/// Raw deflate (RFC 1951), which compresses signing requests.
///
/// zlib decompresses them. It is loaded when a compressed request is read, so that other links do not wait for it.
enum RawDeflate {
    enum Failure: Error {
        /// zlib is not installed.
        case noLibrary
        /// It is not a valid stream, or data follows it.
        case malformed
        /// Its decompressed size exceeds the limit.
        case tooLarge
    }

    /// The decompressed stream; the stream must be all of `bytes`.
    /// - Parameter limit: the maximum decompressed size, in bytes.
    static func inflate(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        guard let zlib = Zlib.installed else { throw .noLibrary }
        return try zlib.inflate(bytes, limit: limit)
    }
}

/// Calls of `zlib.h`. The library is never unloaded.
@safe private struct Zlib: @unchecked Sendable {
    typealias Start = @convention(c) (UnsafeMutablePointer<z_stream>?, CInt, UnsafePointer<CChar>?, CInt) -> CInt
    typealias Step = @convention(c) (UnsafeMutablePointer<z_stream>?, CInt) -> CInt
    typealias End = @convention(c) (UnsafeMutablePointer<z_stream>?) -> CInt

    let start: Start
    let step: Step
    let end: End

    /// A stream without a header, with the largest window.
    private static let rawWindow: CInt = -15

    static let installed: Zlib? = {
        guard let library = unsafe dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL),
            let start = unsafe dlsym(library, "inflateInit2_"), let step = unsafe dlsym(library, "inflate"),
            let end = unsafe dlsym(library, "inflateEnd")
        else { return nil }
        return unsafe Zlib(
            start: unsafeBitCast(start, to: Start.self), step: unsafeBitCast(step, to: Step.self),
            end: unsafeBitCast(end, to: End.self))
    }()

    func inflate(_ bytes: [UInt8], limit: Int) throws(RawDeflate.Failure) -> [UInt8] {
        var input = bytes
        // One byte beyond the limit distinguishes a stream that is too long from a broken one.
        var output = [UInt8](repeating: 0, count: limit + 1)
        let room = output.count
        var stream = unsafe z_stream()
        var status = Z_STREAM_ERROR
        unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                // The library keeps a pointer to the stream, so it must not move between two calls.
                unsafe withUnsafeMutablePointer(to: &stream) { stream in
                    guard unsafe start(stream, Self.rawWindow, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK
                    else { return }
                    unsafe stream.pointee.next_in = input.baseAddress
                    unsafe stream.pointee.avail_in = CUnsignedInt(clamping: input.count)
                    unsafe stream.pointee.next_out = output.baseAddress
                    unsafe stream.pointee.avail_out = CUnsignedInt(clamping: output.count)
                    status = unsafe step(stream, Z_FINISH)
                    _ = unsafe end(stream)
                }
            }
        }
        let (rest, left) = unsafe (Int(stream.avail_in), Int(stream.avail_out))
        guard left > 0 else { throw .tooLarge }
        guard status == Z_STREAM_END, rest == 0 else { throw .malformed }
        return Array(output.prefix(room - left))
    }
}
