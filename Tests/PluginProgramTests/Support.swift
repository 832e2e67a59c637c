import Foundation
import RouterBitcoinFamily
import RouterPluginPrograms
import RouterTestSupport
import SchemeRouter
import Testing

/// What the tests need of the sample in Examples/python-plugin.
enum Sample {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples/python-plugin")
    static let address = "ATXBTPWA9KQuwMCD2LyR9LzkCsZyKoajSs"
    static let otherAddress = "Aba83KyiTtDie5h9EbcLKjyB2ibBJMqbKd"
    static let key = "PN3boVKta6eSx2pUG5Y25uBobF5PhdRPaw9rV2fPd6UjXHYD7J91"
    static let pay = "abacus:pay=\(address)&amount=3&sender=myapp"
    static let needsPython = ConditionTrait.enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs the Debian package python3")

    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// Limits that no busy computer exceeds.
    static var patient: ProgramLimits {
        var limits = ProgramLimits()
        (limits.start, limits.answer, limits.total) = (.seconds(3_600), .seconds(3_600), .seconds(7_200))
        return limits
    }

    /// The sample's links, read by a plugin.
    static func router(_ plugin: ProgramPlugin) throws -> Router {
        let file = DescriptorFile(name: "abacus.yaml", bytes: Array(try text("abacus.yaml").utf8))
        return Router(
            routes: try RouteTable.load([.shipped, file]),
            plugins: ["abacus": plugin, BitcoinLikePlugin.name: BitcoinLikePlugin()])
    }
}

/// A program in a directory that nobody else reads, for one test.
final class TestProgram {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "plugin-\(UUID().uuidString)")
    let path: String
    let secret: String

    init(_ text: String, mode: Int = 0o700) throws {
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = directory.appending(path: "program").path
        secret = directory.appending(path: "secret").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try Data("secret".utf8).write(to: URL(fileURLWithPath: secret))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// The sample, with a text put in before the last lines, which read and answer.
    static func sample(_ change: String = "") throws -> TestProgram {
        let text = try Sample.text("abacus-plugin")
        let loop = try #require(text.range(of: "\nfor line in sys.stdin"))
        return try TestProgram(text[..<loop.lowerBound] + "\n" + change + "\n" + text[loop.lowerBound...])
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func remove() throws { try FileManager.default.removeItem(atPath: path) }

    func plugin(_ limits: ProgramLimits = Sample.patient) -> ProgramPlugin {
        ProgramPlugin(PluginProgram(name: "abacus", path: path), limits: limits)
    }

    func router(_ limits: ProgramLimits = Sample.patient) throws -> Router { try Sample.router(plugin(limits)) }
}

extension Router {
    func read(_ link: String) throws(RequestError) -> ReadLink { try read(Array(link.utf8)) }
}

/// Waits until a process is gone. An hour: it is killed, and on a busy computer it may be gone late.
func isGone(_ process: pid_t) -> Bool {
    for _ in 0..<360_000 {
        if kill(process, 0) != 0 && errno == ESRCH { return true }
        usleep(10_000)
    }
    return false
}
