import RouterEOSIO
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

/// Proofs of identity (EEP-7), which the wallet makes of names alone.
@Suite struct IdentitySigningTests {
    private static func intent(
        _ setup: AccountSetup, scope: String?, chainID: [UInt8]? = nil, account: String? = nil
    ) -> IdentityIntent {
        IdentityIntent(
            chain: setup.chain, chainID: chainID ?? setup.frame().chainID,
            signer: AccountSigner(account: account ?? setup.signer.account, permission: setup.signer.permission),
            scope: scope)
    }

    private static func refusal(
        _ setup: AccountSetup, _ intent: IdentityIntent, approved: IdentityIntent? = nil
    ) -> ServiceError.Code? {
        do throws(ServiceError) {
            _ = try setup.unlocked.sign(
                intent, approved: IntentDigest(.identity(approved ?? intent)), in: setup.frame(), coin: setup.coin)
            return nil
        } catch { return error.code }
    }

    @Test("The signature is the account's, over a transaction that no chain takes", arguments: ["shop", nil])
    func signed(scope: String?) throws {
        let setup = try AccountSetup()
        let intent = Self.intent(setup, scope: scope)
        let header = try setup.unlocked.sign(
            intent, approved: IntentDigest(.identity(intent)), in: setup.frame(), coin: setup.coin)
        let signer = PermissionLevel(
            actor: try Name(setup.signer.account), permission: try Name(setup.signer.permission))
        let transaction = IdentityProof.transaction(
            scope: try scope.map { try Name($0) }, signer: signer,
            expiration: TimePointSec(seconds: setup.frame().expiration))
        let chainID = try #require(Checksum256(setup.frame().chainID))
        #expect(header.id == transaction.id.hex)
        #expect(
            try Signature(header.signature).signer(of: transaction.preimage(chainID: chainID).digest)?.description
                == AccountSetup.key)
        #expect(header.frame.referenceBlock == 0 && header.frame.referenceCheck == 0)
        #expect(header.frame.expiration == (scope == nil ? 0 : setup.frame().expiration))
    }

    @Test("S11: a proof that is not what was approved is not signed")
    func changed() throws {
        let setup = try AccountSetup()
        let approved = Self.intent(setup, scope: "shop")
        #expect(Self.refusal(setup, approved) == nil)
        for other in [
            Self.intent(setup, scope: nil), Self.intent(setup, scope: ""), Self.intent(setup, scope: "shop2"),
            Self.intent(setup, scope: "shop", account: "alicealice11"),
            Self.intent(setup, scope: "shop", chainID: [UInt8](repeating: 7, count: 32)),
        ] {
            #expect(Self.refusal(setup, other, approved: approved) == .refusedByCheck)
        }
        // The chain of the header counts, and names are names.
        #expect(Self.refusal(setup, Self.intent(setup, scope: "shop", chainID: [1])) == .refusedByCheck)
        #expect(Self.refusal(setup, Self.intent(setup, scope: "Shop")) == .refusedByCheck)
    }
}
