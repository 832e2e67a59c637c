import Foundation
import RouterDapp
import Testing

@Suite struct AnswerErrorTests {
    @Test("every code is documented", arguments: AnswerError.Code.allCases)
    func documented(_ code: AnswerError.Code) throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("Documentation/errors.md"), encoding: .utf8)
        #expect(text.contains("`\(code.rawValue)`"))
    }
}
