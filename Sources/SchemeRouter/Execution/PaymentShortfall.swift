/// Which accounts could not make a payment.
///
/// A payment comes from the first account that has enough alone, in the order of ``Keyring/accounts(of:on:)``. UTXOs of
/// two accounts are never spent together: whoever sees the transaction would know that both belong to one person.
struct PaymentShortfall {
    private var errors: [ServiceError] = []

    /// Takes note that an account has too little. Throws any other error: it would be the same with every account.
    mutating func add(_ error: ServiceError) throws(ServiceError) {
        guard error.code == .insufficientFunds else { throw error }
        errors.append(error)
    }

    /// What the person is told: of account 0, and that no other one has enough either.
    var error: ServiceError {
        guard let first = errors.first else { return ServiceError(.internalError, "The wallet has no account.") }
        guard errors.count > 1 else { return first }
        return ServiceError(
            .insufficientFunds,
            "No account has enough alone, and a payment never comes from two. Account 0: \(first.message)",
            hint: first.hint)
    }
}

extension [any AccountReader] {
    /// Surveys all accounts at once: what takes long is waiting for the network.
    func surveys() async throws -> [AccountSurvey] {
        if count == 1 { return [try await self[0].survey(progress: nil)] }
        return try await withThrowingTaskGroup(of: (Int, AccountSurvey).self) { group in
            for (place, account) in enumerated() {
                group.addTask { (place, try await account.survey(progress: nil)) }
            }
            var surveys = [AccountSurvey?](repeating: nil, count: count)
            for try await (place, survey) in group { surveys[place] = survey }
            return surveys.compactMap(\.self)
        }
    }
}
