import RouterBytes
import SchemeRouter

/// Writes numbers and scripts as transactions have them: little-endian, with compact lengths.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger) { bytes.append(littleEndian: number) }

    mutating func add(count: Int) {
        switch count {
        case 0..<0xFD: add(UInt8(count))
        case 0xFD...0xFFFF:
            add(UInt8(0xFD))
            add(UInt16(count))
        default:
            add(UInt8(0xFE))
            add(UInt32(count))
        }
    }

    mutating func add(script: [UInt8]) {
        add(count: script.count)
        bytes += script
    }

    mutating func add(_ outpoint: Outpoint) {
        bytes += outpoint.transaction.digest
        add(outpoint.index)
    }
}
