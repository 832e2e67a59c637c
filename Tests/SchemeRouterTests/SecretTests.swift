import RouterSecrets
import Testing

@testable import SchemeRouter

@Suite struct SecretTests {
    @Test("S8: a secret holds exactly the bytes that were filled in")
    func holdsFilledBytes() {
        let secret = Secret(capacity: 8) { memory in
            memory.copyBytes(from: [1, 2, 3])
            return 3
        }
        #expect(secret.count == 3)
        #expect(secret.withBytes { Array($0) } == [1, 2, 3])
    }

    @Test func equalityLooksAtAllBytes() {
        let one = Secret(count: 2) { $0.copyBytes(from: [1, 2]) }
        let same = one.duplicate()
        let other = Secret(count: 2) { $0.copyBytes(from: [1, 3]) }
        let matches = (same: one.equals(same), other: one.equals(other))
        #expect(matches == (true, false))
    }
}
