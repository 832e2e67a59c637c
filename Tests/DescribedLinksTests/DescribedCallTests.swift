import Testing

@testable import SchemeRouter

/// Calls of contracts, and choices of pools, in described links.
@Suite struct DescribedCallTests {
    private static let told = ToldLink(
        schemes: """
            chain: { links: { amounts: { form: integer, own-chains: [1] }, forms: [
                     { path: "{token}[@{chain}]/transfer", parameters: {
                       address: { is: address }, amount: { is: amount }, value: { is: surplus },
                       units: { is: fee-units },
                       rate: { is: fee-rate } } },
                     { path: "{token}[@{chain}]/{function}", does: transaction, permission-of: [approve], parameters: {
                       value: { is: amount }, address: { is: argument, shape: address, many: true },
                       code: { is: asset },
                       "*": { is: argument, many: true } } },
                     { path: "{address}[@{chain}]", parameters: { value: { is: amount } } } ] } }
            named: { links: { path: "{function}/go", does: transaction } }
            pools: { links: { slashes: meant, path: "//stake", does: delegate, parameters: {
                     "*": { is: pool } } } }
            """)

    private static let links: [(String, String)] = [
        // Contracts.
        (
            "chain:sum-odd-t@1/transfer?address=a&amount=5e1&value=7",
            """
            pay 50 = 50 of the token's smallest unit to a
            besides 7 = 0.0007 TOY
            token (token) sum-odd-t, checksum
            chainId (chain) 1
            function (function) transfer
            surplus (goes to the contract in addition) 0.0007 TOY
            warning looksLikeOther: sum-odd-t is odd.
            warning paysBesides: In addition, 0.0007 TOY goes to the contract.
            goes over chain:sum-odd-t@1/transfer?address=a&amount=50&value=7
            """
        ),
        (
            "chain:t/transfer?address=a&amount=0",
            """
            amountOutOfRange of amount at “0”: The amount is zero. There is nothing to pay. Without an amount, you \
            are asked for one.
            """
        ),
        (
            "chain:t@2/transfer?address=told-a&amount=5&value=7&units=2&rate=3",
            """
            pay 5 = 5 of the token's smallest unit to told-a (["main base58", "main name", "test bech32"], chain 2, \
            of address)
            besides 7 = 0.0007 of the chain's own coin
            token (token) t, shape
            chainId (chain) 2
            function (function) transfer
            surplus (goes to the contract in addition) 0.0007 of the chain's own coin
            notes (for the wallet) [name: “units”, value: “2”, name: “rate”, value: “3”]
            fee (fee that it asks for, at most) 0.0006 of the chain's own coin
            warning otherChain: The coin of chain 2 may not be TOY: compare it in your wallet.
            warning paysBesides: In addition, 0.0007 of the chain's own coin goes to the contract.
            """
        ),
        (
            "chain:t/transfer?address=a",
            """
            pay any to a
            token (token) t, shape
            function (function) transfer
            warning chainIsOpen: The link names no chain, so the wallet's current chain is used.
            """
        ),
        (
            "chain:t/transfer",
            """
            missingParameter of address at “t/transfer”: The link does not say who is paid. Ask the sender for a \
            link with an address.
            """
        ),
        (
            "chain:told-t@2/approve?address=sum-x&uint8=5e0&bytes=0x&address=y",
            """
            transaction
            address (contract) told-t, shape
            chainId (chain) 2
            function (function) approve
            arguments (arguments) [type: address, value: sum-x, type: uint8, value: 5, type: bytes, value: 0x, type: \
            address, value: y], shape
            warning otherChain: The coin of chain 2 may not be TOY: compare it in your wallet.
            warning changesPermissions: If you agree to this, somebody else can spend from your account.
            goes over chain:told-t@2/approve?address=sum-x&uint8=5&bytes=0x&address=y
            """
        ),
        (
            "chain:t@1/APPROVE?address=sum-x&address=sum-y&uint8=1",
            """
            transaction
            address (contract) t, shape
            chainId (chain) 1
            function (function) APPROVE
            arguments (arguments) [type: address, value: sum-x, type: address, value: sum-y, type: uint8, value: 1], \
            shape
            warning changesPermissions: If you agree to this, somebody else can spend from your account.
            """
        ),
        (
            "chain:t/f?value=5&string=%20x",
            """
            transaction
            pay 5 = 0.0005 TOY to nobody
            address (contract) t, shape
            function (function) f
            arguments (argument) [type: string, value:  x], shape
            warning chainIsOpen: The link names no chain, so the wallet's current chain is used.
            counts 5
            """
        ),
        (
            "chain:t/f?uint8=x",
            "invalidRequest of uint8 at “x”: “uint8” is not a whole number. Ask the sender for the link again."
        ),
        (
            "chain:t/f?code=ABC",
            """
            transaction
            address (contract) t, shape
            function (function) f
            asset (asset) ABC
            warning chainIsOpen: The link names no chain, so the wallet's current chain is used.
            """
        ),
        ("chain:bad-t/f", "invalidAddress at “bad-t”: Bad."),
        (
            "chain:a@2?value=5",
            """
            pay 5 = 0.0005 of the chain's own coin to a
            chainId (chain) 2
            warning otherChain: The coin of chain 2 may not be TOY: compare it in your wallet.
            counts 5
            """
        ),
        (
            "chain:a?value=5",
            """
            pay 5 = 0.0005 TOY to a
            warning chainIsOpen: The link names no chain, so the wallet's current chain is used.
            counts 5
            """
        ),
        (
            "chain:a@1?value=5",
            """
            pay 5 = 0.0005 TOY to a
            chainId (chain) 1
            counts 5
            """
        ),
        (
            "chain:t@1/f?address=sum-x&address=sum-y",
            """
            transaction
            address (contract) t, shape
            chainId (chain) 1
            function (function) f
            arguments (arguments) [type: address, value: sum-x, type: address, value: sum-y], checksum
            """
        ),
        (
            "named:f/go",
            """
            transaction
            function (function) f
            """
        ),
        // Pools, by id or ticker, with shares.
        (
            "pools://stake?POOL=1.5&ABC=&abababababababababababababababababababababababababababab",
            """
            delegate
            pools (pools) [pool: POOL, share: 1.5, pool: ABC, share: 1, pool: \
            abababababababababababababababababababababababababababab, share: 1]
            goes over pools://stake?POOL=1.5&ABC&abababababababababababababababababababababababababababab
            """
        ),
        (
            "pools://stake?ABCDE",
            """
            delegate
            pools (pool) [pool: ABCDE, share: 1]
            """
        ),
        (
            "pools://stake?AB",
            "invalidRequest of AB at “AB”: “AB” is not the name or the id of a pool. Ask the sender for the link again."
        ),
        (
            "pools://stake?ABCDEF",
            """
            invalidRequest of ABCDEF at “ABCDEF”: “ABCDEF” is not the name or the id of a pool. Ask the sender for the \
            link again.
            """
        ),
        (
            "pools://stake?A.C",
            "invalidRequest of A.C at “A.C”: “A.C” is not the name or the id of a pool. Ask the sender for the link again."
        ),
        (
            "pools://stake?ABC=x",
            "invalidRequest of ABC at “x”: “ABC” is not a decimal number. Ask the sender for the link again."
        ),
        (
            "pools://stake?abababababababababababababababababababababababababababa",
            """
            invalidRequest of abababababababababababababababababababababababababababa at \
            “abababababababababababababababababababababababababababa”: \
            “abababababababababababababababababababab…” is not the name or the id of a pool. Ask the sender for the \
            link again.
            """
        ),
        (
            "pools://stake?ababababababababababababababababababababababababababababa",
            """
            invalidRequest of ababababababababababababababababababababababababababababa at \
            “ababababababababababababababababababababababababababababa”: \
            “abababababababababababababababababababab…” is not the name or the id of a pool. Ask the sender for the \
            link again.
            """
        ),
        (
            "pools://stake?abababababababababababababababababababababababababababag",
            """
            invalidRequest of abababababababababababababababababababababababababababag at \
            “abababababababababababababababababababababababababababag”: \
            “abababababababababababababababababababab…” is not the name or the id of a pool. Ask the sender for the \
            link again.
            """
        ),
        ("pools://stake", "delegate"),
    ]

    @Test("what a link calls is told with all its arguments, or refused where it is wrong", arguments: links)
    private func told(_ link: String, _ expected: String) {
        let told = Self.told(link)
        #expect(told == expected, "\(told)")
    }

    @Test("an error about a parameter that only “*” covers has the name that the link has")
    func names() {
        let told = ToldLink(
            schemes: """
                stars: { links: { path: "{address}", keys: { indexed: 9, escapes: texts }, parameters: {
                         "*": { is: note, shape: address } } } }
                """)
        #expect(told("stars:a?x").hasPrefix("malformedURL of x at “x”: “x” has no value."))
        #expect(told("stars:a?x=%41").hasPrefix("invalidEncoding at “%”: “x” has a percent escape"))
        #expect(told("stars:a?x=bad-y") == "invalidAddress of x at “bad-y”: Bad.")
    }
}
