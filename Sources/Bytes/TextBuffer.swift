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
        unsafe memory.withUnsafeMutableBytes { unsafe bytes.copy(to: $0.baseAddress! + start) }
    }

    package mutating func append(_ text: StaticString) { text.withBytes { append($0) } }

    /// Appends the name of a JSON member, `"name":`, after a comma if it is not the first of its object.
    package mutating func append(member name: StaticString, isFirst: Bool) {
        let start = makeRoom(for: name.utf8CodeUnitCount + (isFirst ? 3 : 4))
        // Safe: as above.
        unsafe memory.withUnsafeMutableBytes { memory in
            _ = unsafe Self.write(member: name, isFirst: isFirst, at: memory.baseAddress! + start)
        }
    }

    /// Appends a whole JSON member, `"name":value` or `"name":"value"`. All at once: most of what is written about a
    /// link are such members.
    /// - Parameter isText: whether the value stands in quotation marks. It is not escaped.
    package mutating func append(member name: StaticString, isFirst: Bool, value: Span<UInt8>, isText: Bool) {
        let start = makeRoom(for: name.utf8CodeUnitCount + value.count + (isFirst ? 3 : 4) + (isText ? 2 : 0))
        // Safe: as above.
        unsafe memory.withUnsafeMutableBytes { memory in
            let place = unsafe Self.write(member: name, isFirst: isFirst, at: memory.baseAddress! + start)
            guard isText else { return unsafe value.copy(to: place) }
            unsafe place.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
            unsafe value.copy(to: place + 1)
            unsafe place.storeBytes(of: UInt8(ascii: "\""), toByteOffset: value.count + 1, as: UInt8.self)
        }
    }

    /// Writes the name of a member where the caller has made room, and returns the place after it.
    @inline(__always) private static func write(
        member name: StaticString, isFirst: Bool, at place: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        var place = unsafe place
        if !isFirst {
            unsafe place.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
            unsafe place += 1
        }
        unsafe place.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        name.withBytes { unsafe $0.copy(to: place + 1) }
        unsafe place += 1 + name.utf8CodeUnitCount
        unsafe place.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        unsafe place.storeBytes(of: UInt8(ascii: ":"), toByteOffset: 1, as: UInt8.self)
        return unsafe place + 2
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

    /// Removes everything, but keeps the memory.
    package mutating func removeAll() { count = 0 }

    /// Removes the last bytes, and returns them.
    package mutating func removeLast(_ length: Int) -> [UInt8] {
        count -= length
        return Array(memory[count..<count + length])
    }

    /// Makes room for `more` bytes, counts them as written, and returns where they go.
    private mutating func makeRoom(for more: Int) -> Int {
        let start = count
        count += more
        if count > memory.count { memory += [UInt8](repeating: 0, count: max(more, memory.count)) }
        return start
    }
}

extension Span<UInt8> {
    /// The caller makes sure that the memory at `place` is long enough, and no part of this.
    @inline(__always) fileprivate func copy(to place: UnsafeMutableRawPointer) {
        unsafe withUnsafeBytes { bytes in
            if let source = bytes.baseAddress { unsafe memcpy(place, source, bytes.count) }
        }
    }
}

extension String {
    /// A copy with everything percent-encoded except letters, digits and the characters of `plain` (RFC 3986, 2.1).
    package func percentEncoded(except plain: String) -> String {
        var encoded = TextBuffer(capacity: utf8.count)
        encoded.append(percentEncoding: self, except: plain)
        return encoded.string
    }
}

extension TextBuffer {
    /// Appends `text` with everything percent-encoded except letters, digits and the characters of `plain` (RFC 3986,
    /// 2.1).
    package mutating func append(percentEncoding text: String, except plain: String) {
        let (bytes, plain) = (text.utf8.span, plain.utf8.span)
        // Copies runs of plain bytes at once; usually the whole text is one run.
        var start = 0
        for offset in bytes.indices {
            let byte = bytes[offset]
            if byte.isASCIILetter || byte.isASCIIDigit || plain.contains(byte) { continue }
            append(bytes.extracting(start..<offset))
            append(UInt8(ascii: "%"))
            append(upperHexDigits[Int(byte >> 4)])
            append(upperHexDigits[Int(byte & 0xF)])
            start = offset + 1
        }
        append(bytes.extracting(start..<bytes.count))
    }
}

extension Span<UInt8> {
    fileprivate func contains(_ byte: UInt8) -> Bool {
        for offset in indices where self[offset] == byte { return true }
        return false
    }
}

private let upperHexDigits = Array("0123456789ABCDEF".utf8)
