import SchemeRouter

/// What a network says of some scripts.
struct ScriptAnswer: Sendable {
    /// Those that were ever paid to.
    var used: Set<[UInt8]> = []
    /// The outputs to them that are not spent.
    var unspent: [UnspentOutput] = []
}

/// Asks a network about scripts. Both questions about them go out together, and large ones in parts that go out
/// together: some servers answer once a second however much is asked at once.
struct ScriptQuestions {
    /// How many scripts one question is about.
    static let batch = 500

    let chain: any ChainReader

    /// Which of `scripts` were used, and what lies at them now.
    func ask(about scripts: [[UInt8]]) async throws(ServiceError) -> ScriptAnswer {
        let parts = stride(from: 0, to: scripts.count, by: Self.batch).map { start in
            Array(scripts[start..<min(start + Self.batch, scripts.count)])
        }
        let answers = await withTaskGroup(of: Result<ScriptAnswer, ServiceError>.self) { group in
            for part in parts {
                group.addTask { await used(among: part) }
                group.addTask { await unspent(at: part) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        // A network that ends its answers when a task is cancelled says so in its own way; this one says why.
        guard !Task.isCancelled else {
            throw ServiceError(.networkUnreachable, "The questions to the network were broken off.")
        }
        var whole = ScriptAnswer()
        for answer in answers {
            let part = try answer.get()
            whole.used.formUnion(part.used)
            whole.unspent += part.unspent
        }
        return whole
    }

    private func used(among scripts: [[UInt8]]) async -> Result<ScriptAnswer, ServiceError> {
        do throws(ServiceError) {
            return .success(ScriptAnswer(used: try await chain.usedScripts(among: scripts)))
        } catch {
            return .failure(error)
        }
    }

    private func unspent(at scripts: [[UInt8]]) async -> Result<ScriptAnswer, ServiceError> {
        do throws(ServiceError) {
            return .success(ScriptAnswer(unspent: try await chain.unspentOutputs(payingTo: scripts)))
        } catch {
            return .failure(error)
        }
    }
}
