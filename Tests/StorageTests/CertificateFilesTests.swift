import Foundation
import RouterStorage
import SchemeRouter
import Synchronization
import Testing

/// How servers proved who they are, on the disk.
@Suite struct CertificateFilesTests {
    private static let digest = (0..<32).map { UInt8($0 * 8) }

    private static func server(_ host: String, _ port: UInt16 = 50_002) -> LineServer {
        LineServer(host: host, port: port, certificate: .any)
    }

    @Test("the first proof of each server stays, in a file of its own that only its owner reads")
    func remembers() throws {
        let scratch = try Scratch()
        let files = CertificateFiles(directory: scratch.path("a/servers"))
        let server = Self.server("electrum.example")
        #expect(try files.proof(of: server) == nil)
        #expect(try files.remember(.certificate(Self.digest), of: server) == .certificate(Self.digest))
        #expect(try files.remember(.authority, of: Self.server("::1", 1)) == .authority)
        #expect(try files.remember(.authority, of: server) == .certificate(Self.digest))
        #expect(try files.proof(of: Self.server("ELECTRUM.example")) == .certificate(Self.digest))
        for other in [Self.server("electrum.example", 50_001), Self.server("lectrum.example")] {
            #expect(try files.proof(of: other) == nil)
        }
        let again = CertificateFiles(directory: scratch.path("a/servers"))
        #expect(try again.proof(of: Self.server("::1", 1)) == .authority)
        #expect(try scratch.mode(of: "a/servers/electrum.example:50002") == 0o600)
        #expect(try scratch.mode(of: "a/servers") == 0o700)
        let text = String(decoding: try scratch.read("a/servers/electrum.example:50002"), as: UTF8.self)
        #expect(text == "sha256 0008101820283038404850586068707880889098a0a8b0b8c0c8d0d8e0e8f0f8\n")
    }

    @Test("whoever deletes the file that is named meets the server as a new one")
    func forgetting() throws {
        let scratch = try Scratch()
        let files = CertificateFiles(directory: scratch.path)
        let server = Self.server("electrum.example")
        _ = try files.remember(.authority, of: server)
        let way = files.forgettingInstructions(server)
        #expect(way == "delete the file \(scratch.path)/electrum.example:50002.")
        try FileManager.default.removeItem(atPath: scratch.path("electrum.example:50002"))
        #expect(try files.remember(.certificate(Self.digest), of: server) == .certificate(Self.digest))
    }

    @Test("that a server answers no batches is kept in a file of its own for a month")
    func habits() throws {
        let scratch = try Scratch()
        let files = CertificateFiles(directory: scratch.path("servers"))
        let server = Self.server("electrum.example")
        #expect(files.softwareWithoutBatches(of: server) == nil)
        files.rememberNoBatches(of: server, software: "EPS 0.2.4")
        #expect(files.softwareWithoutBatches(of: server) == "EPS 0.2.4")
        #expect(files.softwareWithoutBatches(of: Self.server("electrum.example", 50_001)) == nil)
        let name = "servers/electrum.example:50002.batches"
        #expect(String(decoding: try scratch.read(name), as: UTF8.self) == "none EPS 0.2.4\n")
        // It is no proof, and whoever forgets the proof keeps it.
        #expect(try files.proof(of: server) == nil)
        files.rememberNoBatches(of: server, software: "EPS 0.2.5")
        #expect(files.softwareWithoutBatches(of: server) == "EPS 0.2.5")
        let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -31 * 24 * 3_600)]
        try FileManager.default.setAttributes(old, ofItemAtPath: scratch.path(name))
        #expect(files.softwareWithoutBatches(of: server) == nil)
        // Nothing is read of a name that is no host, or of a file that says something else.
        files.rememberNoBatches(of: Self.server("../x"), software: "y")
        #expect(files.softwareWithoutBatches(of: Self.server("../x")) == nil)
        try Data("some\n".utf8).write(to: URL(filePath: scratch.path(name)))
        #expect(files.softwareWithoutBatches(of: server) == nil)
    }

    @Test("of many that meet a server at once, the first decides for all")
    func race() throws {
        let scratch = try Scratch()
        let proofs = Mutex<Set<ServerProof?>>([])
        onThreads(8) { number in
            let files = CertificateFiles(directory: scratch.path)
            let mine = ServerProof.certificate([UInt8](repeating: UInt8(number), count: 32))
            let proof = try? files.remember(mine, of: Self.server("electrum.example"))
            proofs.withLock { _ = $0.insert(proof) }
        }
        let all = proofs.withLock { $0 }
        #expect(all == [try CertificateFiles(directory: scratch.path).proof(of: Self.server("electrum.example"))])
        #expect(all.count == 1 && !all.contains(nil))
    }

    @Test(
        "a file that this program did not write trusts nobody",
        arguments: [
            "", "\n", "any\n", "authority \n", "authority\nauthority\n", "sha256\n", "sha256 00\n", "Authority\n",
            "sha256 " + String(repeating: "0", count: 66), "sha256 " + String(repeating: "g", count: 64),
            String(repeating: "authority", count: 100),
        ])
    func damaged(_ text: String) throws {
        let scratch = try Scratch()
        try AtomicFile.write(Array(text.utf8), to: scratch.path("electrum.example:50002"))
        let files = CertificateFiles(directory: scratch.path)
        let error = #expect(throws: ServiceError(.badConfiguration, "")) {
            try files.proof(of: Self.server("electrum.example"))
        }
        #expect(error?.message.contains("/electrum.example:50002") == true)
        #expect(throws: ServiceError(.badConfiguration, "")) {
            try files.remember(.authority, of: Self.server("electrum.example"))
        }
    }

    @Test("others' files, and hosts that lead out of the directory, are refused; what cannot be written is said")
    func refused() throws {
        let scratch = try Scratch()
        let files = CertificateFiles(directory: scratch.path)
        for host in ["", "../x", "a/b", "a\u{0}", "a b", "ä.example", String(repeating: "a", count: 254)] {
            #expect(throws: ServiceError(.badConfiguration, "")) { try files.proof(of: Self.server(host)) }
        }
        _ = try files.remember(.authority, of: Self.server("electrum.example"))
        unsafe chmod(scratch.path("electrum.example:50002"), 0o622)
        #expect(throws: ServiceError(.badConfiguration, "")) { try files.proof(of: Self.server("electrum.example")) }
        try scratch.write([], to: "file")
        #expect(throws: ServiceError(.cannotWrite, "")) {
            try CertificateFiles(directory: scratch.path("file")).remember(.authority, of: Self.server("a.example"))
        }
    }
}
