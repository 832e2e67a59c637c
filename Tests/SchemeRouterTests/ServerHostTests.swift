import SchemeRouter
import Testing

/// Hosts that are told apart by their names alone, before anything is looked up.
@Suite struct ServerHostTests {
    @Test(
        "S13: this computer is private, however it is named",
        arguments: [
            ("localhost", true, true), ("LOCALHOST.", true, true), ("shop.localhost", true, true),
            ("shop.localhost.", true, true), ("127.0.0.1", true, true), ("127.0.0.1.", true, true),
            ("127.1", true, true), ("127.0x1", true, true), ("[::1]", true, true),
            ("127.example.org", true, true), ("127.0.0.1.nip.io", true, true), ("127.ht_", true, true),
            ("router.lan", false, true), ("router.home.arpa.", false, true), ("10.0.0.1", false, true),
            ("shop", false, true), ("example.org", false, false), ("example.org.", false, false),
        ])
    func host(_ host: String, namesThisComputer: Bool, isPrivate: Bool) throws {
        let server = try #require(ServerAddress("https://\(host)/"))
        #expect(server.namesThisComputer == namesThisComputer)
        #expect(server.isPrivate == isPrivate)
    }
}
