import Glibc

/// UTF-8 that is written piece by piece. For output about millions of links: appending a piece to a string or an array
/// costs several times as much as copying it.
package struct TextBuffer: Sendable {
    private var memory: [UInt8]
    /// The number of bytes written.
    package private(set) var count = 0

    package init(capacity: Int = 256) {
        memory = [UInt8](repeating: 0, count: capacity)
    }

    /// The bytes written.
    package var bytes: [UInt8] { withBytes { [UInt8]($0) } }

    /// The text written.
    package var string: String { String(decoding: memory[..<count], as: UTF8.self) }

    /// Lends the bytes written.
    package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        body(memory.span.extracting(first: count))
    }

    package mutating func append(_ byte: UInt8) {
        let start = makeRoom(for: 1)
        memory[start] = byte
    }

    package mutating func append(_ text: String) { append(text.utf8.span) }

    package mutating func append(_ bytes: Span<UInt8>) {
        let start = makeRoom(for: bytes.count)
        // Safe: both are lent only for the copy, and `makeRoom` has made room for it.
        unsafe memory.withUnsafeMutableBytes { memory in
            unsafe bytes.withUnsafeBytes { bytes in
                guard let source = bytes.baseAddress else { return }
                unsafe memcpy(memory.baseAddress! + start, source, bytes.count)
            }
        }
    }

    package mutating func append(_ text: StaticString) { append("", text, "") }

    /// Appends three pieces at once.
    package mutating func append(_ first: StaticString, _ second: StaticString, _ third: StaticString) {
        let (one, two) = (first.utf8CodeUnitCount, first.utf8CodeUnitCount + second.utf8CodeUnitCount)
        let start = makeRoom(for: two + third.utf8CodeUnitCount)
        // Safe: the memory is lent only for the copies, and `makeRoom` has made room for them; literals live as long as
        // the program.
        unsafe memory.withUnsafeMutableBytes { memory in
            let place = unsafe memory.baseAddress! + start
            unsafe memcpy(place, first.utf8Start, one)
            unsafe memcpy(place + one, second.utf8Start, second.utf8CodeUnitCount)
            unsafe memcpy(place + two, third.utf8Start, third.utf8CodeUnitCount)
        }
    }

    package mutating func append(decimal number: Int64) {
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = 20
        var rest = number.magnitude
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        if number < 0 { append(UInt8(ascii: "-")) }
        append(digits.span.extracting(start..<20))
    }

    /// Makes room for `more` bytes, counts them as written, and returns where they go.
    private mutating func makeRoom(for more: Int) -> Int {
        let start = count
        count += more
        if count > memory.count { memory += [UInt8](repeating: 0, count: max(more, memory.count)) }
        return start
    }
}
