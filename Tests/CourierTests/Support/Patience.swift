import Foundation
import RouterCourierMessages
import SchemeRouter

extension ContinuousClock.Instant {
    /// Later than all tests together take, so that a deadline is met only where one is tested.
    static var late: ContinuousClock.Instant { .now.advanced(by: .seconds(3_600)) }
}

/// The most milliseconds that a courier may be told to wait.
let mostTime = CourierLimits.milliseconds

/// Waits until `condition` holds, for as long as it takes. Returns whether it does.
func waits(for condition: () -> Bool) async -> Bool {
    let end = ContinuousClock.Instant.late
    while ContinuousClock.now < end {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return condition()
}

/// Lets threads through once somebody opens it.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() {
        semaphore.wait()
        semaphore.signal()
    }

    func open() {
        semaphore.signal()
    }

    deinit {
        // A semaphore must not go while its value is below the first one.
        semaphore.signal()
    }
}
