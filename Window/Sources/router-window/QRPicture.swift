import CQREncode

/// A QR code as a picture.
enum QRPicture {
    /// Light modules around the code, which scanners need to find it (ISO/IEC 18004).
    private static let quietZone = 4
    /// About how many pixels it is wide; it is shown half as wide, so that screens of double density show it sharply.
    private static let pixels = 300

    /// The code of an address or the like, with its name for screen readers; nil if it is too long.
    static func widget(of text: String) -> Widget? {
        // The caller frees the code, which has a byte for each module; the lowest bit is the colour.
        guard let code = unsafe QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
        defer { unsafe QRcode_free(code) }
        let width = unsafe Int(code.pointee.width)
        guard let data = unsafe code.pointee.data else { return nil }
        let modules = unsafe UnsafeBufferPointer(start: data, count: width * width).map { $0 & 1 == 1 }
        let side = width + 2 * quietZone
        let scale = max(2, pixels / side / 2 * 2)
        var picture = [UInt8](repeating: 255, count: side * side * scale * scale * 3)
        for row in 0..<width {
            for column in 0..<width where modules[row * width + column] {
                for line in 0..<scale {
                    let start = (((row + quietZone) * scale + line) * side + column + quietZone) * scale * 3
                    for byte in start..<start + scale * 3 { picture[byte] = 0 }
                }
            }
        }
        let widget = Widget.picture(picture, side: Int32(side * scale), shown: Int32(side * scale / 2))
        widget.setName("QR code of the recipient")
        return widget
    }
}
