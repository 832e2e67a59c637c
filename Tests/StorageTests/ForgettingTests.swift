import Foundation
import RouterStorage
import SchemeRouter
import Testing

/// What is left of a journal's entries that were forgotten.
@Suite struct ForgettingTests {
    @Test("what is forgotten is in neither the file nor its log any more")
    func overwritten() throws {
        let scratch = try Scratch()
        let journal = try SQLiteJournal(path: scratch.path("journal.sqlite"))
        func traces(_ text: String) -> Bool {
            ["journal.sqlite", "journal.sqlite-wal"].contains { file in
                let bytes = try? Data(contentsOf: URL(filePath: scratch.path(file)))
                return bytes?.range(of: Data(text.utf8)) != nil
            }
        }
        for (text, time) in [("forgotten", 9), ("kept", 10)] as [(String, UnixTime)] {
            let request = JournalRequest(
                action: .address, scheme: "dashwallet", fingerprint: text,
                chain: ChainID(coin: "dash", network: .main, isPractice: false), sender: nil)
            let number = try journal.begin(request, at: time)
            try journal.note(.ended(.refused), of: number, at: time)
            #expect(traces(text))
        }
        #expect(try journal.forget(before: 10) == 1)
        #expect(!traces("forgotten") && traces("kept"))
        #expect(try journal.newest(9).map(\.request.fingerprint) == ["kept"])
    }
}
