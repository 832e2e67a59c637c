import Foundation
import SchemeRouter
import Testing

@testable import RouterWallet

@Suite struct PasscodeDelayTests {
    let wrong = ServiceError(.wrongPasscode, "")
    let tooMany = ServiceError(.tooManyPasscodes, "")

    @Test("Three wrong passcodes delay the next, also after a restart, and the right one ends it")
    func delays() throws {
        let wallet = try TestWallet()
        for _ in 0..<3 { #expect(wallet.errorUnlocking("wrong horse") == wrong) }
        #expect(wallet.errorUnlocking() == tooMany)
        wallet.clock.now += 4
        #expect(wallet.errorUnlocking() == tooMany)
        wallet.clock.now += 1
        #expect(wallet.errorUnlocking("wrong horse") == wrong)
        wallet.clock.now += 9
        #expect(wallet.errorUnlocking() == tooMany)
        wallet.clock.now += 1
        #expect(wallet.errorUnlocking() == nil)
        for _ in 0..<3 { #expect(wallet.errorUnlocking("wrong horse") == wrong) }
        #expect(wallet.errorUnlocking() == tooMany)
    }

    @Test("A refused attempt is not counted, so that waiting helps")
    func refusedAttemptsAreFree() throws {
        let wallet = try TestWallet()
        for _ in 0..<3 { #expect(wallet.errorUnlocking("wrong horse") == wrong) }
        for _ in 0..<20 { #expect(wallet.errorUnlocking("wrong horse") == tooMany) }
        wallet.clock.now += 5
        #expect(wallet.errorUnlocking() == nil)
    }

    @Test("An attempt is counted before its passcode is tried: ending the program does not help")
    func countedFirst() throws {
        let wallet = try TestWallet()
        let file = AttemptsFile(file: PrivateFile(path: wallet.path + "/attempts"))
        // Each of these stands for a program that was killed while Argon2id ran.
        for _ in 0..<3 { _ = try file.begin(at: wallet.clock.now) }
        #expect(wallet.errorUnlocking() == tooMany)
    }

    @Test("A clock set back shortens nothing, and locks nobody out for longer than the delay")
    func clockSetBack() throws {
        let wallet = try TestWallet()
        for _ in 0..<3 { _ = wallet.errorUnlocking("wrong horse") }
        wallet.clock.now -= 1_000_000
        #expect(wallet.errorUnlocking() == tooMany)
        wallet.clock.now += 4
        #expect(wallet.errorUnlocking() == tooMany)
        wallet.clock.now += 1
        #expect(wallet.errorUnlocking() == nil)
    }

    @Test(
        "A damaged count is the longest delay, once",
        arguments: [[], [1, 2, 3], Array(repeating: 0, count: 4096)] as [[UInt8]])
    func damagedCount(bytes: [UInt8]) throws {
        let wallet = try TestWallet()
        try wallet.write("attempts", bytes)
        #expect(wallet.errorUnlocking() == tooMany)
        wallet.clock.now += 3599
        #expect(wallet.errorUnlocking() == tooMany)
        wallet.clock.now += 1
        #expect(wallet.errorUnlocking() == nil)
        #expect(!FileManager.default.fileExists(atPath: wallet.path + "/attempts"))
    }

    @Test("Guesses at once are all counted")
    func concurrentGuesses() async throws {
        let wallet = try TestWallet()
        let errors = await withTaskGroup(of: ServiceError?.self) { group in
            for _ in 0..<8 { group.addTask { wallet.errorUnlocking("wrong horse") } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.filter { $0 == wrong }.count == 3)
        #expect(errors.filter { $0 == tooMany }.count == 5)
    }
}
