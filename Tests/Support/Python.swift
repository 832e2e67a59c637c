import Foundation

/// Python with the modules that a test needs, as another program's view of what is written here.
public struct Python: Sendable {
    private let path: String

    /// Nil if there is none that has these modules.
    public init?(importing modules: String) {
        let found = ["/usr/bin/python3", "/usr/local/bin/python3"].first { path in
            FileManager.default.isExecutableFile(atPath: path)
                && (try? Self.run(path, ["-c", "import \(modules)"], input: "")) != nil
        }
        guard let found else { return nil }
        path = found
    }

    /// What a program prints. Throws if it fails.
    public func run(_ program: String, _ arguments: [String], input: String) throws -> Data {
        try Self.run(path, ["-c", program] + arguments, input: input)
    }

    private static func run(_ path: String, _ arguments: [String], input: String) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let (given, printed) = (Pipe(), Pipe())
        process.standardInput = given
        process.standardOutput = printed
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Can be larger than a pipe holds; Python reads all of it before it prints.
        try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try given.fileHandleForWriting.close()
        let output = printed.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadUnknown) }
        return output
    }
}
