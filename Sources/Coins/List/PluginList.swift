import RouterAxe
import RouterBitcoinFamily
import RouterDash
import RouterMYKEY
import SchemeRouter

/// All plugins of this program, by the names that descriptors use. A new one is a folder beside this one, and a line here.
package enum PluginList {
    /// The plugins.
    /// - Parameters:
    ///   - now: the time.
    ///   - rawPayloads: the dapps whose answers stand in the link as they are; see `raw-payload` in config.yaml.
    package static func all(
        now: @escaping @Sendable () -> UnixTime, rawPayloads: Set<String> = []
    ) -> KeyValuePairs<String, any CoinPlugin> {
        [
            DashPlugin.name: DashPlugin(),
            AxePlugin.name: AxePlugin(),
            BitcoinLikePlugin.name: BitcoinLikePlugin(walletLinks: DashLinks.all),
            MYKEYPlugin.name: MYKEYPlugin(now: now, rawPayloads: rawPayloads),
        ]
    }
}
