import ExactJSON
import SchemeRouter

extension CoinDescriptor {
    /// The unit of amounts in JSON: whole numbers of `unit`; one `ticker` is ten to the power of `decimals` of them.
    /// The smallest unit of a chain of accounts has no name.
    var unitsJSON: JSON {
        JSON { json in
            json.beginObject()
            writeUnits(to: &json)
            json.endObject()
        }
    }

    // Inlined, or the whole descriptor would be copied for three fields.
    @inline(__always) func writeUnits(to json: inout JSONWriter) {
        json.add("ticker", ticker)
        json.add("unit", accountChain == nil ? unit : nil)
        json.add("decimals", decimals)
    }
}
