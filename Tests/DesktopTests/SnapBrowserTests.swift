import Testing

@testable import RouterDesktop

/// What snapd does with links, by its version.
@Suite struct SnapBrowserTests {
    private static func browsers(_ files: [String: String]) throws -> SnapBrowsers? {
        let root = try TemporaryDirectory()
        for (name, text) in files { try root.write(name, text) }
        return SnapBrowsers(root: root.path)
    }

    @Test("without a browser that is a snap, nothing is said")
    func none() throws {
        #expect(try Self.browsers([:]) == nil)
        #expect(
            try Self.browsers([
                "var/lib/snapd/desktop/applications/mywallet_mywallet.desktop": "",
                "usr/lib/snapd/info": "VERSION=2.40\n",
            ]) == nil)
    }

    @Test(
        "snapd passes links on from 2.55; of two, the newer one runs",
        arguments: [
            (["usr/lib/snapd/info": "VERSION=2.54.4\n"], "2.54.4", false),
            (["usr/lib/snapd/info": "VERSION=2.55\n"], "2.55", true),
            (["usr/lib/snapd/info": "SNAPD=x\nVERSION=2.58+git1\n"], "2.58+git1", true),
            (["usr/lib/snapd/info": "VERSION=2.9\n"], "2.9", false), (["usr/lib/snapd/info": "VERSION=3\n"], "3", true),
            (
                ["usr/lib/snapd/info": "VERSION=2.48\n", "snap/snapd/current/usr/lib/snapd/info": "VERSION=2.61.1\n"],
                "2.61.1", true
            ), ([:], nil, nil), (["usr/lib/snapd/info": "nothing\n"], nil, nil),
        ] as [([String: String], String?, Bool?)])
    func versions(_ files: [String: String], _ version: String?, _ passes: Bool?) throws {
        let entries = [
            "var/lib/snapd/desktop/applications/firefox_firefox.desktop": "",
            "var/lib/snapd/desktop/applications/chromium_chromium.desktop": "",
        ]
        let browsers = try Self.browsers(files.merging(entries) { $1 })
        #expect(browsers?.names == ["chromium", "firefox"])
        #expect(browsers?.version == version && browsers?.passLinksOn == passes)
    }
}
