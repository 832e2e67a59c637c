import Glibc

extension Span<UInt8> {
    /// The offset of the first `byte` at or after `start`; nil if there is none.
    @inlinable package func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
        precondition(start >= 0 && start <= count, "an offset behind the memory")
        // Safe: `memchr` reads only this memory, and only an offset leaves the closure.
        return unsafe withUnsafeBytes { memory in
            guard let base = memory.baseAddress,
                let found = unsafe memchr(base + start, Int32(byte), memory.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    /// The eight bytes at `offset` as one number, the first one lowest; nil if there are fewer.
    @inlinable package func eightBytes(at offset: Int) -> UInt64? {
        guard offset >= 0, offset <= count - 8 else { return nil }
        // Safe: the bytes are within the span, and every number is valid.
        return unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
    }

    /// The bytes from `offset` on, fewer than eight, as one number, the last one lowest. The bytes above them are
    /// `padding`.
    @inlinable package func lastBytes(from offset: Int, padding: UInt8) -> UInt64 {
        var word = UInt64(padding) &* 0x0101_0101_0101_0101
        for offset in offset..<count { word = word << 8 | UInt64(self[offset]) }
        return word
    }

    /// Whether these are the same bytes as those of `other`.
    @usableFromInline package func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard other.count == count else { return false }
        // Safe: `memcmp` reads only the lent memory, and only its result leaves the closure.
        return unsafe withUnsafeBytes { one in
            unsafe other.withUnsafeBytes { other in
                guard let first = one.baseAddress, let second = other.baseAddress else { return true }
                return unsafe memcmp(first, second, one.count) == 0
            }
        }
    }

    @inlinable package func starts(with other: some Collection<UInt8>) -> Bool {
        other.count <= count && extracting(first: other.count).elementsEqual(other)
    }

    @inlinable package func elementsEqual(_ other: some Collection<UInt8>) -> Bool {
        guard other.count == count else { return false }
        var offset = 0
        for byte in other {
            guard self[offset] == byte else { return false }
            offset += 1
        }
        return true
    }
}

// Inlined into other modules: as generic code called across modules, copying 33 bytes costs more than hashing them.
extension MutableSpan<UInt8> {
    /// Copies `bytes` into this memory, beginning at `start`.
    @inlinable package mutating func copyBytes(from bytes: some Collection<UInt8>, at start: Int = 0) {
        precondition(start >= 0 && bytes.count <= count - start, "bytes do not fit into their memory")
        var offset = start
        for byte in bytes {
            self[offset] = byte
            offset += 1
        }
    }

    /// Copies `bytes` into this memory, beginning at `start`.
    @inlinable package mutating func copyBytes(from bytes: Span<UInt8>, at start: Int = 0) {
        precondition(start >= 0 && bytes.count <= count - start, "bytes do not fit into their memory")
        for offset in bytes.indices { self[start + offset] = bytes[offset] }
    }
}

extension [UInt8] {
    /// A copy of bytes that are not secret.
    package init(_ bytes: Span<UInt8>) {
        // Safe: the memory is lent only for the copy, which is a value.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe [UInt8]($0) }
    }
}

extension StaticString {
    /// Lends the bytes of the literal, which live as long as the program.
    @inlinable package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        unsafe body(UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount).span)
    }
}

extension [UInt8] {
    @inlinable package mutating func append(littleEndian number: some FixedWidthInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    @inlinable package mutating func append(bigEndian number: some FixedWidthInteger) {
        append(littleEndian: number.byteSwapped)
    }

    @inlinable package init(littleEndian number: some FixedWidthInteger) {
        self.init()
        append(littleEndian: number)
    }

    @inlinable package init(bigEndian number: some FixedWidthInteger) {
        self.init()
        append(bigEndian: number)
    }
}

extension FixedWidthInteger {
    /// Reads a little-endian number; `bytes` must be exactly as long as the type.
    @inlinable package init(littleEndianBytes bytes: ArraySlice<UInt8>) {
        precondition(bytes.count == Self.bitWidth / 8, "a number of another size")
        self = 0
        for byte in bytes.reversed() { self = self << 8 | Self(truncatingIfNeeded: byte) }
    }
}
