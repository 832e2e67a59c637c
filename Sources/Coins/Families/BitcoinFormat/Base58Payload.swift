/// What a Base58Check text says, without an allocation.
struct Base58Payload {
    // A text of ones has as many zero bytes.
    private var storage = InlineArray<120, UInt8>(repeating: 0)
    private(set) var count: Int

    /// As many zero bytes, at most ``Base58Check/maxLength``.
    init(zeros: Int) {
        count = zeros
    }

    /// The byte at `index`.
    subscript(index: Int) -> UInt8 {
        precondition(index < count, "behind the payload")
        return storage[index]
    }

    /// The bytes from `index` to the end.
    func bytes(from index: Int) -> [UInt8] {
        (index..<count).map { storage[$0] }
    }

    /// Appends the bytes of `number`, most significant first.
    mutating func append(_ number: Base58Number) {
        count += number.byteCount
        for position in 0..<number.byteCount { storage[count - 1 - position] = number.byte(at: position) }
    }

    /// Takes the four bytes of the checksum off. False where they do not fit the rest.
    mutating func removeChecksum() -> Bool {
        count -= 4
        let given = (0..<4).reduce(0) { $0 << 8 | UInt32(storage[count + $1]) }
        return given == Digest.checksum(storage.span.extracting(first: count))
    }
}
