/// Finds the end of a value in brackets. The reader keeps only its start.
enum FlowLength {
    /// The number of characters from the bracket at `column`, counted from 1, through its closing bracket; nil if there
    /// is no bracket, or it closes on another line.
    static func find(in line: some Collection<UInt8>, column: Int) -> Int? {
        let scalars = String(decoding: line, as: UTF8.self).unicodeScalars.dropFirst(column - 1)
        guard scalars.first == "{" || scalars.first == "[" else { return nil }
        var depth = 0
        var quote: Unicode.Scalar?
        var isEscaped = false
        for (offset, scalar) in scalars.enumerated() {
            if let open = quote {
                if isEscaped {
                    isEscaped = false
                } else if scalar == "\\", open == "\"" {
                    isEscaped = true
                } else if scalar == open {
                    quote = nil
                }
                continue
            }
            switch scalar {
            case "\"", "'": quote = scalar
            case "{", "[": depth += 1
            case "}", "]":
                depth -= 1
                if depth == 0 { return offset + 1 }
            default: break
            }
        }
        return nil
    }
}
