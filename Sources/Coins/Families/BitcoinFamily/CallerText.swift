import SchemeRouter

/// Reads the parts that both grammars share.
package enum CallerText {
    /// A caller's text, made safe to show.
    package static func read(
        _ parameter: LinkParameter?, rule: ParameterRule?, warnings: inout [LinkWarning]
    ) -> ForeignText? {
        guard let parameter else { return nil }
        let text = ForeignText(parameter.value, limit: rule?.maximum ?? ForeignText.maxLength)
        if text.wasChanged {
            warnings.append(
                .init(
                    .textSanitised,
                    "Invisible characters were removed from the \(parameter.name.rawValue), or it was shortened."))
        }
        return text
    }

    /// Warns that a BIP70 payment request is not fetched.
    package static func noteIgnoredRequest(_ parameters: borrowing LinkParameters, warnings: inout [LinkWarning]) {
        guard parameters.has(.paymentRequest) else { return }
        warnings.append(
            .init(
                .paymentProtocolIgnored, "The payment request at “r” is not fetched; the rest of the link is used.")
        )
    }
}

extension RequestHeader {
    /// The common parts of every request of a link.
    /// - Parameter unread: ways to pay that could not be read.
    package init(
        _ parameters: borrowing LinkParameters, unread: [InstructionParameter] = [], of link: borrowing RoutedLink,
        sender: Sender?, warnings: [LinkWarning]
    ) {
        // "r" is read but not acted on: it counts as ignored, in addition to the warning about it.
        var ignored = parameters.ignored(with: unread)
        if parameters.has(.paymentRequest) { ignored.append("r") }
        self.init(of: link, sender: sender, warnings: warnings, ignored: ignored)
    }
}
