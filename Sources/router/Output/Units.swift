import ExactJSON
import SchemeRouter

extension CoinDescriptor {
    /// What amounts in JSON are counted in: whole numbers of `unit`, of which `ticker` has ten to the power of `decimals`. The
    /// smallest unit of a chain of accounts has no name.
    var unitsJSON: JSON {
        JSON { json in
            json.beginObject()
            writeUnits(to: &json)
            json.endObject()
        }
    }

    // Inlined where it is used, or all of the descriptor would be copied for three fields.
    @inline(__always) func writeUnits(to json: inout JSONWriter) {
        json.add("ticker", ticker)
        json.add("unit", accountChain == nil ? unit : nil)
        json.add("decimals", decimals)
    }
}
