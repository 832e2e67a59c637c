import Glibc
import RouterDialogue

/// `scanner`: finds the codes in a picture for `router`, which confines it before it starts (Documentation/window.md).
@main struct Main {
    static func main() {
        // Its arguments cannot be read where it is confined: the Swift runtime looks for them in /proc.
        guard isatty(STDIN_FILENO) == 0, let picture = Input.picture() else {
            Input.complain("scanner: “router” starts this program to read pictures; it does nothing by itself.\n")
            exit(64)
        }
        Input.answer(Scan.report(on: picture))
    }
}

/// A picture on standard input, and the answer on standard output.
private enum Input {
    /// The bytes after a line with their number; nil if that is not what arrives.
    static func picture() -> [UInt8]? {
        var count = 0
        while let byte = next() {
            if byte == 0x0A { return bytes(count) }
            guard (0x30...0x39).contains(byte), count <= PictureLimits.bytes else { return nil }
            count = count * 10 + Int(byte - 0x30)
        }
        return nil
    }

    private static func next() -> UInt8? { bytes(1)?.first }

    private static func bytes(_ count: Int) -> [UInt8]? {
        guard count <= PictureLimits.bytes else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        var end = 0
        while end < count {
            // Safe: no more is read than there is room behind `end`.
            let got = unsafe bytes.withUnsafeMutableBytes {
                unsafe read(STDIN_FILENO, $0.baseAddress! + end, count - end)
            }
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { return nil }
            end += got
        }
        return bytes
    }

    static func answer(_ report: PictureReport) {
        var rest = report.line[...]
        while !rest.isEmpty {
            // Safe: the bytes outlive the call.
            let count = unsafe rest.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { exit(70) }
            rest = rest.dropFirst(count)
        }
    }

    static func complain(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }
}
