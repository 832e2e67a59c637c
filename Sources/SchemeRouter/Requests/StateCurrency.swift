/// The currencies of states, and what banks count like one (ISO 4217, the list of September 2025). An amount in any other unit
/// – `XBT`, `sat`, a token – may be one of a coin, so no limit can be sure that it is not (S7).
enum StateCurrency {
    /// Whether a code, in any case, is one of these currencies.
    static func contains(_ code: String) -> Bool {
        let code = code.uppercased()
        return codes.split(separator: " ").contains { $0.utf8.elementsEqual(code.utf8) }
    }

    private static let codes = """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE \
        CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ \
        GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL \
        LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR \
        PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY \
        TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XCD XCG XDR XOF XPD XPF XPT XSU \
        XUA YER ZAR ZMW ZWG
        """
}
