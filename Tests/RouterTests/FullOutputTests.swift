import Foundation
import RouterTestSupport
import Testing

/// Commands whose output cannot be written to the end: nobody may take a part of it for all of it.
@Suite struct FullOutputTests {
    private static let full = ["/bin/sh", "-c", "exec \"$@\" >/dev/full", "sh"]
    private static let link = OpenTests.pay

    private static func home() throws -> RouterHome {
        let home = try RouterHome()
        try home.makeWallet()
        try home.register("shop")
        #expect(try home.router(["open", link], answers: [RouterHome.passcode]).status == 0)
        return home
    }

    /// A command that prints, and the answers that it needs.
    private struct Printing {
        let words: [String]
        var answers: [String] = []
        var input: String?
        /// Whether it takes no option but its own.
        var isBare = false

        init(_ words: String..., answers: [String] = [], input: String? = nil, isBare: Bool = false) {
            (self.words, self.answers, self.input, self.isBare) = (words, answers, input, isBare)
        }
    }

    private static let passcode = RouterHome.passcode

    /// Every command that prints on standard output, in an order in which each has something to print.
    private static let commands: [Printing] = [
        Printing("--help"), Printing("--version"), Printing("help", "wallet"), Printing("open", "--help"),
        Printing("help", "dust"), Printing("--generate-completion-script", "bash"), Printing("wallet"),
        Printing("explain", link), Printing("explain", "--json", link), Printing("explain", "--batch", input: "a:b\n"),
        Printing("open", "--dry-run", link + "&message=1"), Printing("open", link + "&message=2", answers: [passcode]),
        Printing("pay", "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa", "all", "--dry-run"),
        Printing("history"), Printing("history", "--json"), Printing("history", "--forget", "2020-01-01"),
        Printing("resume"),
        Printing("wallet", "info"), Printing("wallet", "info", "--json"), Printing("wallet", "address"),
        Printing("wallet", "balance"), Printing("wallet", "balance", "--json"), Printing("wallet", "history"),
        Printing("wallet", "history", "--json"), Printing("wallet", "discover", answers: [passcode]),
        Printing(
            "wallet", "check-backup", "--all", answers: [passcode] + Array(repeating: "abandon", count: 11) + ["about"]),
        Printing("wallet", "passcode", answers: [passcode, passcode, passcode]),
        Printing("keys", "masternode", "list"), Printing("keys", "masternode", "list", "--json"),
        Printing("keys", "masternode", "mark", "owner", "0"),
        Printing("keys", "masternode", "reveal", "owner", "0", answers: [passcode]),
        Printing("sandbox", "info", "dash"), Printing("sandbox", "fund", "dash", "1"),
        Printing("sandbox", "mine", "dash"),
        Printing("sandbox", "on", "litecoin"), Printing("sandbox", "off", "litecoin"),
        Printing("schemes"), Printing("schemes", "--json"), Printing("scheme-table"), Printing("descriptor-schema"),
        Printing("handlers", "shop"), Printing("why", link), Printing("check"),
        Printing(
            "new-coin", "--dry-run", "--ticker", "TST", "--p2pkh", "65", "--p2sh", "66", "--bip44", "9999", "tester"),
        Printing("request", "address", "dashwallet", "--sender", "shop"), Printing("request", "scan-qr", "dashwallet"),
        Printing("status"), Printing("doctor"),
        Printing("register", isBare: true), Printing("unregister", isBare: true),
    ]

    @Test("a batch exits as soon as its answers cannot be printed, although its input never ends")
    func endless() throws {
        let result = try Self.home().router(
            ["explain", "--batch"], through: ["/bin/sh", "-c", "yes a:b | \"$@\" >/dev/full", "sh"])
        #expect(result.status == 73, "\(result)")
    }

    @Test("S10: a link does not wait for a reader of its diagnostics")
    func fullErrors() throws {
        let home = try Self.home()
        // Standard error is a pipe that does not block, is full, and is never read.
        let full = """
            import os, sys
            end, start = os.pipe()
            os.set_blocking(start, False)
            for size in (65536, 1):
                try:
                    while True: os.write(start, b"x" * size)
                except BlockingIOError:
                    pass
            os.dup2(start, 2)
            os.set_inheritable(end, True)
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let link = "dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=1&req-x=1"
        let result = try home.router(["open", link], through: ["/usr/bin/python3", "-c", full])
        #expect(result.status == 65 && result.errors.isEmpty, "\(result)")
    }

    @Test("a standard stream that is closed is no other file of the program")
    func closed() throws {
        let result = try Self.home().router(
            ["explain", "a:b"], through: ["/bin/sh", "-c", "exec \"$@\" <&- >&- 2>&-", "sh"])
        #expect(result.status == 65 && result.output.isEmpty, "\(result)")
    }

    @Test("what cannot be printed ends 73 and says so, whatever the command")
    func full() throws {
        let home = try Self.home()
        for command in Self.commands {
            // What a command prints where it can. One that changes something does it twice.
            let start =
                command.isBare
                ? home.run
                : { words, answers, input, _, starter in
                    try home.router(words, answers: answers, input: input, through: starter)
                }
            let whole = try start(command.words, command.answers, command.input, [:], [])
            guard !whole.output.isEmpty else {
                Issue.record("\(command.words) prints nothing: \(whole)")
                continue
            }
            // The same link again would be answered without another payment.
            let words = command.words.map { $0.replacingOccurrences(of: "message=2", with: "message=3") }
            let cut = try start(words, command.answers, command.input, [:], Self.full)
            let expected = whole.status == 0 ? 73 : whole.status
            #expect(cut.status == expected, "\(command.words): \(whole.status) \(cut)")
            #expect(
                cut.errors.contains("No space left on device") || cut.errors.contains("cannot be written to"),
                "\(command.words): \(cut)")
        }
    }
}
