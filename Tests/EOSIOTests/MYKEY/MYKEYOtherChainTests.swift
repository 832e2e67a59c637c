import RouterMYKEY
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Requests about another coin of the same family: its ticker names its chain, as `EOS` does.
@Suite struct MYKEYOtherChainTests {
    private static let router: Router = {
        let yaml = """
            version: 1
            coins:
              wax: { ticker: WAX, plugin: mykey, account-chain: {
                     chain-id: 1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4, bip44: 14001 } }
            schemes: { waxwallet: { coin: wax, grammar: json-param, callbacks: simplewallet } }
            """
        do {
            let file = DescriptorFile(name: "wax.yaml", bytes: Array(yaml.utf8))
            return Router(
                routes: try RouteTable.load([.shipped, file]), plugins: [MYKEYPlugin.name: MYKEYPlugin(now: { 0 })])
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    /// What is wrong with a request; nil if it is read.
    private static func complaint(_ json: String, scheme: String) -> String? {
        do {
            let link = "\(scheme)://eos.io?param=\(PercentEncoding.encode(json))"
            _ = try router.read(Array(link.utf8))
            return nil
        } catch {
            return "\(error.code): \(error.message)"
        }
    }

    @Test(
        "requests and actions are of the coin's own chain", arguments: [("waxwallet", "WAX"), ("simplewallet", "EOS")])
    func chains(_ scheme: String, _ own: String) {
        for chain in ["WAX", "EOS", "ANY", "ETH", "wax", "eos"] {
            let login = #"{"action":"login","chain":"\#(chain)","protocol":"SimpleWallet","uuID":"u"}"#
            let call =
                #"{"action":"transaction","actions":[{"account":"dice","chain":"\#(chain)","data":{},"name":"roll"}],"#
                + #""protocol":"SimpleWallet"}"#
            let isOwn = chain == own
            #expect(
                Self.complaint(login, scheme: scheme)
                    == (isOwn || chain == "ANY"
                        ? nil : "unsupportedChain: Requests for the chain “\(chain)” are not supported."))
            #expect(
                Self.complaint(call, scheme: scheme)
                    == (isOwn ? nil : "unsupportedChain: Only actions of \(own) are supported."))
        }
        #expect(Self.complaint(#"{"action":"login","protocol":"SimpleWallet","uuID":"u"}"#, scheme: scheme) == nil)
    }

    @Test("the answer to a login names the coin's chain", arguments: [("waxwallet", "WAX"), ("simplewallet", "EOS")])
    func answer(_ scheme: String, _ chain: String) throws {
        let json = #"{"action":"login","callback":"shop://x","protocol":"MYKEYSimple","uuID":"u"}"#
        let link = "\(scheme)://eos.io?param=\(PercentEncoding.encode(json))"
        let signer = AccountSigner(account: "bobbobbobbob", permission: "active")
        let result = DappResult(
            action: .login, signer: signer, publicKey: "EOS6key",
            content: .signed(texts: ["a", "ab"], signatures: ["c", "d"]))
        let callback = try Self.router.read(Array(link.utf8)).callback?.completed(with: result.values(at: 0))
        #expect(callback?.contains("%22chain%22%3A%22\(chain)%22") == true, "\(callback ?? "")")
    }
}
