import Foundation
import SchemeRouter
import Testing

/// `router help CODE`.
@Suite struct HelpTopicTests {
    static let codes =
        RequestError.Code.allCases.map(\.rawValue) + ServiceError.Code.allCases.map(\.rawValue)
        + NetworkError.Code.allCases.map(\.rawValue)
        + LinkWarning.Code.allCases.map(\.rawValue) + DescriptorDiagnostic.Code.allCases.map(\.rawValue)

    @Test("every code is explained")
    func everyCode() throws {
        let home = try RouterHome()
        for code in Self.codes {
            let result = try home.run(["help", code])
            #expect(result.status == 0 && result.output.hasPrefix("\(code) – "), "\(code)")
            #expect(result.output.split(separator: "\n").count >= 2 && !result.output.contains("`"), "\(code)")
        }
    }

    @Test("the links in the examples of help and of router(1) are good")
    func examples() throws {
        let home = try RouterHome()
        for words in [["help", "examples"], ["manual", "router.1", "--date", "2026-01-31"]] {
            let text = try home.run(words).output
            let parts = text.replacingOccurrences(of: "\\(aq", with: "'").split(separator: "'")
            let links = parts.filter { $0.hasPrefix("dash:X") }.map(String.init)
            #expect(!links.isEmpty, "\(text)")
            for link in links {
                let explained = try home.run(["explain", link])
                #expect(explained.status == 0, "\(link): \(explained)")
            }
        }
    }

    @Test("a code with several meanings shows each, and the list of codes is below its headings")
    func shared() throws {
        let home = try RouterHome()
        for code in ["busy", "syntax", "unknownAction", "badConfiguration"] {
            let text = try home.run(["help", code]).output
            let headings = text.split(separator: "\n").filter { $0.hasPrefix("\(code) – ") }
            #expect(headings.count > 1 && Set(headings).count == headings.count, "\(text)")
        }
        let list = try home.run(["help", "codes"]).output
        #expect(list.hasPrefix("Links\n  malformedURL\n") && list.contains("\n\nCommands\n  usage\n"), "\(list)")
    }

    @Test("a code may be written as messages print it; commands keep their help")
    func prefix() throws {
        let home = try RouterHome()
        let long = try home.run(["help", "descriptor.unknown-key"])
        #expect(try long.output == home.run(["help", "unknown-key"]).output)
        #expect(long.output.contains("An unknown key"))
        #expect(try home.run(["help", "busy"]).output.contains("The command exits 75."))
        #expect(try home.run(["help", "register"]).output.contains("USAGE"))
    }
}
