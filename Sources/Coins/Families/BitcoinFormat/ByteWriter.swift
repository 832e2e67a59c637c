import RouterBytes
import SchemeRouter

/// Writes numbers and scripts in the format of transactions: little-endian, with compact lengths.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger) { bytes.append(littleEndian: number) }

    mutating func add(bytes more: [UInt8]) { bytes += more }

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

    /// The number of outputs, then each of them.
    mutating func add(_ outputs: [Transaction.Output]) {
        add(count: outputs.count)
        for output in outputs { add(output) }
    }

    mutating func add(_ output: Transaction.Output) {
        add(UInt64(output.amount.units))
        add(script: output.script)
    }
}
