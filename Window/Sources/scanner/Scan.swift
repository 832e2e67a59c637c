import CPicture
import Glibc
import RouterDialogue

/// Decodes a picture and finds its codes. Nothing of it leaves except ``PictureReport``.
enum Scan {
    /// From this many pixels on, every second line of pixels is looked at first.
    private static let large: UInt64 = 4 << 20
    /// Up to this many pixels, a picture without a code is looked at twice as large.
    private static let small: UInt64 = 1 << 20

    static func report(on bytes: [UInt8]) -> PictureReport {
        var picture = unsafe CPicture.picture()
        // Safe: C frees nothing, and writes only the pixels that it allocated for this size.
        defer { unsafe free(picture.pixels) }
        let end =
            switch PictureFormat(of: bytes) {
            case .png: unsafe picture_read_png(bytes, bytes.count, PictureLimits.pixels, &picture)
            case .jpeg: unsafe picture_read_jpeg(bytes, bytes.count, PictureLimits.pixels, &picture)
            case .other, nil: PICTURE_BROKEN
            }
        switch end {
        case PICTURE_READ: break
        case PICTURE_TOO_LARGE: return .unreadable(.tooLarge)
        case PICTURE_ANIMATED: return .unreadable(.animated)
        case PICTURE_NO_MEMORY: return .unreadable(.noMemory)
        default: return .unreadable(.broken)
        }
        let codes = unsafe codes(in: &picture)
        return codes.count > PictureLimits.codes ? .unreadable(.tooManyCodes) : .codes(codes)
    }

    private static func codes(in picture: inout picture) -> [PictureCode] {
        let pixels = unsafe UInt64(picture.width) * UInt64(picture.height)
        var codes: [PictureCode] = []
        if pixels > large { codes = unsafe self.codes(in: picture, step: 2) }
        if codes.isEmpty { codes = unsafe self.codes(in: picture, step: 1) }
        guard codes.isEmpty, pixels <= small else { return codes }
        var doubled = unsafe CPicture.picture()
        guard unsafe picture_double(&picture, &doubled, PictureLimits.pixels) != 0 else { return [] }
        defer { unsafe free(doubled.pixels) }
        return unsafe self.codes(in: doubled, step: 1)
    }

    /// From above to below, and from left to right among those that begin at about the same height.
    private static func codes(in picture: picture, step: Int32) -> [PictureCode] {
        var (found, picture) = unsafe (CPicture.codes(), picture)
        // Safe: the codes live until they are freed, and only copies of their bytes leave.
        defer { unsafe codes_free(&found) }
        guard unsafe codes_find(&found, &picture, step) > 0 else { return [] }
        let row = max(unsafe Int32(clamping: picture.height) / 8, 1)
        var placed: [(top: Int32, left: Int32, code: PictureCode)] = []
        var next = unsafe codes_next(&found, nil)
        while let symbol = unsafe next {
            var (count, top, left) = (0, Int32(0), Int32(0))
            unsafe codes_place(symbol, &top, &left)
            if let start = unsafe codes_bytes(symbol, &count) {
                let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
                let code = unsafe PictureCode(kind(of: codes_kind_of(symbol)), Array(bytes))
                placed.append((top / row, left, code))
            }
            unsafe next = codes_next(&found, symbol)
        }
        return placed.sorted { ($0.top, $0.left) < ($1.top, $1.left) }
            .reduce(into: []) { if !$0.contains($1.code) { $0.append($1.code) } }
    }

    private static func kind(of kind: codes_kind) -> PictureCode.Kind {
        switch kind {
        case CODES_PART: .part
        case CODES_GOODS: .goods
        default: .whole
        }
    }
}
