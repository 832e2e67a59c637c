import SchemeRouter

extension Array where Element: Sendable {
    /// Runs `body` for each element, a few at a time, and returns the results in order. The first error cancels the
    /// rest.
    func concurrently<Value: Sendable>(
        _ body: @escaping @Sendable (Element) async throws(ServiceError) -> Value
    ) async throws(ServiceError) -> [Value] {
        // Well below the courier's limit of simultaneous requests.
        let width = 4
        var values: [Value?] = Array<Value?>(repeating: nil, count: count)
        let failure = await withTaskGroup(of: (Int, Result<Value, ServiceError>).self) { group -> ServiceError? in
            var rest = enumerated().makeIterator()
            for (position, element) in (0..<width).lazy.compactMap({ _ in rest.next() }) {
                group.addTask { (position, await result(of: element, body)) }
            }
            while let (position, result) = await group.next() {
                switch result {
                case .success(let value): values[position] = value
                case .failure(let error):
                    group.cancelAll()
                    return error
                }
                if let (position, element) = rest.next() {
                    group.addTask { (position, await RouterEOSIOChains.result(of: element, body)) }
                }
            }
            return nil
        }
        if let failure { throw failure }
        return values.compactMap(\.self)
    }
}

private func result<Element, Value>(
    of element: Element, _ body: (Element) async throws(ServiceError) -> Value
) async -> Result<Value, ServiceError> {
    do throws(ServiceError) { return .success(try await body(element)) } catch { return .failure(error) }
}
