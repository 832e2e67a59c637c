import Foundation
import RouterCoins

@testable import SchemeRouter

/// The repository, found from this file.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// A file of descriptors from text.
func file(_ text: String, name: String = "a.yaml") -> DescriptorFile {
    DescriptorFile(name: name, bytes: Array(text.utf8))
}

/// What is wrong with descriptor files, for the plugins of this program; empty if nothing is.
func mistakes(_ files: DescriptorFile...) -> [DescriptorDiagnostic] {
    do {
        _ = try RouteTable.load(DescriptorStack(files), for: PluginList.all(now: { 0 }))
        return []
    } catch {
        return error.diagnostics
    }
}

extension DescriptorDiagnostic {
    /// `unknown-key 3:5`.
    var brief: String { "\(code.rawValue) \(line):\(column)" }
}
