import Foundation
import SchemeRouter
import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct GLibComparison {
        private static let gio = "/usr/bin/gio"
        private static let isThere = FileManager.default.isExecutableFile(atPath: gio)
        private static let type = "x-scheme-handler/bitcoin"

        /// What `gio mime` says: the default, and all that are registered.
        private static func gio(_ desktop: FakeDesktop) throws -> (first: String?, all: [String]) {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: gio)
            process.arguments = ["mime", type]
            process.environment = desktop.environment.merging(["LC_ALL": "C", "PATH": "/usr/bin:/bin"]) { $1 }
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            var first: String?
            var all: [String] = []
            var isRegistered = false
            for line in text.split(separator: "\n") {
                if line.hasPrefix("Default application for") {
                    first = line.split(separator: " ").last.map(String.init)
                } else if line.hasPrefix("\t") {
                    if isRegistered { all.append(String(line.dropFirst())) }
                } else {
                    isRegistered = line.hasPrefix("Registered applications")
                }
            }
            return (first, all)
        }

        @Test(
            "The order is GLib's, which takes the default out of it",
            .enabled(if: isThere, "gio is not installed"),
            arguments: [
                "", "[Default Applications]\nT=c.desktop;b.desktop;\n",
                "[Default Applications]\nT=gone.desktop;lost.desktop;d.desktop;\n",
                "[Added Associations]\nT=other.desktop;c.desktop;\n",
                "[Removed Associations]\nT=a.desktop;\n",
                "[Removed Associations]\nT=a.desktop;\n[Default Applications]\nT=a.desktop;\n",
                "[Default Applications]\nT=other.desktop;\n[Added Associations]\nT=d.desktop;\n",
            ])
        func order(list: String) throws {
            let desktop = try FakeDesktop(desktop: "X")
            for id in ["a", "b", "c", "sub/deep"] { try desktop.wallet("\(id).desktop", "NoDisplay=true") }
            for id in ["b", "d"] { try desktop.wallet("\(id).desktop", in: "usr1", "OnlyShowIn=KDE;") }
            try desktop.entry("other.desktop", in: "usr2")
            try desktop.entry("hidden.desktop", "Hidden=true")
            try desktop.wallet("lost.desktop", exec: "/nonexistent/wallet %u")
            for (place, ids) in [
                ("data", "a.desktop;b.desktop;c.desktop;lost.desktop;sub-deep.desktop;"),
                ("usr1", "b.desktop;d.desktop;"),
                ("usr2", "hidden.desktop;"),
            ] {
                try desktop.root.write(
                    "\(place)/applications/mimeinfo.cache", "[MIME Cache]\n\(Self.type)=\(ids)\n")
            }
            try desktop.list(list.replacing("T=", with: Self.type + "="))
            let ours = try desktop.wallets().candidates(forScheme: "bitcoin").map(\.id)
            let theirs = try Self.gio(desktop)
            #expect(!ours.isEmpty && ours.first == theirs.first, "\(theirs)")
            #expect(ours.dropFirst().elementsEqual(theirs.all.filter { $0 != theirs.first }), "\(ours) \(theirs)")
        }
    }
}
