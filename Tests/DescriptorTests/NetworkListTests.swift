import RouterConfiguration
import RouterNetworkBackend
import RouterNetworks
import Testing

/// The networks that config.yaml can name.
@Suite struct NetworkListTests {
    @Test("each kind of network is there once for each place where money lies")
    func all() {
        let kinds = NetworkList.all.map { "\($0.name), \($0.servesAccounts ? "accounts" : "addresses")" }
        #expect(
            kinds == [
                "sandbox, addresses", "core-rpc, addresses", "electrum, addresses", "sandbox, accounts",
                "nodeos, accounts", "monero-rpc, addresses",
            ])
        #expect(NetworkList.all.names == ["sandbox", "core-rpc", "electrum", "nodeos", "monero-rpc"])
        #expect(Set(NetworkList.all.filter { $0.isPractice }.map { $0.name }) == ["sandbox"])
    }

    @Test("the table of settings has each kind of network and each of their keys, and no other")
    func table() {
        #expect(SettingTable.kinds.map(\.name) == NetworkList.all.names)
        #expect(Set(SettingTable.network.map(\.name)) == Set(NetworkList.all.keys + ["use"]))
        #expect(SettingTable.network.count == NetworkList.all.keys.count + 1)
    }

    @Test("no setting is named twice, or like the choice itself")
    func keys() {
        for kind in NetworkList.all { #expect(Set(kind.keys + ["use"]).count == kind.keys.count + 1) }
        #expect(Set(NetworkList.all.keys) == Set(NetworkList.all.flatMap { $0.keys }))
    }
}
