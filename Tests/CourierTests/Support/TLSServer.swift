import Foundation
import Glibc
import RouterLinux
import Testing

/// `openssl s_server` on 127.0.0.1, with a certificate of its own for `localhost`.
final class TLSServer: Sendable {
    static let program = "/usr/bin/openssl"
    static let isThere = FileManager.default.isExecutableFile(atPath: program)

    let port: Int
    /// The certificate, which is its own authority.
    let certificate: String
    private let scratch: Scratch
    private let process: pid_t

    /// - Parameters:
    ///   - name: what the certificate is for.
    ///   - isReversing: whether it sends each line back reversed, instead of speaking HTTP.
    init(name: String = "DNS:localhost", isReversing: Bool = false, options: [String] = []) throws {
        let scratch = try Scratch()
        self.scratch = scratch
        certificate = scratch.path + "/certificate.pem"
        let maker = try Self.start(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "key.pem",
                "-out", "certificate.pem", "-days", "2", "-subj", "/CN=test", "-addext", "subjectAltName=\(name)",
            ], in: scratch.path, output: .null)
        waitpid(maker, nil, 0)
        try scratch.write("answer", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let output = try scratch.write("output", "")
        let file = unsafe OwnedDescriptor(open(output, O_WRONLY | O_CLOEXEC))
        process = try Self.start(
            ["s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem"]
                + [isReversing ? "-rev" : "-HTTP"] + options,
            in: scratch.path, output: .descriptor(file.number))
        var found: Int?
        let deadline = Deadline(at: .late)
        while found == nil, !deadline.isOver {
            usleep(2_000)
            let lines = try String(contentsOfFile: output, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            let line = lines.dropLast().first { $0.hasPrefix("ACCEPT") }
            found = line?.split(separator: ":").last.flatMap { Int($0) }
        }
        port = try #require(found, "openssl s_server did not start")
    }

    deinit {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// The address of the one thing that it serves.
    func url(host: String = "localhost") -> String {
        "https://\(host):\(port)/answer"
    }

    /// SHA-256 of the certificate's DER bytes, as `openssl` has it.
    func fingerprint() throws -> [UInt8] {
        let output = try scratch.write("fingerprint", "")
        let file = unsafe OwnedDescriptor(open(output, O_WRONLY | O_CLOEXEC))
        let process = try Self.start(
            ["x509", "-in", "certificate.pem", "-noout", "-fingerprint", "-sha256"], in: scratch.path,
            output: .descriptor(file.number))
        waitpid(process, nil, 0)
        let text = try String(contentsOfFile: output, encoding: .utf8)
        let digits = try #require(text.split(separator: "=").last).split(separator: ":")
        return digits.compactMap { UInt8($0.trimmingCharacters(in: .whitespacesAndNewlines), radix: 16) }
    }

    private static func start(_ arguments: [String], in directory: String, output: Linux.Stream) throws -> pid_t {
        try Spawn(program: program, arguments: ["openssl"] + arguments, environment: [:]).start(
            input: .null, output: output, error: .null, directory: directory)
    }
}
