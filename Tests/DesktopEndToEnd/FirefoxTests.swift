import Foundation
import RouterTestSupport
import Testing

/// Real clicks in a real Firefox, from the page to the callback.
@Suite(.serialized, .needs("firefox-esr", from: "firefox-esr"))
struct FirefoxTests {
    @Test("a click on the form of the Dash document pays and calls back")
    func click() throws {
        let home = try DesktopHome.ofRouter()
        let page = try LinkPage()
        let firefox = try Firefox(showing: page, in: home)
        try firefox.click(DesktopHome.pay.replacingOccurrences(of: ":pay", with: "://pay"))
        try withExtendedLifetime(firefox) { try OpenerTests.expectPayment(in: home) }
    }

    @Test("every row of the table arrives as the table says")
    func table() throws {
        let home = try DesktopHome.ofRecorder()
        let page = try LinkPage()
        let firefox = try Firefox(showing: page, in: home)
        for row in OpenerTable.rows {
            let expected = row.link(by: "firefox")
            try firefox.click(row.given)
            let arrived = home.records(of: "recorder", count: expected == nil ? 0 : 1).map(\.arguments)
            #expect(arrived == (expected.map { [["--", $0]] } ?? []), "\(row)")
            try home.forgetRecords()
            // A link that the page itself follows, or that is an error to Firefox, leads to another page.
            if expected == nil { try firefox.load() }
        }
    }
}
