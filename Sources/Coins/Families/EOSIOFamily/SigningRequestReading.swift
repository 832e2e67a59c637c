import RouterBytes
import RouterEOSIO
import SchemeRouter

/// Reads a signing request (EEP-7) as the payload of a link.
package struct SigningRequestReading {
    /// The decoded request.
    package let request: SigningRequest
    let link: RoutedLink

    /// Decodes a payload.
    /// - Parameter range: its range in the link as received.
    package init(_ text: ArraySlice<UInt8>, at range: Range<Int>, of link: RoutedLink) throws(RequestError) {
        self.link = link
        let chains = link.scheme.links?.chains ?? []
        do throws(SigningRequestError) {
            request = try SigningRequest(payload: text) { alias in chains.contains { $0.number == alias } }
        } catch {
            throw Self.explain(error, text, at: range)
        }
        try checkCallback(at: range)
    }

    /// The ids of its chains; nil if it is for any chain.
    package var chainIDs: [[UInt8]]? {
        switch request.chain {
        case .any: request.chains.map { $0.compactMap(id) }
        default: id(of: request.chain).map { [$0] } ?? []
        }
    }

    private func id(of chain: SigningRequest.Chain) -> [UInt8]? {
        switch chain {
        case .id(let id): id.bytes
        case .alias(let alias): link.scheme.links?.chains.first { $0.number == alias }?.chainID
        }
    }

    /// The coin of its chain; nil if no descriptor has the chain, or several chains are possible.
    package var coin: CoinDescriptor? {
        let ids = chainIDs
        let coins = link.routes.coinList.filter { coin in
            coin.accountChain.map { chain in ids?.contains(chain.chainID) ?? true } ?? false
        }
        return coins.count == 1 ? coins[0] : nil
    }

    // MARK: Who is notified

    /// Refuses a callback to a browser's or the system's own programs, or back to this program (S4), and one with an
    /// uncertain receiver.
    private func checkCallback(at range: Range<Int>) throws(RequestError) {
        let callback = request.callback
        guard !callback.isEmpty else { return }
        let bytes = Array(callback.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Sender.isScheme(bytes[..<colon]),
            bytes.allSatisfy({ (0x21...0x7E).contains($0) && !#"\"<>^`|"#.utf8.contains($0) })
        else { throw Self.invalid("The request names nobody to notify: its callback is not a link.", at: range) }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self)
        guard !isOfServer else {
            guard server != nil else {
                throw Self.invalid("The request does not name the server to notify.", at: range)
            }
            return
        }
        guard let reason = CallbackRules.reasonToRefuse(scheme: scheme, routes: link.routes) else { return }
        var error = Self.invalid("“\(scheme)” must not receive an answer: \(reason).", at: range)
        error.reason = RequestError.Code.forbiddenSender.rawValue
        throw error
    }

    /// Whether the callback goes to a server and not to a program.
    package var isOfServer: Bool {
        let callback = request.callback.lowercased()
        return callback.hasPrefix("https:") || callback.hasPrefix("http:")
    }

    /// The server that receives the callback; nil if there is none.
    package var server: ServerAddress? {
        guard isOfServer else { return nil }
        let authority = request.callback.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst(3).prefix {
            !"/?#".utf8.contains($0)
        }
        let scheme = request.callback.utf8.prefix { $0 != UInt8(ascii: ":") }
        let start = "\(String(decoding: Array(scheme), as: UTF8.self))://"
        guard request.callback.hasPrefix(start) else { return nil }
        return ServerAddress(start + String(decoding: Array(authority), as: UTF8.self) + "/")
    }

    // MARK: Mistakes

    private static func explain(
        _ error: SigningRequestError, _ text: ArraySlice<UInt8>, at range: Range<Int>
    ) -> RequestError {
        var refusal: RequestError
        switch error {
        case .encoding:
            refusal = RequestError(
                .invalidEncoding, "The request is not URL-safe Base64.", at: range,
                hint: "Ask the sender for the link again; it must not contain “+”, “/” or “=”.")
        case .content(let message): refusal = invalid(message, at: range)
        case .noLibrary:
            refusal = RequestError(
                .invalidRequest, "The request is compressed, but no decompression library was found.", at: range,
                hint: "Install zlib (zlib1g).")
        case .chain(let alias):
            return RequestError(
                .unsupportedChain, "The request is for chain number \(alias), which is unknown here.", at: range,
                hint: "“chains” in the scheme's descriptor lists the known numbers.")
        }
        // A payload with only lower-case letters has almost certainly lost its upper case.
        if text.contains(where: \.isASCIILetter), !text.contains(where: { (0x41...0x5A).contains($0) }), text.count > 8
        {
            refusal.reason = "payloadCaseFolded"
            refusal.hint =
                "All its letters are lower-case: some desktops, such as KDE, lower-case what follows “//”, which destroys it. "
                + "Copy the link from the page instead of clicking it."
        }
        return refusal
    }

    private static func invalid(_ message: String, at range: Range<Int>) -> RequestError {
        RequestError(.invalidRequest, message, at: range, hint: "Ask the sender for another link.")
    }
}
