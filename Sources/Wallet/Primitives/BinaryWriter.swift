import RouterBytes

/// Puts a file's bytes together. Numbers are big-endian.
struct BinaryWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
    }

    mutating func add(number: some FixedWidthInteger) {
        bytes.append(bigEndian: number)
    }
}
