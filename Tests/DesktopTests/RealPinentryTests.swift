import Foundation
import RouterLinux
import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct RealPinentry {
        func probe(_ program: String, _ kind: String) throws -> Probe? {
            guard ExecutableFile.problem(at: program) == nil else {
                print("skipped: \(program) is not installed")
                return nil
            }
            return try Probe(["prompt", program, kind], onTerminal: true)
        }

        @Test("pinentry-tty asks for a passcode on our terminal")
        func ttyPasscode() throws {
            guard let probe = try probe("/usr/bin/pinentry-tty", "passcode") else { return }
            #expect(probe.waits(for: "Pay 1.5 DASH"))
            #expect(probe.waits(for: "ext"))
            probe.type("n")
            #expect(probe.waits(for: "page 2 of 2"))
            #expect(probe.waits(for: "Passcode:"))
            probe.type("12é\n")
            #expect(probe.line() == "passcode \(Array("12é".utf8))")
            #expect(probe.echoes)
        }

        @Test("S5: pinentry-tty must be told yes", arguments: [("yes\n", "agreed"), ("\n", "refused")])
        func ttyConfirm(typed: String, expected: String) throws {
            guard let probe = try probe("/usr/bin/pinentry-tty", "confirm") else { return }
            #expect(probe.waits(for: "ext"))
            probe.type("n")
            #expect(probe.waits(for: "Type yes to agree:"))
            probe.type(typed)
            #expect(probe.line() == expected)
        }

        @Test(
            "S5: pinentry-curses, and pinentry-fltk without a display: a passcode, and yes to agree",
            arguments: ["/usr/bin/pinentry-curses", "/usr/bin/pinentry-fltk"],
            [
                ("passcode", "1234\r", "passcode [49, 50, 51, 52]"), ("confirm", "yes\r", "agreed"),
                ("confirm", "\r", "refused"),
            ])
        func curses(program: String, _ question: (kind: String, typed: String, expected: String)) throws {
            let (kind, typed, expected) = question
            guard let probe = try probe(program, kind) else { return }
            #expect(probe.waits(for: "bold"))
            #expect(probe.waits(for: "Next"))
            probe.type("\r")
            #expect(probe.waits(for: "page 2 of 2"))
            #expect(probe.waits(for: "Pay_it"))
            probe.type(typed)
            #expect(probe.line() == expected)
            #expect(probe.echoes)
        }
    }
}
