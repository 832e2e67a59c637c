import RouterBytes

/// Puts a file's bytes together. Numbers are big-endian.
struct BinaryWriter {
    /// What was written.
    private(set) var bytes: [UInt8] = []

    /// Adds bytes as they are.
    mutating func add(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
    }

    /// Adds a number.
    mutating func add(number: some FixedWidthInteger) {
        bytes.append(bigEndian: number)
    }
}
