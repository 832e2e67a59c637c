import Foundation

/// The programs that the tests start: those beside the tests themselves.
///
/// `make test-release` puts `router` and `courier` of `make release` there, so that what is tested is what is installed.
public enum BuiltPrograms {
    public static let router = path(of: "router")
    public static let courier = path(of: "courier")

    /// Where the program `name` is.
    public static func path(of name: String) -> String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let path = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
        precondition(FileManager.default.isExecutableFile(atPath: path), "\(path) is not built")
        return path
    }
}
