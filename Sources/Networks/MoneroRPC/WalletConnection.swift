import ExactJSON
import SchemeRouter

/// Calls of a `monero-wallet-rpc` (Documentation/protocols/monero-rpc.md §1). The program that sends them logs in.
struct WalletConnection: Sendable {
    /// The longest answer: the prepared payment of many coins is half a megabyte.
    static let limits = JSONLimits(bytes: 8 << 20, depth: 16)

    private let client: any NetworkClient
    private let url: String

    /// - Parameter url: without a trailing slash.
    init(_ client: any NetworkClient, url: String) {
        self.client = client
        self.url = url + "/json_rpc"
    }

    /// Makes a call.
    /// - Parameter isRepeatable: whether the wallet may receive it twice.
    func call(
        _ method: String, _ parameters: [(name: String, value: JSON)] = [], until deadline: Deadline,
        isRepeatable: Bool = true
    ) async throws(WalletFailure) -> JSON {
        let body = JSON.object([
            ("jsonrpc", .string("2.0")), ("id", .string("0")), ("method", .string(method)),
            // An array would count as no parameters, and so would a name that the wallet does not know.
            ("params", .object(parameters)),
        ])
        let request = NetworkRequest.post(
            url, headers: [NetworkHeader("Content-Type", "application/json")], body: body.bytes,
            answerLimit: Self.limits.bytes, isRepeatable: isRepeatable)
        let answer: NetworkAnswer
        do throws(NetworkError) {
            answer = try await client.send(request, until: deadline)
        } catch {
            throw .unreachable(error)
        }
        guard answer.status == 200 else { throw .status(answer.status) }
        guard let json = try? JSON(reading: answer.body, limits: Self.limits) else { throw .strange(method) }
        if let error = json["error"] {
            guard case .number(let number)? = error["code"], let code = Int(number.text) else { throw .strange(method) }
            throw .refused(code, error["message"]?.string ?? "", method)
        }
        guard let result = json["result"] else { throw .strange(method) }
        return result
    }
}

extension JSON {
    /// A whole number of 64 bits without a sign, such as amounts: the wallet's numbers really are that large.
    var unsigned: UInt64? {
        if case .number(let number) = self { UInt64(number.text) } else { nil }
    }

    /// An amount in the smallest unit; nil if it is none, or more than any wallet can have.
    var units: Amount? { unsigned.flatMap { Int64(exactly: $0) }.flatMap { Amount(units: $0) } }
}
