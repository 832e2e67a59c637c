import ExactJSON
import SchemeRouter

extension CoinDescriptor {
    /// What amounts in JSON are counted in: whole numbers of `unit`, of which `ticker` has ten to the power of `decimals`. The
    /// smallest unit of a chain of accounts has no name.
    var unitsJSON: JSON {
        JSON(["ticker": ticker, "unit": accountChain == nil ? unit : nil, "decimals": decimals])
    }
}
