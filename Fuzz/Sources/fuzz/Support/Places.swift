@testable import SchemeRouter

/// The positions of mistakes in a file.
enum Places {
    /// Checks that every mistake is inside the file, and that the file cannot break the lines of its report.
    static func check(_ errors: DescriptorErrors, of file: DescriptorFile) {
        expect(!errors.diagnostics.isEmpty, "what is refused has a mistake")
        let lines = lengths(file.bytes)
        for error in errors.diagnostics where error.file == file.name {
            if error.line == 0 {
                expect(error.column == 0, "a mistake of the whole file has no column")
            } else {
                expect((1...lines.count).contains(error.line), "a mistake has a line of the file: \(error.line)")
                let length = lines.indices.contains(error.line - 1) ? lines[error.line - 1] : 0
                expect(
                    (1...length + 1).contains(error.column), "a mistake has a column of its line: \(error.column)")
            }
            expect(error.length >= 1, "a mistake has a length")
            for scalar in error.text.unicodeScalars where scalar.value < 0x20 {
                expect(scalar == "\n", "what is said of a mistake moves no cursor")
            }
        }
        expect(errors.text.utf8.count < 200_000, "what is said of mistakes is bounded")
    }

    /// The characters of each line (YAML 1.1, 4.2), without the UTF-8 byte order mark; at least as many if it is not
    /// UTF-8.
    private static func lengths(_ bytes: [UInt8]) -> [Int] {
        var lengths = [0]
        var last: Unicode.Scalar?
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\n" where last == "\r": break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": lengths.append(0)
            case "\u{FEFF}" where last == nil: break
            default: lengths[lengths.count - 1] += 1
            }
            last = scalar
        }
        return lengths
    }
}
