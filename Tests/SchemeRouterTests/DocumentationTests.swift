import ExactJSON
import Foundation
import RouterEOSIO
import SchemeRouter
import Testing

/// Documentation/errors.md has a line for every code.
@Suite struct DocumentationTests {
    static let text: String = {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return (try? String(contentsOf: root.appendingPathComponent("Documentation/errors.md"), encoding: .utf8)) ?? ""
    }()

    static let codes =
        RequestError.Code.allCases.map(\.rawValue) + ServiceError.Code.allCases.map(\.rawValue)
        + NetworkError.Code.allCases.map(\.rawValue) + LinkWarning.Code.allCases.map(\.rawValue)
        + DescriptorDiagnostic.Code.allCases.map(\.rawValue) + JSONError.Code.allCases.map(\.rawValue)
        + UnpackError.Code.allCases.map(\.rawValue) + ABIError.Code.allCases.map(\.rawValue)

    @Test("every error code is documented", arguments: codes)
    func documented(_ code: String) {
        #expect(Self.text.contains("`\(code)`"))
    }
}
