import Foundation

/// The programs that were built with these tests.
enum BuiltPrograms {
    static let router = path(of: "router")
    static let standIn = path(of: "StandIn")
    static let mykeyDapp = path(of: "mykey-dapp")

    private static func path(of name: String) -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let built = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        for candidate in [built, root.appendingPathComponent(".build/debug")] {
            let path = candidate.appendingPathComponent(name).path
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        preconditionFailure("\(name) is not built")
    }
}
