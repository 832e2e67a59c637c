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

    /// Which of some scripts were used, and what others, or the same, hold now.
    func ask(
        whetherUsed scripts: [[UInt8]], whatIsUnspent holding: [[UInt8]]
    ) async throws(ServiceError) -> ScriptAnswer {
        let answers =
            max(scripts.count, holding.count) <= Self.batch
            ? await both(scripts[...], holding[...]) : await inParts(scripts, holding)
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

    private func inParts(
        _ scripts: [[UInt8]], _ holding: [[UInt8]]
    ) async -> [Result<ScriptAnswer, ServiceError>] {
        await withTaskGroup(of: [Result<ScriptAnswer, ServiceError>].self) { group in
            for start in stride(from: 0, to: max(scripts.count, holding.count), by: Self.batch) {
                let parts = (scripts.dropFirst(start).prefix(Self.batch), holding.dropFirst(start).prefix(Self.batch))
                group.addTask { await both(parts.0, parts.1) }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    private func both(
        _ scripts: ArraySlice<[UInt8]>, _ holding: ArraySlice<[UInt8]>
    ) async -> [Result<ScriptAnswer, ServiceError>] {
        if holding.isEmpty { return scripts.isEmpty ? [] : [await used(scripts)] }
        if scripts.isEmpty { return [await unspent(holding)] }
        async let used = used(scripts)
        async let unspent = unspent(holding)
        return await [used, unspent]
    }

    private func used(_ scripts: ArraySlice<[UInt8]>) async -> Result<ScriptAnswer, ServiceError> {
        await result { () throws(ServiceError) in
            ScriptAnswer(used: try await chain.usedScripts(among: Array(scripts)))
        }
    }

    private func unspent(_ scripts: ArraySlice<[UInt8]>) async -> Result<ScriptAnswer, ServiceError> {
        await result { () throws(ServiceError) in
            ScriptAnswer(unspent: try await chain.unspentOutputs(payingTo: Array(scripts)))
        }
    }

    private func result(
        _ question: () async throws(ServiceError) -> ScriptAnswer
    ) async -> Result<ScriptAnswer, ServiceError> {
        do throws(ServiceError) { return .success(try await question()) } catch { return .failure(error) }
    }
}
