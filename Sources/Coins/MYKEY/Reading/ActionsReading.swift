import ExactJSON
import RouterEOSIO
import SchemeRouter

struct ActionsReading {
    /// The most actions of one transaction.
    static let maxActions = 32
    /// The longest memo that token contracts accept, in bytes.
    static let maxMemo = 256

    let members: RequestFields
    /// The name of the coin's chain.
    let chain: String

    func transfer() throws(RequestError) -> (call: ActionCall, transfer: ActionsRequest.Transfer) {
        let contract = try name("contract", or: KnownTokens.system)
        let to = try name("to")
        let from = try members.text("from") == nil ? nil : try name("from")
        let quantity = try quantity()
        guard let memo = try? members.text("dappData", limit: Self.maxMemo) ?? "" else {
            throw members.wrong("dappData", "The memo is longer than the \(Self.maxMemo) bytes that contracts accept.")
        }
        var data: [(name: String, value: JSON)] = [
            ("to", .string(to)), ("quantity", .string(quantity)), ("memo", .string(memo)),
        ]
        if let from { data.insert(("from", .string(from)), at: 0) }
        return (
            ActionCall(contract: contract, name: "transfer", data: .object(data), note: nil),
            ActionsRequest.Transfer(
                contract: contract, isPayment: KnownTokens.contains(contract), from: from, to: to, quantity: quantity,
                memo: memo)
        )
    }

    /// The calls of a transaction. The SDK and two versions of the documents spell them differently
    /// (Documentation/protocols/mykey.md §1.5).
    func calls() throws(RequestError) -> [ActionCall] {
        guard let list = (members.json["actions"] ?? members.json["ContractRequest"])?.elements, !list.isEmpty else {
            throw members.wrong("actions", "The request has no actions.", code: .missingParameter)
        }
        guard list.count <= Self.maxActions else {
            throw members.wrong("actions", "The request has more than \(Self.maxActions) actions.")
        }
        var calls: [ActionCall] = []
        for json in list { calls.append(try call(RequestFields(json: json, range: members.range))) }
        return calls
    }

    private func call(_ members: RequestFields) throws(RequestError) -> ActionCall {
        guard members.json.members != nil else { throw members.wrong("actions", "An action is not an object.") }
        if let asked = try members.text("chain"), !asked.isSame(chain) {
            throw members.wrong("chain", "Only actions of \(chain) are supported.", code: .unsupportedChain)
        }
        guard try members.text("binary") == nil, try members.text("abi", limit: 1 << 15) == nil else {
            throw members.wrong("binary", "Actions given as bytes are for Ethereum.", code: .unsupportedChain)
        }
        let reading = ActionsReading(members: members, chain: chain)
        guard let data = members.json["data"] ?? members.json["TransferDataRequest"] else {
            throw members.wrong("data", "An action has no data.", code: .missingParameter)
        }
        return ActionCall(
            contract: try reading.name("account"), name: try reading.name("name"),
            data: try Self.object(data, members), note: try members.foreign("info"))
    }

    /// The iOS SDK writes data as a string that contains the JSON.
    private static func object(_ data: JSON, _ members: RequestFields) throws(RequestError) -> JSON {
        guard case .string(let text) = data else { return data }
        guard let json = try? JSON(reading: Array(text.utf8), limits: .link) else {
            throw members.wrong("data", "The data of an action is not JSON.")
        }
        return json
    }

    private func name(_ key: String, or other: String? = nil) throws(RequestError) -> String {
        var text = try members.text(key) ?? other ?? ""
        if text.isEmpty { text = try members.required(key) }
        guard (try? Name(text)) != nil else {
            var error = members.wrong(
                key, "\(Quoted(text, limit: 40)) is not the name of an account or action.",
                code: .invalidAddress)
            error.hint = "Names have the characters a–z, 1–5 and “.”, at most 13."
            throw error
        }
        return text
    }

    /// The amount with its token: exact, from the digits of the request (S9).
    private func quantity() throws(RequestError) -> String {
        let letters = try members.required("symbol", limit: 7)
        guard let code = SymbolCode(letters) else {
            throw members.wrong("symbol", "\(Quoted(letters, limit: 20)) is not a token.")
        }
        var decimals = try members.number("precision")
        if decimals == nil { decimals = try members.number("decimal") }
        guard let text = decimals else {
            throw members.wrong(
                "precision", "The request does not say how many decimals the token has.", code: .missingParameter)
        }
        guard let precision = UInt8(text), let symbol = Symbol(precision: precision, code: code) else {
            throw members.wrong("precision", "A token has 0 to 18 decimals.")
        }
        guard let digits = try members.number("amount") else {
            throw members.wrong("amount", "The request has no amount.", code: .missingParameter)
        }
        guard let decimal = ExactDecimal(digits) else {
            throw members.wrong("amount", "The amount is not a decimal number.", code: .invalidAmount)
        }
        let asset: Asset
        do throws(Asset.Failure) {
            asset = try Asset(decimal, of: symbol)
        } catch {
            switch error {
            case .tooPrecise:
                throw members.wrong(
                    "amount", "The amount has more than the \(precision) decimals of \(letters).",
                    code: .amountTooPrecise)
            case .malformed, .outOfRange:
                throw members.wrong("amount", "The amount is more than can exist.", code: .amountOutOfRange)
            }
        }
        guard asset.units > 0 else {
            throw members.wrong("amount", "The amount is not above zero.", code: .amountOutOfRange)
        }
        return asset.description
    }
}
