import Foundation
import RouterDesktop

/// The cost of a desktop with many programs: the person waits for the list of those that open a link.
struct ManyEntries {
    private static let count = 500
    /// How many of them open the scheme.
    private static let wallets = 10
    /// The maximum time to find them, in milliseconds.
    private static let goal = 20.0

    /// Measures and prints. Returns false if the goal is missed.
    static func run() throws -> Bool {
        let root = NSTemporaryDirectory() + "router-benchmark-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let applications = root + "/data/applications"
        try FileManager.default.createDirectory(atPath: applications, withIntermediateDirectories: true)
        // As large as the entries of programs with many translations.
        let names = (0..<150).map { "Name[l\($0)]=A name in language \($0)\n" }.joined()
        for number in 0..<count {
            let types = number % (count / wallets) == 0 ? "x-scheme-handler/bitcoin;" : "x-scheme-handler/other;"
            let text =
                "[Desktop Entry]\nType=Application\nName=App\n\(names)Exec=/bin/true %u\nMimeType=text/x;\(types)\n"
            try text.write(toFile: "\(applications)/app\(number).desktop", atomically: false, encoding: .utf8)
        }
        let environment = [
            "HOME": root, "XDG_CONFIG_HOME": root + "/config", "XDG_DATA_HOME": root + "/data",
            "XDG_DATA_DIRS": root + "/none",
        ]
        guard let directories = XDGDirectories(environment: environment) else { return false }
        let programs = DesktopWallets(
            directories: directories, environment: environment, stateDirectory: root + "/state")
        precondition(programs.candidates(forScheme: "bitcoin").count >= wallets)
        var finding = Measurement(name: "", repetitions: 1) { programs.candidates(forScheme: "bitcoin").count }
        for _ in 0..<15 { finding.round(of: 1) }
        let milliseconds = Double(finding.median) / 1_000_000
        print(
            String(
                format: "%8.1f ms to find the programs of a scheme among %d without an index (goal: at most %.0f ms)",
                milliseconds, count, goal))
        return milliseconds <= goal
    }
}
