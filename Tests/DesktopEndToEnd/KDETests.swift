import Foundation
import RouterTestSupport
import Testing

/// KDE's opener takes `scheme://key=value` for a host that is none, and gives it to the web browser: here to one that
/// only records.
@Suite(
    .serialized, .needs("kde-open5", "Xvfb", "dbus-daemon", from: "kde-cli-tools xvfb dbus-daemon"))
struct KDETests {
    @Test("dashwallet:pay=… arrives under KDE, is paid and called back; nothing leaks to the browser")
    func payment() throws {
        let home = try DesktopHome.ofRouter()
        let session = try DesktopSession.kde(in: home)
        try session.open(DesktopHome.pay, with: "kde-open5")
        try withExtendedLifetime(session) { try OpenerTests.expectPayment(in: home) }
    }

    @Test("xdg-open under KDE delivers it too")
    func xdgOpen() throws {
        let home = try DesktopHome.ofRouter()
        let session = try DesktopSession.kde(in: home)
        try session.open(DesktopHome.pay, with: "xdg-open")
        try withExtendedLifetime(session) { try OpenerTests.expectPayment(in: home) }
    }

    @Test("known to be bad: dashwallet://pay=… never reaches us under KDE, but the web browser, and nothing is asked")
    func documentedForm() throws {
        let home = try DesktopHome.ofRouter()
        let link = DesktopHome.pay.replacingOccurrences(of: ":pay", with: "://pay")
        try DesktopSession.kde(in: home).open(link, with: "kde-open5")
        let leaked = home.records(of: "browser", count: 1).map(\.arguments)
        #expect(leaked == [[link.replacingOccurrences(of: "dashwallet://", with: "http://dashwallet//")]])
        #expect(home.records(of: "prompt").isEmpty)
    }

    @Test("every row of the table arrives, or leaks, as the table says")
    func table() throws {
        let home = try DesktopHome.ofRecorder()
        let session = try DesktopSession.kde(in: home)
        for row in OpenerTable.rows {
            try session.open(row.given, with: "kde-open5")
            let (link, leak) = (row.link(by: "kde5"), row.leak(by: "kde5"))
            let arrived = home.records(of: "recorder", count: link == nil ? 0 : 1).map(\.arguments)
            #expect(arrived == (link.map { [["--", $0]] } ?? []), "\(row)")
            let leaked = home.records(of: "browser", count: leak == nil ? 0 : 1).map(\.arguments)
            #expect(leaked == (leak.map { [[$0]] } ?? []), "\(row)")
            try home.forgetRecords()
        }
    }
}
