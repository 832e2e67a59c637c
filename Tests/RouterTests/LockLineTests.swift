import SchemeRouter
import Testing

@testable import RouterProgram

/// What a terminal says of locks.
@Suite struct LockLineTests {
    @Test(
        "locked at once, waited for, or not locked",
        arguments: [
            (TransactionState.waiting(isLocked: true), "InstantSend has locked it", "InstantSend has locked it"),
            (.confirmed(3, isLocked: true), "ChainLock", "ChainLock"),
            (.confirmed(3, isLocked: false), "confirmations: 3", "confirmations: 3"),
            (.waiting(isLocked: false), nil, "not locked it yet"), (.unknown, nil, nil),
        ] as [(TransactionState, String?, String?)])
    func texts(_ state: TransactionState, _ early: String?, _ late: String?) {
        for (isFinal, expected) in [(false, early), (true, late)] {
            let text = LockLine.text(state, isFinal: isFinal)
            #expect((text == nil) == (expected == nil))
            if let expected { #expect(text?.contains(expected) == true) }
        }
    }
}
