import SchemeRouter

/// A program that may be given links of a scheme (S15), and what is needed to start it.
struct HandOverTarget: Sendable {
    let wallet: WalletProgram
    let startable: StartableProgram
}

extension EntryJudge {
    /// The wallet program that `mention` names for links of `scheme`, in lower case.
    func target(_ entry: DesktopEntry, _ mention: MimeApps.Mention, scheme: String) throws(Refusal) -> HandOverTarget {
        let startable = try program(entry, mention, scheme: scheme, appendsLink: true)
        let wallet = WalletProgram(
            id: mention.id.text, program: startable.program, container: startable.command.container,
            schemes: entry.schemes, isWallet: Self.isWallet(entry), origin: mention.origin, source: mention.source)
        return HandOverTarget(wallet: wallet, startable: startable)
    }

    /// Whether an entry's categories allow for a wallet. Financial programs have `Finance`; many programs have no
    /// telling category.
    private static func isWallet(_ entry: DesktopEntry) -> Bool {
        entry.categories.contains("Finance")
            || Set(entry.categories).isDisjoint(with: ["Development", "Documentation", "Education", "Game"])
    }
}
