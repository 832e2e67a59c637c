import Foundation
import RouterTestSupport
import Testing

/// What the kernel sees of a link: which programs are executed and which sockets are opened.
///
/// Only root can trace a process that has closed its memory to debuggers, which the router does.
@Suite(.needs("strace", from: "strace"), .enabled(if: geteuid() == 0, "only root can trace the router"))
struct TraceTests {
    @Test(
        "a payment executes the router, the prompt, the receiver and the prompt that tells of it – no shell, no opener – and opens no socket"
    )
    func payment() throws {
        let home = try DesktopHome.ofRouter()
        let trace = try Self.trace(DesktopHome.pay, in: home)
        let receiver = try #require(home.records(of: "receiver", count: 1).first?.arguments.first)
        #expect(
            trace.executions == [
                "\"\(home.path)/programs/router\", [\"\(home.path)/programs/router\", \"open\", \"--\", \"\(DesktopHome.pay)\"]",
                "\"\(home.path)/programs/prompt\", [\"\(home.path)/programs/prompt\"]",
                "\"\(home.path)/programs/receiver\", [\"\(home.path)/programs/receiver\", \"\(receiver)\"]",
                "\"\(home.path)/programs/prompt\", [\"\(home.path)/programs/prompt\"]",
            ])
        #expect(trace.network.isEmpty, "\(trace.network)")
        // strace divides a call where another thread is seen in between.
        let closing = trace.lines.filter { $0.contains("prctl(PR_SET_DUMPABLE, SUID_DUMP_DISABLE") }
        #expect(closing.contains { $0.contains(") = 0") || $0.contains("<unfinished") }, "\(closing)")
    }

    @Test(
        "a rejected link executes the router, and at most the prompt that tells of it, whatever stands in the link",
        arguments: [
            "dashwallet:pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHab&sender=shop",
            "dashwallet:pay=$(touch CANARY)`touch CANARY`;touch CANARY&sender=shop",
            "dashwallet:pay=x|touch${IFS}CANARY&&touch%20CANARY&sender=shop", "dashwallet:pay=x&sender=http",
        ])
    func rejected(_ link: String) throws {
        let home = try DesktopHome.ofRouter()
        let link = link.replacingOccurrences(of: "CANARY", with: home.path + "/canary")
        let trace = try Self.trace(link, in: home)
        let (router, prompt) = ("\"\(home.path)/programs/router\", [", "\"\(home.path)/programs/prompt\", [")
        #expect(trace.executions.first?.hasPrefix(router) == true, "\(trace.executions)")
        #expect(trace.executions.dropFirst().allSatisfy { $0.hasPrefix(prompt) }, "\(trace.executions)")
        #expect(!home.dialogue.contains("GETPIN") && !home.dialogue.contains("CONFIRM"))
        #expect(trace.network.isEmpty, "\(trace.network)")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/canary"))
    }

    @Test("a payment with commands in its text executes none of them on the way to the receiver")
    func canary() throws {
        // The message takes a second page.
        let home = try DesktopHome.ofRouter(answers: ["", DesktopHome.passcode])
        let commands = "%24%28touch%20\(home.path)/canary%29%60id%60%3Bid%7Cid".replacingOccurrences(
            of: "/", with: "%2F")
        let trace = try Self.trace(DesktopHome.pay + "&message=" + commands, in: home)
        #expect(trace.executions.count == 4, "\(trace.executions)")
        // A long quotation has its marks on each of its lines.
        let question = home.dialogue.replacingOccurrences(of: "”%0A“", with: "")
        #expect(question.contains("$(touch \(home.path)/canary)`id`;id|id"))
        #expect(!FileManager.default.fileExists(atPath: home.path + "/canary"))
    }

    private struct Trace {
        let lines: [String]

        /// Program and arguments of every program that was executed.
        var executions: [String] {
            lines.filter { $0.contains("execve(") || $0.contains("execveat(") }.map { line in
                let call = line.components(separatedBy: "execve(").dropFirst().joined()
                return call.components(separatedBy: "], ").first.map { $0 + "]" } ?? line
            }
        }

        /// Every system call about sockets.
        var network: [String] {
            let others = ["execve", "prctl", "+++", "---"]
            return lines.filter { line in !others.contains { line.contains($0) } }
        }
    }

    private static func trace(_ link: String, in home: DesktopHome) throws -> Trace {
        let calls = "trace=execve,execveat,prctl,%network"
        let options = ["-f", "-qq", "-s", "9000", "-e", calls, "-o", home.path + "/trace"]
        let program = try home.start(["strace"] + options + [home.path + "/programs/router", "open", "--", link])
        _ = try #require(program.status())
        return Trace(lines: home.text("trace").split(separator: "\n").map(String.init))
    }
}
