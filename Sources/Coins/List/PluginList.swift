import RouterAxe
import RouterBitcoinFamily
import RouterDash
import RouterMYKEY
import SchemeRouter

/// All plugins of this program, by the names in descriptors. To add one, add a folder next to this one, and a line
/// here.
public enum PluginList {
    /// The plugins.
    /// - Parameters:
    ///   - now: the time.
    ///   - rawPayloads: the dapps whose answers are not percent-encoded in the link; see `raw-payload` in config.yaml.
    public static func all(
        now: @escaping @Sendable () -> UnixTime, rawPayloads: Set<String> = []
    ) -> PluginTable {
        let (dash, axe, bitcoin) = (DashPlugin(), AxePlugin(), BitcoinLikePlugin(replies: DashReplies.all))
        let (described, signing) = (DescribedLinksPlugin(), SigningRequestPlugin())
        let platform = DashRequestsPlugin()
        let mykey = MYKEYPlugin(now: now, rawPayloads: rawPayloads)
        return PluginTable([
            .init(DashPlugin.name, dash, reader: dash),
            .init(DashRequestsPlugin.name, platform, reader: platform),
            .init(AxePlugin.name, axe, reader: axe),
            .init(BitcoinLikePlugin.name, bitcoin, reader: bitcoin),
            .init(DescribedLinksPlugin.name, described, reader: described),
            .init(MYKEYPlugin.name, mykey, reader: mykey),
            .init(SigningRequestPlugin.name, signing, reader: signing),
        ])
    }
}
