import ExactJSON
import RouterBytes

/// The limits of pictures that are searched for codes. Larger ones are refused before they are decoded.
public enum PictureLimits {
    /// The most bytes of a file.
    public static let bytes = 32 << 20
    /// The most pixels: three screens of 5K, or a photograph of the best telephones.
    public static let pixels: UInt64 = 64 << 20
    /// The most codes in one picture.
    public static let codes = 64
}

/// The kind of a picture, by its first bytes and nothing else.
public enum PictureFormat: Sendable, Equatable {
    case png
    case jpeg
    /// A kind that is not read, by its name.
    case other(String)

    /// Nil for what is no picture that is known.
    public init?(of bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(16))
        guard let kind = Self.beginnings.first(where: { start.dropFirst($0.offset).starts(with: $0.bytes) })
        else { return nil }
        self = kind.format
    }

    private static let beginnings: [(offset: Int, bytes: [UInt8], format: PictureFormat)] = [
        (0, [0x89] + Array("PNG\r\n\u{1A}\n".utf8), .png), (0, [0xFF, 0xD8, 0xFF], .jpeg),
        (0, Array("GIF8".utf8), .other("GIF")), (8, Array("WEBP".utf8), .other("WebP")),
        (4, Array("ftypavif".utf8), .other("AVIF")), (4, Array("ftyp".utf8), .other("HEIF")),
        (0, Array("BM".utf8), .other("BMP")), (0, Array("II*\0".utf8), .other("TIFF")),
        (0, Array("MM\0*".utf8), .other("TIFF")), (0, Array("%PDF".utf8), .other("PDF")),
        (0, Array("<svg".utf8), .other("SVG")), (0, Array("<?xml".utf8), .other("SVG")),
    ]
}

/// Why a picture cannot be searched.
public enum PictureProblem: String, Sendable, CaseIterable {
    /// It is several pictures, one after the other.
    case animated
    /// It is cut off or damaged.
    case broken
    /// It declares more pixels than ``PictureLimits/pixels``.
    case tooLarge = "too-large"
    /// More than ``PictureLimits/codes``.
    case tooManyCodes = "too-many-codes"
    /// There was not enough memory for it.
    case noMemory = "no-memory"
}

/// A code in a picture.
public struct PictureCode: Sendable, Hashable {
    /// What its bytes are.
    public enum Kind: String, Sendable, CaseIterable {
        /// A text.
        case whole
        /// A part of a text, whose other parts are in codes that are not in the picture.
        case part
        /// A label for goods (FNC1), in which `%` has another meaning.
        case goods
    }

    public let kind: Kind
    /// As they stand in it, in no known character set.
    public let bytes: [UInt8]

    public init(_ kind: Kind, _ bytes: [UInt8]) {
        (self.kind, self.bytes) = (kind, bytes)
    }
}

/// What `scanner` found in a picture. `router` sends it the number of bytes in decimal on a line, and then the bytes; it answers
/// with one line of JSON, and ends.
public enum PictureReport: Sendable, Equatable {
    /// The codes, from above to below and from left to right, each once.
    case codes([PictureCode])
    case unreadable(PictureProblem)

    /// The longest line, in bytes, with its line feed.
    public static let longest = PictureLimits.codes * 4_096

    /// `{"codes":[{"kind":"whole","bytes":…}]}`, with the bytes in Base64, or `{"unreadable":…}`, with a line feed.
    public var line: [UInt8] {
        let json =
            switch self {
            case .codes(let codes):
                JSON(["codes": codes.map { JSON(["kind": $0.kind.rawValue, "bytes": Base64.encode($0.bytes)]) }])
            case .unreadable(let problem): JSON(["unreadable": problem.rawValue])
            }
        return json.bytes + [0x0A]
    }

    /// Reads a line without its line feed; nil for anything that ``line`` does not write.
    public init?(line: [UInt8]) {
        guard let json = try? JSON(reading: line, limits: JSONLimits(bytes: Self.longest, depth: 4)) else { return nil }
        if let problem = json["unreadable"]?.string.flatMap({ PictureProblem(rawValue: $0) }) {
            self = .unreadable(problem)
            return
        }
        guard let found = json["codes"]?.elements, found.count <= PictureLimits.codes else { return nil }
        var codes: [PictureCode] = []
        for each in found {
            guard let kind = each["kind"]?.string.flatMap({ PictureCode.Kind(rawValue: $0) }),
                let text = each["bytes"]?.string, let bytes = Base64.decode(text.utf8)
            else { return nil }
            codes.append(PictureCode(kind, bytes))
        }
        self = .codes(codes)
    }
}
