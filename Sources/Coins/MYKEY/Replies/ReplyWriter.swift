import ExactJSON
import SchemeRouter

/// Writes what a dapp and its server are told (seed document; mykey.md 3).
struct ReplyWriter: Sendable {
    /// The dapps, by the schemes that wake them, whose answers go into the link as they are.
    let rawPayloads: Set<String>

    private static let version = "1.0"

    /// Answers a dapp that got what it asked for.
    func reply(to request: WalletRequest, with result: DappResult) -> DappReply {
        guard let dapp = request.dapp else { return DappReply(post: nil, wake: nil) }
        let body = body(of: request, dapp, result)
        let isExecuted = if case .executed = result.content { true } else { false }
        let post = dapp.server.map { server in
            DappReply.Post(server: server, body: JSON.object(body).bytes, isRetried: isExecuted)
        }
        guard let wake = dapp.wake else { return DappReply(post: post, wake: nil) }
        return DappReply(
            post: post, wake: link(wake, dapp.dialect, payload(of: request, dapp, result), result),
            wakeWithoutServer: isExecuted ? link(wake, dapp.dialect, unnotified(result), result) : nil)
    }

    /// The link that tells a dapp that it gets nothing: a number and, for MYKEY, what its table calls that number.
    func failure(_ code: DappFailure, _ wake: WakeLink, _ dialect: DappClaims.Dialect) -> CallbackTemplate {
        let (number, words): (Int, String?) =
            switch (code, dialect) {
            case (.declined, _): (SDKCode.cancelled, nil)
            case (_, .simpleWallet): (SDKCode.failure, nil)
            case (.failed, _): (SDKCode.failure, "Failure")
            case (.unknown, _): (SDKCode.pushTimedOut, "Push transaction timeout")
            }
        let (before, after) = Self.split(wake.text)
        let result = CallbackTemplate.Field("result", .text(String(number)))
        guard let words else {
            return CallbackTemplate(scheme: wake.scheme, opening: before, fields: [result], ending: after)
        }
        let payload = JSON.object([("errorCode", .number(number)), ("errorMsg", .string(words))])
        return CallbackTemplate(
            scheme: wake.scheme, opening: before, fields: [result],
            ending: "&payload=\(encoded(payload, for: wake))\(after)")
    }

    /// The link that tells a dapp that it got what it asked for, with blanks.
    func template(for request: WalletRequest) -> CallbackTemplate? {
        guard let dapp = request.dapp, let wake = dapp.wake else { return nil }
        var fields = [CallbackTemplate.Field("result", .text("1"))]
        switch (dapp.dialect, request) {
        case (.simpleWallet, .actions): fields.append(.init("txID", .blank(.txid)))
        case (.simpleWallet, .sign): fields.append(.init("sign", .blank(.signature)))
        case (.simpleWallet, _): break
        case (.mykey, _), (.mykeySimple, _): fields.append(.init("payload", .blank(.payload)))
        }
        let (before, after) = Self.split(wake.text)
        return CallbackTemplate(scheme: wake.scheme, opening: before, fields: fields, ending: after)
    }

    private func link(
        _ wake: WakeLink, _ dialect: DappClaims.Dialect, _ payload: JSON, _ result: DappResult
    ) -> String {
        guard dialect == .simpleWallet else {
            return appending(["result=1", "payload=\(encoded(payload, for: wake))"], to: wake)
        }
        switch result.content {
        case .executed(let id): return appending(["result=1", "txID=\(id.hex)"], to: wake)
        case .signed(let signed):
            let signature = result.action == .sign ? signed.first?.signature : nil
            return appending(["result=1"] + (signature.map { ["sign=\($0)"] } ?? []), to: wake)
        }
    }

    /// Appends to what the dapp gave, which stays byte for byte; what stands behind `#` stays behind it.
    private func appending(_ items: [String], to wake: WakeLink) -> String {
        let (before, after) = Self.split(wake.text)
        return before + items.joined(separator: "&") + after
    }

    private static func split(_ text: String) -> (before: String, after: String) {
        let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let before = text[..<hash]
        let separator: String =
            switch before.utf8.last {
            case UInt8(ascii: "?"), UInt8(ascii: "&"): ""
            default: before.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
            }
        return (before + separator, String(text[hash...]))
    }

    private func encoded(_ payload: JSON, for wake: WakeLink) -> String {
        rawPayloads.contains(wake.scheme.lowercased()) ? payload.text : PercentEncoding.encode(payload.text)
    }

    private typealias Object = [(name: String, value: JSON)]

    /// What the server gets.
    private func body(of request: WalletRequest, _ dapp: DappClaims, _ result: DappResult) -> Object {
        let head: Object = [("protocol", .string(dapp.dialect.rawValue)), ("version", .string(Self.version))]
        let ref = ("ref", JSON.string(LoginTexts.ref(of: dapp.dialect)))
        let account = ("account", JSON.string(result.signer.account))
        let key = ("public_key", JSON.string(result.publicKey))
        switch (request, result.content) {
        case (.login(let login), .signed(let signed)):
            let time = LoginTexts.time(of: signed.first?.text ?? "")
            // MYKEY's servers expect a text, those of SimpleWallet a number.
            let timestamp: JSON =
                dapp.dialect == .simpleWallet ? JSONNumber(time).map(JSON.number) ?? .null : .string(time)
            let appKey: Object = dapp.dialect == .simpleWallet ? [] : [("dapp_key", Self.appKey(of: dapp))]
            return head + appKey + [
                ("uuID", .string(login.userID)), ("sign", JSON(signed.first?.signature)), ref, ("timestamp", timestamp),
                account, key,
            ]
        case (.sign(let sign), .signed(let signed)):
            return head + [
                ("message", .string(sign.message)), ("sign", JSON(signed.first?.signature)), ref, account, key,
            ]
        case (_, .executed(let id)):
            return head + [("tx_id", .string(id.hex)), ref, account]
        default:
            return head
        }
    }

    /// What the dapp gets. A login has both spellings that dapps read.
    private func payload(of request: WalletRequest, _ dapp: DappClaims, _ result: DappResult) -> JSON {
        switch (request, result.content) {
        case (_, .executed(let id)):
            return .object([("txId", .string(id.hex))])
        case (.sign(let sign), .signed(let signed)):
            return .object([
                ("sign", JSON(signed.first?.signature)), ("message", .string(sign.message)),
                ("account", .string(result.signer.account)), ("public_key", .string(result.publicKey)),
            ])
        case (.login(let login), .signed(let signed)):
            let time = JSONNumber(LoginTexts.time(of: signed.first?.text ?? "")).map(JSON.number) ?? .null
            let signature = JSON(signed.first?.signature)
            let texts = LoginTexts(login, signer: result.signer, time: 0)
            var members: Object = [
                ("protocol", .string(dapp.dialect.rawValue)), ("version", .string(Self.version)),
                ("dapp_key", Self.appKey(of: dapp)), ("uuID", .string(login.userID)),
                ("public_key", .string(result.publicKey)), ("sign", signature), ("ref", .string(texts.ref)),
                ("timestamp", time), ("account", .string(result.signer.account)), ("chain", .string("EOS")),
                ("dappKey", Self.appKey(of: dapp)), ("dappUserId", .string(login.userID)),
                ("pubKey", .string(result.publicKey)), ("signature", signature), ("accountType", .number(1)),
                ("origin", .string(texts.ref)),
            ]
            if signed.count > 1 {
                members += [("mykeyUID", .string(texts.walletID)), ("mykeyUIDSignature", .string(signed[1].signature))]
            }
            return .object(members)
        default:
            return .object([])
        }
    }

    /// The transaction is in the chain, whatever the dapp's server did with the news.
    private func unnotified(_ result: DappResult) -> JSON {
        guard case .executed(let id) = result.content else { return .object([]) }
        return .object([("txId", .string(id.hex)), ("notify", .object([("ok", .bool(false))]))])
    }

    /// In simple mode the dapp has none (seed document).
    private static func appKey(of dapp: DappClaims) -> JSON {
        dapp.dialect == .mykey ? JSON(dapp.appKey) : .null
    }
}
