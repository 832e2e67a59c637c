import ExactJSON
import RouterEOSIO
import RouterTestSupport

@testable import MYKEYWalletLib

/// Requests with anything in them that may stand there.
enum RandomRequest {
    static func request(_ random: inout SeededGenerator) -> MYKEYRequest {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            return .login(
                LoginRequest(
                    userName: optionalText(&random), info: optionalText(&random), server: server(&random)))
        case 1:
            return .transfer(
                TokenTransferRequest(
                    quantity(&random), of: name(&random), to: name(&random),
                    from: Bool.random(using: &random) ? name(&random) : nil, memo: optionalText(&random),
                    info: optionalText(&random), orderID: optionalText(&random), server: server(&random)))
        case 2:
            let actions = (1...Int.random(in: 1...5, using: &random)).map { _ in action(&random) }
            return .contract(
                ContractCallRequest(
                    actions, info: optionalText(&random), orderID: optionalText(&random), server: server(&random)))
        default:
            return .sign(SigningRequest(text(&random, atLeast: 1), server: server(&random)))
        }
    }

    static func text(_ random: inout SeededGenerator, atLeast: Int = 0) -> String {
        let characters = Array(#"aZ09 "\/{}[]%&=+#?:;,.-_~'<>|^`äß漢😀é"#)
        let count = Int.random(in: atLeast...30, using: &random)
        return String((0..<count).map { _ in characters.randomElement(using: &random) ?? "x" })
    }

    static func optionalText(_ random: inout SeededGenerator) -> String? {
        Bool.random(using: &random) ? text(&random) : nil
    }

    static func userID(_ random: inout SeededGenerator) -> String {
        let characters = Array("abzABZ019._:-")
        return String((0...40).map { _ in characters.randomElement(using: &random) ?? "x" })
    }

    private static func server(_ random: inout SeededGenerator) -> String? {
        Bool.random(using: &random) ? "https://dapp.example/?a=b&c=%20#x" : nil
    }

    private static func name(_ random: inout SeededGenerator) -> Name {
        Name(value: UInt64.random(in: 1...UInt64.max, using: &random))
    }

    private static func quantity(_ random: inout SeededGenerator) -> Asset {
        let decimals = Int.random(in: 0...18, using: &random)
        let digits = decimals == 0 ? "1" : "1.\(String(repeating: "7", count: min(decimals, 17)))"
        guard let asset = try? Asset(digits + " EOS") else { preconditionFailure("an amount") }
        return asset
    }

    private static func action(_ random: inout SeededGenerator) -> ContractCallRequest.Action {
        if Bool.random(using: &random) {
            return .transfer(
                quantity(&random), of: name(&random), from: name(&random), to: name(&random), memo: text(&random),
                info: optionalText(&random))
        }
        let data = JSON.object([
            (text(&random), .string(text(&random))),
            ("list", .array([.null, .bool(true), .number(Int.random(in: -9...9, using: &random))])),
        ])
        return ContractCallRequest.Action(
            account: name(&random), name: name(&random), data: data, info: optionalText(&random))
    }
}
