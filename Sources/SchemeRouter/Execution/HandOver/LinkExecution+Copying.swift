/// Gives the address of a payment, then its amount, to a wallet that cannot open links: by the clipboard (S15).
extension LinkExecution {
    /// Whether the address of a link can be copied.
    func canCopy(_ link: ReadLink) -> Bool {
        guard services.clipboard != nil, case .payment(let payment) = link.request else { return false }
        return payment.proof?.isRequired != true && payment.unmetInstruction == nil
    }

    /// Asks, and copies the address; then asks, and copies the amount.
    func copyAddress(of link: ReadLink, _ attempt: inout Attempt) async throws -> Outcome {
        guard let clipboard = services.clipboard, case .payment(let payment) = link.request else {
            throw ServiceError(.internalError, "The link has no address to copy.")
        }
        attempt.chain = link.handOverChain
        let entry = try services.journal.begin(link.journalRequest(on: link.handOverChain), at: services.now())
        attempt.entry = entry
        attempt.wasAsked = true
        try policy.checkReceivers(of: link, on: link.handOverChain)
        let amount = try await amountToCopy(of: payment, in: link)
        let intent = HandOverIntent(
            chain: link.handOverChain, program: .clipboard, link: payment.address, scheme: payment.header.scheme,
            instruction: PaymentInstruction(.onchain, payment.address, checked: .checksum),
            cost: amount.map { .known($0) } ?? .open, isRewritten: true)
        var budget = ReadBudget(services.readTime)
        let unsettled = await services.unsettledPayments(of: link.coin, on: intent.chain, &budget)
        try PolicyCheck(services: services, unsettled: unsettled).check(.handOver(intent), of: link)
        let paid = try paidBefore(.handOver(intent), of: link, on: link.handOverChain, before: entry)
        try await services.prompt.confirm(
            dialogue(
                about: link,
                [paid?.paragraph].compactMap(\.self) + HandOverText.asked(link, paying: amount) + [
                    """
                    The address is copied to the clipboard, for a wallet that cannot open links. Compare it there: \
                    other programs can change the clipboard.
                    """,
                    Paragraph(own: Self.silence),
                ], agree: "Copy the address"))
        noteAgreement(&attempt)
        try services.journal.note(.approved(.handOver(intent)), of: entry, at: attempt.agreed)
        try services.handedOver.remember(
            HandedOverLink(
                fingerprint: link.fingerprint, sentFingerprint: link.outgoing.first?.fingerprint ?? link.fingerprint,
                program: WalletProgram.clipboard.program.name, at: services.now()))
        try await copy(payment.address, to: clipboard)
        guard let amount else { return .handedOver(.clipboard) }
        await copyAmount(amount, of: link, to: clipboard)
        return .handedOver(.clipboard)
    }

    /// The link's amount, or one that the person gives because limits must count it; nil if there is none.
    private func amountToCopy(of payment: PaymentRequest, in link: ReadLink) async throws -> Amount? {
        guard payment.amount == nil, policy.counts(link.coin.id) else { return payment.amount }
        let consent = ConsentText(
            link: link, chain: link.handOverChain, receiver: .nobody(Self.silence), failures: FailureReplies(),
            columns: services.prompt.columns)
        return try await Conversation(services: services, consent: consent).ask(.amount, Answers(), most: nil).amount
    }

    private static let silence = "This program will not report to anyone whether you paid."

    /// Asks, and copies the amount. The address was copied, as the link asked, so the link is handed over whatever happens
    /// here.
    private func copyAmount(_ amount: Amount, of link: ReadLink, to clipboard: any Clipboard) async {
        let text = amount.text(decimals: link.coin.decimals)
        guard
            let question = try? dialogue(
                about: link,
                HandOverText.asked(link, paying: amount) + [
                    """
                    The address is on the clipboard. Paste it into your wallet, and come back for the amount: \
                    \(own: text)
                    """
                ], agree: "Copy the amount"), (try? await services.prompt.confirm(question)) != nil
        else { return }
        do throws(LaunchError) {
            try await clipboard.copy(text)
        } catch {
            let words: Paragraph = """
                The amount was not copied: \(own: error.explanation). The address was copied before; enter the amount \
                yourself: \(own: text)
                """
            await Announcement(title: link.coin.title, heading: nil, summary: [words], details: [])
                .show(by: services.prompt)
        }
    }

    private func copy(_ text: String, to clipboard: any Clipboard) async throws(ServiceError) {
        do {
            try await clipboard.copy(text)
        } catch {
            throw ServiceError(.handOverFailed, "Nothing was copied: \(error.explanation).")
        }
    }

    private func dialogue(
        about link: ReadLink, _ paragraphs: [Paragraph], agree: String
    ) throws(RequestError) -> Dialogue {
        guard let pages = PageLayout.pages(notice: nil, columns: services.prompt.columns, paragraphs: paragraphs) else {
            throw .tooMuchToShow
        }
        return Dialogue(title: link.coin.title, pages: pages, agree: agree)
    }
}

extension WalletProgram {
    /// Stands in for a program if a text was copied.
    static let clipboard = WalletProgram(
        id: "clipboard",
        program: ReceivingProgram(name: "the clipboard", desktopEntry: "", executable: "", fileIdentity: ""),
        container: nil, schemes: [], origin: .entry, source: "")
}
