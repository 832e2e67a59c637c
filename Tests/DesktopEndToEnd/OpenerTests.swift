import Foundation
import RouterTestSupport
import Testing

/// From a click to the callback, with the openers of real desktops and the real router.
@Suite(.serialized) struct OpenerTests {
    @Test(
        "a link is paid and called back, whichever opener delivers it",
        .needs("xdg-open", "gio", from: "xdg-utils libglib2.0-bin"), arguments: Opener.allCases
    )
    func payment(_ opener: Opener) throws {
        let home = try DesktopHome.ofRouter()
        try home.open(DesktopHome.pay, by: opener)
        try Self.expectPayment(in: home)
    }

    @Test(
        "the form of the Dash document arrives by every opener that is not KDE's",
        .needs("xdg-open", "gio", from: "xdg-utils libglib2.0-bin"), arguments: Opener.allCases
    )
    func documented(_ opener: Opener) throws {
        let home = try DesktopHome.ofRouter()
        try home.open(DesktopHome.pay.replacingOccurrences(of: "dashwallet:", with: "dashwallet://"), by: opener)
        try Self.expectPayment(in: home)
    }

    @Test(
        "every row of the table arrives by xdg-open and gio as the table says",
        .needs("xdg-open", "gio", from: "xdg-utils libglib2.0-bin"),
        arguments: [(Opener.generic, "generic"), (.gio, "gio")])
    func table(_ opener: Opener, _ column: String) throws {
        let home = try DesktopHome.ofRecorder()
        for row in OpenerTable.rows {
            try home.open(row.given, by: opener)
            let expected = row.link(by: column)
            let records = home.records(of: "recorder", count: expected == nil ? 0 : 1)
            #expect(records.map(\.arguments) == (expected.map { [["--", $0]] } ?? []), "\(row)")
            try home.forgetRecords()
        }
    }

    @Test(
        "links of 8,192 and 131,000 bytes arrive whole: the router has to refuse the long one itself",
        .needs("xdg-open", "gio", from: "xdg-utils libglib2.0-bin"),
        arguments: [Opener.generic, .gio])
    func length(_ opener: Opener) throws {
        let home = try DesktopHome.ofRecorder()
        for length in [8_192, 8_193, 131_000] {
            let start = DesktopHome.pay + "&x="
            let link = start + String(repeating: "a", count: length - start.utf8.count)
            try home.open(link, by: opener)
            #expect(home.records(of: "recorder", count: 1).map(\.arguments) == [["--", link]])
            try home.forgetRecords()
        }
    }

    /// One payment was asked for, made and told to the receiver byte for byte; no browser saw anything.
    static func expectPayment(in home: DesktopHome) throws {
        let received = home.records(of: "receiver", count: 1)
        let log = try home.log()
        #expect(log.map { $0["exit"] } == [.number(0)], "\(log)")
        let callback = try #require(received.first?.arguments.first)
        let start = "shop://callback=payack&address=\(DesktopHome.address)&txid="
        #expect(callback.hasPrefix(start))
        let transaction = callback.dropFirst(start.count)
        #expect(transaction.count == 64 && transaction.allSatisfy(\.isHexDigit))
        #expect(received.map(\.arguments) == [[callback]])
        let history = try home.router(["history", "--json"]).printed
        #expect(history.contains("\"txid\":\"\(transaction)\""))
        #expect(home.records(of: "browser").isEmpty)
        #expect(home.dialogue.contains("SETDESC PRACTICE – no real money%0APay 0.5 DASH"))
    }
}
