import CUTF8Proc
import SchemeRouter

/// A secret text as Unicode code points in one normal form, so that the same typed text always has the same bytes.
///
/// The code points lie in guarded memory. `utf8proc_map` is avoided because it leaves copies in memory that is freed
/// without being wiped.
struct NormalizedText: ~Copyable {
    /// A normal form (UAX #15).
    enum Form {
        /// Decomposed; what BIP39 asks for.
        case nfkd
        /// Composed, so that a code point is about what a person takes for a character.
        case nfkc

        fileprivate var options: utf8proc_option_t {
            let change = self == .nfkd ? UTF8PROC_DECOMPOSE : UTF8PROC_COMPOSE
            return utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPAT.rawValue | change.rawValue)
        }
    }

    /// The bytes are no UTF-8.
    struct NotText: Error, Equatable {}

    private let storage: Secret
    /// How many code points there are.
    let count: Int

    private init(storage: consuming Secret, count: Int) {
        self.storage = storage
        self.count = count
    }

    /// Reads UTF-8 and brings it into `form`.
    static func reading(_ text: borrowing Secret, as form: Form) throws(NotText) -> NormalizedText {
        let needed = text.withBytes { bytes in decompose(bytes, into: nil, capacity: 0, form) }
        guard needed >= 0 else { throw NotText() }
        var count = needed
        let storage = Secret(count: needed * MemoryLayout<Int32>.stride) { memory in
            let points = memory.bindMemory(to: Int32.self)
            count = text.withBytes { bytes in decompose(bytes, into: points.baseAddress, capacity: needed, form) }
            if form == .nfkc, count > 0 {
                count = utf8proc_normalize_utf32(points.baseAddress, count, form.options)
            }
        }
        guard count >= 0, count <= needed else { throw NotText() }
        return NormalizedText(storage: storage, count: count)
    }

    private static func decompose(
        _ bytes: UnsafeRawBufferPointer, into points: UnsafeMutablePointer<Int32>?, capacity: Int, _ form: Form
    ) -> Int {
        guard bytes.count > 0 else { return 0 }
        let text = bytes.octets
        return utf8proc_decompose(text, bytes.count, points, capacity, form.options)
    }

    /// Lends the code points to `body`. They must not leave it.
    borrowing func withCodePoints<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeBufferPointer<Int32>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withBytes { (bytes) throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: bytes.bindMemory(to: Int32.self)[..<count]))
        }
    }

    /// The text in UTF-8.
    borrowing func utf8() -> Secret {
        Secret(capacity: count * 4) { memory in
            var length = 0
            withCodePoints { points in
                for point in points {
                    let end = memory.octets.advanced(by: length)
                    length += utf8proc_encode_char(point, end)
                }
            }
            return length
        }
    }
}
