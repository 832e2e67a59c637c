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
        PluginTable([
            .init(DashPlugin.name, DashPlugin()),
            .init(DashRequestsPlugin.name, DashRequestsPlugin()),
            .init(AxePlugin.name, AxePlugin()),
            .init(BitcoinLikePlugin.name, BitcoinLikePlugin(replies: DashReplies.all)),
            .init(DescribedLinksPlugin.name, DescribedLinksPlugin()),
            .init(MYKEYPlugin.name, MYKEYPlugin(now: now, rawPayloads: rawPayloads)),
            .init(SigningRequestPlugin.name, SigningRequestPlugin()),
        ])
    }
}
