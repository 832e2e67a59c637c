import Foundation
import RouterTestSupport
import Testing

/// XFCE's own opener, which needs a display; without one xdg-open takes `gio` under XFCE too.
@Suite(
    .serialized, .needs("exo-open", "Xvfb", "dbus-daemon", from: "exo-utils xvfb dbus-daemon"))
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
        for row in OpenerTable.rows {
            let opener = try session.start(row.given, with: "exo-open")
            let expected = row.link(by: "xfce")
            if expected == nil {
                // Some of these hang or explain themselves in a dialogue. A link that is opened after them arrives alone.
                try session.open(DesktopHome.pay, with: "exo-open")
            } else {
                _ = opener.status()
            }
            let arrived = home.records(of: "recorder", count: 1).map(\.arguments)
            #expect(arrived == [["--", expected ?? DesktopHome.pay]], "\(row)")
            opener.end()
            try home.forgetRecords()
        }
    }
}
