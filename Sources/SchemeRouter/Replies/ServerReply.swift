import ExactJSON

extension Services {
    /// The pauses before each retry of a message that must arrive.
    private static let pauses: [Duration] = [.seconds(1), .seconds(4), .seconds(16)]

    /// Posts a result to a dapp's server. The person saw its host before they agreed.
    ///
    /// Returns nil if the server accepted it; otherwise the reason, for the person.
    /// - Parameter isRetried: whether to try again if it did not arrive, because it reports something that has
    ///   happened.
    func post(
        _ body: [UInt8], to server: ServerAddress, receipt: PostTemplate.Receipt, isRetried: Bool
    ) async -> String? {
        guard let client = servers else { return "Connections to servers are not available here." }
        var problem = await send(body, to: server, by: client, receipt)
        for pause in isRetried ? Self.pauses : [] {
            guard problem?.mayPass == true else { break }
            try? await Task.sleep(for: pause)
            problem = await send(body, to: server, by: client, receipt)
        }
        return problem?.reason
    }

    private struct Problem {
        let reason: String
        /// Whether a retry may help; otherwise the server or a rule refused.
        var mayPass = false
    }

    private func send(
        _ body: [UInt8], to server: ServerAddress, by client: any NetworkClient, _ receipt: PostTemplate.Receipt
    ) async -> Problem? {
        let request = NetworkRequest.post(
            server.text, headers: [NetworkHeader("Content-Type", "application/json")], body: body,
            answerLimit: 64 << 10)
        let answer: NetworkAnswer
        do throws(NetworkError) {
            answer = try await client.send(request, until: .now + .seconds(15))
        } catch {
            switch error.code {
            case .timedOut, .connectFailed, .resolveFailed, .brokenAnswer, .courierEnded, .proxyFailed, .busy:
                return Problem(reason: error.message, mayPass: true)
            default: return Problem(reason: error.message)
            }
        }
        guard (200..<300).contains(answer.status) else {
            return Problem(reason: "it responded with status \(answer.status)", mayPass: true)
        }
        guard receipt == .code else { return nil }
        guard let json = try? JSON(reading: answer.body, limits: .answer),
            case .number(let code)? = json["code"]
        else { return Problem(reason: "it did not confirm receipt") }
        guard code.text != "0" else { return nil }
        let message = json["message"]?.string ?? json["error"]?.string ?? ""
        return Problem(reason: "it rejected it (\(Quoted(code.text, limit: 20))) \(Quoted(message, limit: 200))")
    }
}
