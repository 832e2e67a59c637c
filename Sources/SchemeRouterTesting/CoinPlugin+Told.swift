import SchemeRouter

extension CoinPlugin {
    /// The reply, or nil if there is none or the plugin failed. Plugins in the kit run in this process, so they have no
    /// reason to fail.
    func told(_ request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        (try? reply(to: request, ending: ending)) ?? nil
    }
}
