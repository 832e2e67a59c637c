import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What a dapp says for itself: all of it is quoted, and each note names its action (S5).
@Suite struct DappQuotesTests {
    @Test("every text of a dapp is told as the dapp's, in this order")
    func quotes() throws {
        let link = try MYKEYFixture.read(
            MYKEYFixture.link(
                #"{"action":"transaction","actions":[{"account":"othercontra1","name":"play","data":{"a":1},"#
                    + #""info":"first"},{"account":"othercontra1","name":"play","data":{"a":2},"info":"second"}],"#
                    + #""appKey":"9mDxSbyR","callback":"simple://x","dappName":"BiHu","desc":"why","#
                    + #""dappUserName":"Anne","orderId":"7","protocol":"MYKEY"}"#))
        let text = DappConsentText(link: link)
        let dapp = try #require(link.request.dapp)
        #expect(
            text.caller(dapp).text
                == "This request comes from a dapp that calls itself “BiHu”; nobody has verified that.")
        let quotes = text.quotes(dapp).map(\.text)
        #expect(
            quotes == [
                "The dapp says: “why”", "It calls you “Anne”.", "Its number for this request: “7”",
                "The answer is added to “simple://x”.", "The dapp's number for you: “\(MYKEYFixture.userID)”",
                "The dapp's own number: “9mDxSbyR”",
                "It says about action 1: “first”", "It says about action 2: “second”",
            ], "\(quotes)")
    }
}
