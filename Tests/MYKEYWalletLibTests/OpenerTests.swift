import Foundation
import Testing

@testable import MYKEYWalletLib

/// Which opener is asked, and what its answers mean. The tools are a script of the test; Tests/DesktopEndToEnd has the real
/// ones.
@Suite struct OpenerTests {
    private static let link = #"mykey://mykey.org/protocol?param=$(id);'"`x`&appKey=a b&userId=%u"#

    /// How the tools are to behave; nil if one is not installed.
    struct Desktop: Sendable {
        var gio: String? = "0"
        var mime = "No default applications for “x-scheme-handler/mykey”"
        var xdgOpen: String? = "0"
        var xdgMime = "wallet.desktop"
        var display: String? = ":0"
    }

    private static func open(_ desktop: Desktop) async throws -> (calls: [String], error: LinkOpenerError?) {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("opener-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        // Links to a script that is never written: one that was just written may still be open in another thread's child,
        // and cannot be started then.
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "desktop-tool.sh")
        let installed = (desktop.gio == nil ? [] : ["gio"]) + (desktop.xdgOpen == nil ? [] : ["xdg-open", "xdg-mime"])
        for name in installed {
            try FileManager.default.createSymbolicLink(
                at: directory.appending(path: name), withDestinationURL: script)
        }
        var environment = [
            "PATH": "relative:\(directory.path)", "CALLS": directory.path + "/calls", "GIO_MIME": desktop.mime,
            "GIO_OPEN": desktop.gio ?? "", "XDG_MIME": desktop.xdgMime, "XDG_OPEN": desktop.xdgOpen ?? "",
        ]
        environment["DISPLAY"] = desktop.display
        let opener = DesktopLinkOpener(
            tools: DesktopLinkOpener.Tool.allCases, environment: environment,
            patience: desktop.xdgOpen == "slow" ? .milliseconds(1) : .seconds(3_600))
        var failure: LinkOpenerError?
        do throws(LinkOpenerError) {
            try await opener.open(link)
        } catch {
            failure = error
        }
        func calls() -> [String] {
            let text = (try? String(contentsOf: directory.appending(path: "calls"), encoding: .utf8)) ?? ""
            return text.split(separator: "\n").map { String($0).replacing(link, with: "LINK") }
        }
        // One that is not waited for may not have come so far.
        while desktop.xdgOpen == "slow", calls().last != "xdg-open LINK" { try await Task.sleep(for: .milliseconds(5)) }
        return (calls(), failure)
    }

    private static let type = "x-scheme-handler/mykey"
    private static let xdg = ["xdg-mime query default \(type)", "xdg-open LINK"]
    private static let gio = ["gio open LINK", "gio mime \(type)"]

    @Test(
        "openers in order, and what becomes of the link",
        arguments: [
            (Desktop(), ["gio open LINK"], nil), (Desktop(gio: nil), xdg, nil),
            // GLib knows only what is in its cache; xdg-mime reads the entries themselves.
            (Desktop(gio: "2"), gio + xdg, nil),
            (Desktop(gio: "2", xdgMime: ""), gio + xdg.prefix(1), .noHandler),
            (Desktop(gio: "2", xdgOpen: nil), gio, .noHandler), (Desktop(gio: "2", display: nil), gio, .noHandler),
            (
                Desktop(gio: "2", mime: "Default application for “\(type)”: w.desktop", xdgOpen: nil), gio,
                .failed("gio exited with status 2")
            ),
            (Desktop(gio: nil, xdgOpen: "4"), xdg, .failed("xdg-open exited with status 4")),
            (Desktop(gio: nil, xdgOpen: "killed"), xdg, .failed("xdg-open exited with status 137")),
            // It waits for the wallet, which waits for the person.
            (Desktop(gio: nil, xdgOpen: "slow"), xdg, nil),
            (
                Desktop(gio: nil, xdgOpen: nil), [],
                .failed("neither gio nor xdg-open can be used here; install libglib2.0-bin or xdg-utils")
            ),
        ] as [(Desktop, [String], LinkOpenerError?)])
    func order(desktop: Desktop, calls: [String], error: LinkOpenerError?) async throws {
        let result = try await Self.open(desktop)
        #expect(result.calls == calls)
        #expect(result.error == error)
    }
}
