import Foundation

/// A QR code as a terminal shows it, taken back to its modules.
struct DrawnCode {
    /// Row by row; true for dark.
    private let rows: [[Bool]]

    private static let reader = "/usr/bin/zbarimg"

    /// Whether there is a program that reads codes.
    static let canBeRead = FileManager.default.isExecutableFile(atPath: reader)

    /// What half blocks look like on a dark ground, or on a light one.
    init(_ lines: some Sequence<Substring>, isInverted: Bool) throws {
        var rows: [[Bool]] = []
        for line in lines {
            let halves = try line.map { character in
                switch character {
                case "█": (true, true)
                case "▀": (true, false)
                case "▄": (false, true)
                case " ": (false, false)
                default: throw CocoaError(.fileReadCorruptFile)
                }
            }
            // A letter is light on a dark ground.
            rows.append(halves.map { $0.0 == isInverted })
            rows.append(halves.map { $0.1 == isInverted })
        }
        self.rows = rows
    }

    /// How many light modules stand around the dark ones, at the side if there are fewest.
    var quietZone: Int {
        let columns = (rows.first ?? []).indices.map { column in rows.map { $0[column] } }
        return [rows, rows.reversed(), columns, columns.reversed()].map { lines in
            lines.firstIndex { $0.contains(true) } ?? 0
        }.min() ?? 0
    }

    /// The text, as a scanner reads it from the picture.
    func read(in home: RouterHome) throws -> String {
        let scale = 4
        let lines = rows.flatMap { row in
            Array(repeating: row.map { String(repeating: $0 ? "1 " : "0 ", count: scale) }.joined(), count: scale)
        }
        let size = "\((rows.first?.count ?? 0) * scale) \(lines.count)"
        try home.write("code.pbm", "P1\n\(size)\n" + lines.joined(separator: "\n") + "\n")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.reader)
        process.arguments = ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", home.directory.path + "/code.pbm"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
