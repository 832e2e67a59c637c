import SchemeRouter

/// A network's answer about some scripts.
struct ScriptAnswer: Sendable {
    /// The scripts that were ever paid.
    var used: Set<[UInt8]> = []
    /// The unspent outputs that pay them.
    var unspent: [UnspentOutput] = []
}

/// Asks a network about scripts. Both questions go out together, and large ones are split into parts that go out
/// together: some servers answer once a second however much one question asks.
struct ScriptQuestions {
    /// The number of scripts in one question.
    static let batch = 500

    let chain: any ChainReader

    /// Which of `scripts` were used, and what they hold now.
    func ask(about scripts: [[UInt8]]) async throws(ServiceError) -> ScriptAnswer {
        let answers = scripts.count <= Self.batch ? await both(scripts) : await inParts(scripts)
        // A cancelled network call reports its own error; this one names the cancellation.
        try Self.stopIfCancelled()
        var whole = ScriptAnswer()
        for answer in answers {
            let part = try answer.get()
            whole.used.formUnion(part.used)
            whole.unspent += part.unspent
        }
        return whole
    }

    static func stopIfCancelled() throws(ServiceError) {
        guard Task.isCancelled else { return }
        throw ServiceError(.networkUnreachable, "The requests to the network were cancelled.")
    }

    private func inParts(_ scripts: [[UInt8]]) async -> [Result<ScriptAnswer, ServiceError>] {
        await withTaskGroup(of: [Result<ScriptAnswer, ServiceError>].self) { group in
            for start in stride(from: 0, to: scripts.count, by: Self.batch) {
                let part = Array(scripts[start..<min(start + Self.batch, scripts.count)])
                group.addTask { await both(part) }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    private func both(_ scripts: [[UInt8]]) async -> [Result<ScriptAnswer, ServiceError>] {
        async let used = result { () throws(ServiceError) in
            ScriptAnswer(used: try await chain.usedScripts(among: scripts))
        }
        async let unspent = result { () throws(ServiceError) in
            ScriptAnswer(unspent: try await chain.unspentOutputs(payingTo: scripts))
        }
        return await [used, unspent]
    }

    private func result(
        _ question: () async throws(ServiceError) -> ScriptAnswer
    ) async -> Result<ScriptAnswer, ServiceError> {
        do throws(ServiceError) { return .success(try await question()) } catch { return .failure(error) }
    }
}
