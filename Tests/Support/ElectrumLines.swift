import ExactJSON
import Glibc

/// How an Electrum server talks: a line is one request, or a batch of them.
public enum ElectrumLines {
    /// Answers the requests of a connection until it ends, or until one has no answer.
    /// - Parameters:
    ///   - answersBatches: whether it answers batches; if not, one ends the connection.
    ///   - hear: is told of each line how many requests are in it.
    public static func serve(
        _ descriptor: Int32, answersBatches: Bool = true, hearing hear: (_ requests: Int) -> Void = { _ in },
        answering answer: (_ request: JSON) -> JSON?
    ) {
        guard let stream = unsafe fdopen(dup(descriptor), "r") else { return }
        defer { unsafe fclose(stream) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { unsafe free(line) }
        while case let count = unsafe getline(&line, &capacity, stream), count > 0, let line = unsafe line {
            let bytes = unsafe Array(UnsafeRawBufferPointer(start: line, count: count - 1))
            guard let json = try? JSON(reading: bytes, limits: .answer) else { return }
            guard answersBatches || json.elements == nil else { return }
            var answers: [JSON] = []
            hear(json.elements?.count ?? 1)
            for request in json.elements ?? [json] {
                guard let answer = answer(request) else { return }
                answers.append(answer)
            }
            let said = (json.elements == nil ? answers[0].bytes : JSON.array(answers).bytes) + [0x0A]
            guard unsafe send(descriptor, said, said.count, Int32(MSG_NOSIGNAL)) == said.count else { return }
        }
    }
}
