import SchemeRouter

/// The coin of the family and its scheme, as a file in `schemes.d` would have them.
package enum CowrieDescriptors {
    /// The descriptor. The addresses have the form of account numbers of banks, which is one of the kinds that descriptors
    /// can name; the plugin also looks at their letters.
    package static let text = """
        version: 1
        coins:
          cowrie:
            ticker: CWR
            unit: cowrie
            decimals: 0
            max-money: "1000000000"
            dust: 1
            fee-per-kb: { min: 1, normal: 10, high: 100, max: 1000 }
            plugin: cowrie
            networks:
              main: { addresses: [{ kind: iban }], bip44: 7770007 }
        schemes:
          cowrie:
            coin: cowrie
            grammar: authority-params
            callbacks: cowrie-knot
            examples:
              - url: cowrie:pay=CW930000000000000007&amount=3&sender=shop
                is: { action: payment, amount: 3 }
              - url: cowrie:pay=CW930000000000000008&amount=3&sender=shop
                error: invalidAddress
              - url: cowrie:pay=CW930000000000000007&amount=0.5&sender=shop
                error: amountTooPrecise
              - url: cowrie:request=address&sender=shop
                error: unsupportedAction

        """

    /// The same as a file.
    package static let file = DescriptorFile(name: "cowrie.yaml", bytes: Array(text.utf8))
}
