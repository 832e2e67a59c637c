import CQREncode

/// A QR code of a link, drawn with text characters.
struct QRCode {
    /// Modules on a side, without the quiet zone.
    private let width: Int
    /// Row by row; true for a dark module.
    private let modules: [Bool]

    /// Light modules around the code, without which scanners do not find it (ISO/IEC 18004).
    private static let quietZone = 4

    /// The code of `text`, which is ASCII; nil where it is longer than any code.
    ///
    /// Runs of digits and capitals take less room, which the library makes use of. 15 % of the code may be damaged where
    /// the text is short enough for that (level M), else 7 % (level L).
    init?(_ text: String) {
        let levels = [QR_ECLEVEL_M, QR_ECLEVEL_L]
        let found = levels.lazy.compactMap { QRcode_encodeString(text, 0, $0, QR_MODE_8, 1) }.first
        guard let code = found else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let data = code.pointee.data else { return nil }
        self.width = width
        // The lowest bit is the colour; the others say what a module is for.
        modules = UnsafeBufferPointer(start: data, count: width * width).map { $0 & 1 == 1 }
    }

    /// The code in half blocks, two rows a line, with its quiet zone.
    /// - Parameter isInverted: for a terminal with dark letters on a light ground; otherwise letters are the light part.
    func text(isInverted: Bool) -> String {
        let range = -Self.quietZone..<width + Self.quietZone
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            range.map { column in
                let upper = isDark(row, column) == isInverted
                let lower = isDark(row + 1, column) == isInverted
                return upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")
            }.joined()
        }.joined(separator: "\n")
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return modules[row * width + column]
    }
}
