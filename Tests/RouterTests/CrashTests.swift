import Foundation
import RouterTestSupport
import Testing

/// The real program, killed while it pays. `make crash` does it a thousand times.
@Suite struct CrashTests {
    @Test("S6: whenever the program is killed, a payment is made once and told once, or not at all")
    func kills() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltPrograms.path(of: "CrashRun"))
        process.arguments = [BuiltPrograms.router, "--kills", "24"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        #expect(text.contains("each once"))
    }
}
