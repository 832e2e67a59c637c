import Foundation
import Glibc
import RouterTestSupport
import SchemeRouter
import Synchronization
import Testing

@testable import RouterStorage
@testable import RouterWallet

/// A disk that fails at one of the calls to it, and from then on works again or stays broken.
final class FailingDisk: Sendable {
    private let left: Mutex<Int>
    private let staysBroken: Bool

    init(after calls: Int, staysBroken: Bool) {
        left = Mutex(calls)
        self.staysBroken = staysBroken
    }

    /// Whether the disk never failed: there were not so many calls.
    var isWhole: Bool { left.withLock { $0 >= 0 } }

    private func fails() -> Bool {
        let fails = left.withLock { left in
            left -= 1
            return left == -1 || (left < -1 && staysBroken)
        }
        if fails { errno = ENOSPC }
        return fails
    }

    var calls: DiskCalls {
        let system = DiskCalls.system
        return DiskCalls(
            create: { self.fails() ? -1 : system.create($0) }, write: { self.fails() ? -1 : system.write($0, $1) },
            sync: { self.fails() ? -1 : system.sync($0) }, rename: { self.fails() ? -1 : system.rename($0, $1) },
            link: { self.fails() ? -1 : system.link($0, $1) }, remove: { self.fails() ? -1 : system.remove($0) })
    }
}

/// Changing the passcode on a disk that fails.
@Suite struct PasscodeChangeFaultTests {
    @Test(
        "wherever the disk fails, either the old passcode opens the wallet or the new one, and the answer says which",
        arguments: [false, true])
    func faults(staysBroken: Bool) throws {
        var sawOld = false
        var sawNew = false
        for calls in 0..<40 {
            let wallet = try TestWallet()
            let disk = FailingDisk(after: calls, staysBroken: staysBroken)
            let clock = wallet.clock
            let files = WalletFiles(
                directory: wallet.path, now: { clock.now }, usual: KeystoreTests.weak, disk: disk.calls)
            var error: ServiceError?
            do throws(ServiceError) {
                try files.changePasscode(from: Secret(TestWallet.passcode), to: Secret("another horse"))
            } catch let failure {
                error = failure
            }
            let opensOld = wallet.errorUnlocking() == nil
            let opensNew = wallet.errorUnlocking("another horse") == nil
            #expect(opensOld != opensNew, "after \(calls) calls")
            if let error {
                #expect(error.code == .cannotWrite)
                #expect(error.message.contains("The passcode was changed") == opensNew, "\(calls): \(error.message)")
            } else {
                #expect(opensNew)
            }
            sawOld = sawOld || opensOld
            sawNew = sawNew || (opensNew && error != nil)
            if disk.isWhole { break }
            #expect(calls < 39)
        }
        // A fault before the keystore is exchanged, and one after it.
        #expect(sawOld && sawNew)
    }
}
