/// A slot of half a second since 2000 in UTC (EOSIO `block_timestamp_type`).
public struct BlockTimestamp: Sendable, Hashable, CustomStringConvertible {
    private static let epoch: Int64 = 946_684_800_000_000
    private static let slotLength: Int64 = 500_000

    /// Half seconds since 2000-01-01T00:00:00 UTC.
    public let slot: UInt32

    /// The time as nodes write it: `2020-01-02T03:04:05.500`.
    public var description: String {
        TimePoint(microseconds: Self.epoch + Int64(slot) * Self.slotLength).description
    }
}

extension BlockTimestamp: TextValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        slot = try reader.number()
    }

    var packed: [UInt8] { [UInt8](littleEndian: slot) }

    static func reading(_ text: String) throws(PackError) -> BlockTimestamp {
        guard let time = CivilTime.microseconds(text).map({ $0 - epoch }), time % slotLength == 0,
            let slot = UInt32(exactly: time / slotLength)
        else { throw PackError("expected a time such as “2020-01-02T03:04:05.500”, in half seconds, from 2000 on") }
        return BlockTimestamp(slot: slot)
    }
}
