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
        let texts = try [home.run(["help", "examples"]).output, home.run(["manual", "router.1"]).output]
        for text in texts {
            let words = text.replacingOccurrences(of: "\\(aq", with: "'").split(separator: "'")
            let links = words.filter { $0.contains(":X") }.map { $0.replacingOccurrences(of: "\\", with: "") }
            #expect(!links.isEmpty, "\(text)")
            for link in links {
                let explained = try home.run(["explain", link])
                #expect(explained.status == 0, "\(link): \(explained)")
            }
        }
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
