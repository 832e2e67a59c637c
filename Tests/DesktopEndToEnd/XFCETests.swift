import Foundation
import Support
import Testing

/// XFCE's own opener, which needs a display; without one xdg-open takes `gio` under XFCE too.
@Suite(
    .serialized, .needs("exo-open", "Xvfb", "dbus-daemon", from: "exo-utils xvfb dbus-daemon"), .timeLimit(.minutes(5)))
struct XFCETests {
    @Test("a link is paid and called back", arguments: ["exo-open", "xdg-open"])
    func payment(_ opener: String) throws {
        let home = try DesktopHome.ofRouter()
        let session = try DesktopSession.xfce(in: home)
        try session.open(DesktopHome.pay.replacingOccurrences(of: ":pay", with: "://pay"), with: opener)
        try withExtendedLifetime(session) { try OpenerTests.expectPayment(in: home) }
    }

    @Test("every row of the table arrives as the table says")
    func table() throws {
        let home = try DesktopHome.ofRecorder()
        let session = try DesktopSession.xfce(in: home)
        // exo-open never ends with these two: broken escapes, and characters beyond ASCII in a long link.
        for row in OpenerTable.rows where ![18, 19].contains(row.number) {
            try session.open(row.given, with: "exo-open")
            let expected = row.link(by: "xfce")
            let arrived = home.records(of: "recorder", count: expected == nil ? 0 : 1).map(\.arguments)
            #expect(arrived == (expected.map { [["--", $0]] } ?? []), "\(row)")
            try home.forgetRecords()
        }
    }
}
