import Foundation
import RouterTestSupport
import Testing

/// Points 12, 13, 18 and 19 of the security checklist: floods, loops, the administrator, and what is written for the
/// desktop. The rules themselves have their tests beside the engine.
@Suite struct RateLimitChecklistTests {
    @Test("12: while one prompt is open another link is told so, and nothing is shown")
    func onePrompt() throws {
        let home = try DesktopHome.ofRouter(answers: ["-", DesktopHome.passcode])
        #expect(try home.router(["open", DesktopHome.pay]).status == 130)
        let lock = unsafe open(home.path + "/state/schemerouter/prompt.lock", O_RDWR | O_CLOEXEC)
        defer { close(lock) }
        try #require(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        let shown = home.dialogue
        #expect(try home.router(["open", DesktopHome.pay + "&message=2"]).status == 75)
        #expect(home.dialogue == shown)
    }

    @Test("12: a sender that is refused three times in a minute is no longer shown")
    func flood() throws {
        let home = try DesktopHome.ofRouter(answers: ["-", "-", "-", DesktopHome.passcode])
        for number in 1...3 {
            #expect(try home.router(["open", DesktopHome.pay + "&message=\(number)"]).status == 130)
        }
        let shown = home.dialogue
        #expect(try home.router(["open", DesktopHome.pay + "&message=4"]).status == 77)
        #expect(home.dialogue == shown)
        #expect(home.records(of: "receiver").isEmpty)
    }

    @Test("13: links that answers lead to without end are not followed", arguments: ["2", "17", "x", ""])
    func loop(_ depth: String) throws {
        let home = try DesktopHome.ofRouter()
        let result = try home.router(["open", DesktopHome.pay], ["SCHEMEROUTER_DEPTH": depth])
        #expect(result.status == 77)
        #expect(!home.dialogue.contains("GETPIN"))
    }

    @Test(
        "18: the administrator is told whose wallet and registration this is", .enabled(if: geteuid() == 0, "not root"))
    func administrator() throws {
        let home = try DesktopHome.ofRouter()
        #expect(try home.router(["open", DesktopHome.pay]).printed.contains("You are root"))
        #expect(try home.router(["doctor"]).printed.contains("You are root"))
    }

    @Test(
        "19: no name with a line end, a space or a path reaches the desktop's files",
        arguments: ["a\nb", "a b", "../x", "A;b", ""])
    func names(_ scheme: String) throws {
        let home = try DesktopHome.ofRouter()
        let list = home.path + "/config/mimeapps.list"
        let before = try String(contentsOfFile: list, encoding: .utf8)
        #expect(try home.router(["register", "--scheme", scheme, "--force"]).status == 64)
        #expect(try String(contentsOfFile: list, encoding: .utf8) == before)
    }
}
