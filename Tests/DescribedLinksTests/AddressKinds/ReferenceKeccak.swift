@testable import RouterCoins

/// Keccak-256 written out (FIPS 202 without its two bits in front of the padding), so that tests need no library and can
/// compare those that there are.
enum ReferenceKeccak {
    static let hasher = Keccak256 { digest(of: $0) }

    private static let rounds: [UInt64] = {
        // The constants come from a shift register of eight bits.
        var register: UInt8 = 1
        func bit() -> Bool {
            defer { register = register & 0x80 == 0 ? register << 1 : register << 1 ^ 0x71 }
            return register & 1 == 1
        }
        return (0..<24).map { _ in
            (0..<7).reduce(0 as UInt64) { constant, power in
                bit() ? constant | 1 << ((1 << UInt64(power)) - 1) : constant
            }
        }
    }()

    static func digest(of bytes: [UInt8]) -> [UInt8] {
        let rate = 136
        var padded = bytes + [1]
        padded += [UInt8](repeating: 0, count: (rate - padded.count % rate) % rate)
        padded[padded.count - 1] |= 0x80
        var state = [UInt64](repeating: 0, count: 25)
        for start in stride(from: 0, to: padded.count, by: rate) {
            for offset in 0..<rate {
                state[offset / 8] ^= UInt64(padded[start + offset]) << UInt64(offset % 8 * 8)
            }
            permute(&state)
        }
        return (0..<32).map { UInt8(truncatingIfNeeded: state[$0 / 8] >> UInt64($0 % 8 * 8)) }
    }

    static func permute(_ state: inout [UInt64]) {
        for constant in rounds {
            let columns = (0..<5).map { x in (0..<5).reduce(0 as UInt64) { $0 ^ state[x + 5 * $1] } }
            for index in 0..<25 {
                state[index] ^= columns[(index + 4) % 5] ^ rotated(columns[(index + 1) % 5], by: 1)
            }
            var (x, y) = (1, 0)
            var lane = state[1]
            for step in 0..<24 {
                (x, y) = (y, (2 * x + 3 * y) % 5)
                let index = x + 5 * y
                (lane, state[index]) = (state[index], rotated(lane, by: UInt64((step + 1) * (step + 2) / 2 % 64)))
            }
            for row in stride(from: 0, to: 25, by: 5) {
                let old = Array(state[row..<row + 5])
                for x in 0..<5 { state[row + x] = old[x] ^ ~old[(x + 1) % 5] & old[(x + 2) % 5] }
            }
            state[0] ^= constant
        }
    }

    private static func rotated(_ lane: UInt64, by count: UInt64) -> UInt64 {
        count == 0 ? lane : lane << count | lane >> (64 - count)
    }
}
