import Glibc
import RouterCLoaded
import SchemeRouter

/// A QR code of a link, drawn with text characters or as a picture.
struct QRCode {
    /// Modules on a side, without the quiet zone.
    private let width: Int
    /// Row by row; true for a dark module.
    private let modules: [Bool]

    /// Light modules around the code, which scanners need to find it (ISO/IEC 18004).
    private static let quietZone = 4

    /// The library's functions. It is loaded only here: linking it costs every command 0.08 M instructions at start-up.
    ///
    /// Their types are those of `qrencode.h`. The caller owns the code, which has a byte for each module.
    private typealias Encode =
        @convention(c) (
            UnsafePointer<CChar>, CInt, QRecLevel, QRencodeMode, CInt
        ) -> UnsafeMutablePointer<QRcode>?
    private typealias Free = @convention(c) (UnsafeMutablePointer<QRcode>) -> Void

    /// The code of `text`, which is ASCII; nil if it is too long for any code. Throws ``ServiceError/Code/unsupported``
    /// if the library is not installed.
    ///
    /// The library encodes runs of digits and capitals in less space. The code tolerates 15 % damage if the text is
    /// short enough (level M), else 7 % (level L).
    init?(_ text: String) throws(ServiceError) {
        guard let library = unsafe dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL),
            let encodeString = unsafe dlsym(library, "QRcode_encodeString"),
            let freeCode = unsafe dlsym(library, "QRcode_free")
        else {
            throw ServiceError(
                .unsupported, "QR codes are drawn by libqrencode, which is not installed.",
                hint: "Install it (libqrencode4 on Debian), or leave out --qr.")
        }
        let encode = unsafe unsafeBitCast(encodeString, to: Encode.self)
        let free = unsafe unsafeBitCast(freeCode, to: Free.self)
        let levels = [QR_ECLEVEL_M, QR_ECLEVEL_L]
        guard let code = unsafe levels.lazy.compactMap({ unsafe encode(text, 0, $0, QR_MODE_8, 1) }).first else {
            return nil
        }
        defer { unsafe free(code) }
        let width = unsafe Int(code.pointee.width)
        guard let data = unsafe code.pointee.data else { return nil }
        self.width = width
        // The lowest bit is the colour; the others say what a module is for.
        modules = unsafe UnsafeBufferPointer(start: data, count: width * width).map { $0 & 1 == 1 }
    }

    /// The code in half blocks, two rows per line, with its quiet zone.
    /// - Parameter isInverted: for a terminal with dark text on a light background; otherwise the text is the light
    ///   modules.
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

    /// The code as an SVG picture with its quiet zone, three pixels a module: black on white, whatever the colours of a page.
    var svg: String {
        let side = width + 2 * Self.quietZone
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let run = (column..<width).prefix { isDark(row, $0) }.count
                if run > 0 { path += "M\(column + Self.quietZone) \(row + Self.quietZone)h\(run)v1h-\(run)z" }
                column += max(run, 1)
            }
        }
        return """
            <svg width="\(3 * side)" height="\(3 * side)" \
            viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>
            """
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return modules[row * width + column]
    }
}
