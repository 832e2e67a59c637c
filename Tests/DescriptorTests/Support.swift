import Foundation
import RouterDash
import RouterMYKEY

@testable import SchemeRouter

/// The repository, found from this file.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// A file of descriptors from text.
func file(_ text: String, name: String = "a.yaml") -> DescriptorFile {
    DescriptorFile(name: name, bytes: Array(text.utf8))
}

/// What is wrong with descriptor files, for the plugins that write replies; empty where nothing is.
func mistakes(_ files: DescriptorFile...) -> [DescriptorDiagnostic] {
    do {
        _ = try RouteTable.load(
            DescriptorStack(files),
            for: [DashPlugin.name: DashPlugin(), MYKEYPlugin.name: MYKEYPlugin(now: { 0 })])
        return []
    } catch {
        return error.diagnostics
    }
}

extension DescriptorDiagnostic {
    /// `unknown-key 3:5`.
    var brief: String { "\(code.rawValue) \(line):\(column)" }
}
