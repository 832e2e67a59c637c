import Foundation
import Testing

/// The programs that these tests drive and that a person's machine may not have.
enum Installed {
    /// The path of a program of the system; nil if it is missing.
    static func path(of name: String) -> String? {
        ["/usr/bin", "/bin", "/usr/lib/kde", "/usr/libexec"].map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The program, or an error that says what to install.
    static func require(_ name: String) throws -> String {
        try #require(path(of: name), "\(name) is not installed")
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, with the reason, where one of `programs` is missing.
    static func needs(_ programs: String..., from packages: String) -> Self {
        let missing = programs.filter { Installed.path(of: $0) == nil }
        return .enabled(
            if: missing.isEmpty,
            "\(missing.joined(separator: ", ")) not found: to run this, install \(packages)")
    }
}
