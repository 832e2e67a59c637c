import Glibc
import RouterLinux
import SchemeRouter

/// Proofs of servers' identities, one file for each server, named after it: a person can read them, and delete one.
public struct CertificateFiles: CertificateMemory {
    private static let authority = "authority"
    private static let digestPrefix = "sha256 "
    private static let digestLength = 32
    private static let maxLength = 256

    private let directory: String

    /// - Parameter directory: created when the first server is remembered.
    public init(directory: String) {
        self.directory = directory
    }

    /// The server's known proof of identity; nil if it was never met.
    ///
    /// Throws ``ServiceError/Code/badConfiguration`` if this program did not write the file, or others can change it.
    public func proof(of server: LineServer) throws(ServiceError) -> ServerProof? {
        let path = try path(of: server)
        guard let bytes = try AtomicFile.read(path, limit: Self.maxLength) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        if lines == [Self.authority[...]] { return .authority }
        if lines.count == 1, lines[0].hasPrefix(Self.digestPrefix),
            let digest = [UInt8](hexDigits: String(lines[0].dropFirst(Self.digestPrefix.count))),
            digest.count == Self.digestLength
        {
            return .certificate(digest)
        }
        throw ServiceError(
            .badConfiguration, "\(path) does not record how \(server) proves its identity.",
            hint: "To treat the server as new, \(forgettingInstructions(server))")
    }

    /// Remembers the server's proof of identity, unless one is already known.
    ///
    /// Throws ``ServiceError/Code/cannotWrite`` if it cannot be stored durably.
    public func remember(_ proof: ServerProof, of server: LineServer) throws(ServiceError) -> ServerProof {
        let path = try path(of: server)
        try PrivateDirectory.create(directory)
        let line =
            switch proof {
            case .authority: Self.authority
            case .certificate(let digest): Self.digestPrefix + digest.hex
            }
        do throws(ServiceError) {
            // Never replaces a file: if two processes meet a server at the same time, the first one decides.
            try AtomicFile.write(Array("\(line)\n".utf8), to: path, mode: .create)
            return proof
        } catch {
            guard let other = try self.proof(of: server) else { throw error }
            return other
        }
    }

    /// The end of a sentence that names the file to delete.
    public func forgettingInstructions(_ server: LineServer) -> String {
        "delete the file \(directory)/\(name(of: server) ?? "")."
    }

    private func path(of server: LineServer) throws(ServiceError) -> String {
        guard let name = name(of: server) else {
            throw ServiceError(
                .badConfiguration, "“\(server.host)” is not a host.", hint: "Write it as in an address.")
        }
        return "\(directory)/\(name)"
    }

    /// Nil for anything but a host name, because it could lead out of the directory.
    private func name(of server: LineServer) -> String? {
        let host = server.host.lowercased()
        let isHost = host.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || "-._:".utf8.contains($0)
        }
        guard (1...200).contains(host.utf8.count), isHost else { return nil }
        return "\(host):\(server.port)"
    }
}

/// How servers answer is beside their proofs, in `HOST:PORT.batches`.
extension CertificateFiles {
    private static let none = "none "
    private static let longestHabit = 1_024
    /// After a month in seconds, batches are tried again.
    private static let habitAge: Int = 30 * 24 * 3_600

    /// The software of a server that answered no batches of calls; nil if it is not known to answer none, or has not been
    /// tried for a month.
    public func softwareWithoutBatches(of server: LineServer) -> String? {
        guard let path = habitPath(of: server), let status = Linux.stat(path),
            time(nil) - status.st_mtim.tv_sec < Self.habitAge,
            let bytes = try? AtomicFile.read(path, limit: Self.longestHabit)
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix(Self.none), text.hasSuffix("\n") else { return nil }
        return String(text.dropFirst(Self.none.count).dropLast())
    }

    /// Remembers that a server with this software answers no batches of calls. If that fails, nothing is remembered.
    public func rememberNoBatches(of server: LineServer, software: String) {
        guard let path = habitPath(of: server), (try? PrivateDirectory.create(directory)) != nil else { return }
        try? AtomicFile.write(Array("\(Self.none)\(software)\n".utf8), to: path)
    }

    private func habitPath(of server: LineServer) -> String? {
        name(of: server).map { "\(directory)/\($0).batches" }
    }
}
