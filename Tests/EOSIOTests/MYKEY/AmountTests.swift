import RouterTestSupport
import SchemeRouter
import Testing

/// What is wrong with an amount of a token has its own code.
@Suite struct MYKEYAmountTests {
    private static func error(_ json: String) -> RequestError? {
        do throws(RequestError) {
            _ = try MYKEYFixture.read(MYKEYFixture.link(json))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "S9: an amount that is no exact number of the token is refused",
        arguments: [
            ("1.5.1", .invalidAmount), ("1,5", .invalidAmount), ("-1", .amountOutOfRange), ("0", .amountOutOfRange),
            ("1.50001", .amountTooPrecise), ("461168601842738.7905", .amountOutOfRange),
            ("99999999999999999999999999999999999999999999", .amountOutOfRange),
        ] as [(String, RequestError.Code)])
    func amounts(amount: String, code: RequestError.Code) {
        let error = Self.error(
            #"{"action":"transfer","amount":"\#(amount)","appKey":"9mDxSbyR","callback":"simple://x","#
                + #""contract":"eosio.token","dappName":"BiHu","precision":4,"protocol":"MYKEY","symbol":"EOS","#
                + #""to":"alicealice11"}"#)
        #expect(error?.code == code, "\(String(describing: error))")
        #expect(error?.parameter == "amount")
    }
}
