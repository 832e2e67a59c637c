import SchemeRouter

extension CoinPlugin {
    /// The reply, or nil if there is none or the plugin failed: a plugin of the kit's runs in this process and has no
    /// reason to fail.
    func told(_ request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        (try? reply(to: request, ending: ending)) ?? nil
    }
}
