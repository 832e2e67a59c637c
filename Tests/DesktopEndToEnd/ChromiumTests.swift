import Foundation
import RouterTestSupport
import Testing

/// Real clicks in a real Chromium, from the page to the callback.
@Suite(.serialized, .needs("chromium", "xdg-open", from: "chromium xdg-utils"))
struct ChromiumTests {
    @Test(
        "a click pays and calls back; without a portal Chromium starts xdg-open",
        arguments: [DesktopHome.pay, DesktopHome.pay.replacingOccurrences(of: ":pay", with: "://pay")])
    func click(_ link: String) throws {
        let home = try DesktopHome.ofRouter()
        let page = try LinkPage()
        let chromium = try Chromium(showing: page, in: home)
        try chromium.click(link)
        try withExtendedLifetime(chromium) { try OpenerTests.expectPayment(in: home) }
    }

    @Test(
        "a click pays and calls back by the portal of the desktop",
        .needs(
            "xdg-desktop-portal", "xdg-desktop-portal-gtk", "gdbus", "Xvfb", "dbus-daemon",
            from: "xdg-desktop-portal-gtk xvfb dbus-daemon"))
    func portal() throws {
        let home = try DesktopHome.ofRouter()
        let session = try DesktopSession(in: home, desktop: ["XDG_CURRENT_DESKTOP": "GNOME"])
        try session.rememberChoice(of: "schemerouter", for: "dashwallet")
        let page = try LinkPage()
        // xdg-open would deliver it too; here it would only be recorded, and nothing paid.
        try home.hideXDGOpen()
        let chromium = try Chromium(showing: page, in: home, session.variables)
        try chromium.click(DesktopHome.pay)
        try withExtendedLifetime((chromium, session)) { try OpenerTests.expectPayment(in: home) }
    }

    @Test("every row of the table arrives as the table says")
    func table() throws {
        let home = try DesktopHome.ofRecorder()
        let page = try LinkPage()
        let chromium = try Chromium(showing: page, in: home)
        for row in OpenerTable.rows {
            let expected = row.link(by: "chromium")
            try chromium.click(row.given)
            let arrived = home.records(of: "recorder", count: expected == nil ? 0 : 1).map(\.arguments)
            #expect(arrived == (expected.map { [["--", $0]] } ?? []), "\(row)")
            #expect(home.records(of: "browser").isEmpty, "\(row)")
            try home.forgetRecords()
            // A link that the page itself follows leads to another page.
            if expected == nil { try chromium.load() }
        }
    }
}
