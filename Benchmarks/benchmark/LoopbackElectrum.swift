import BitcoinFormat
import ExactJSON
import Foundation
import Glibc
import SchemeRouter

/// An Electrum server on 127.0.0.1 that knows which scripts were used once, by one transaction each, and answers at once.
/// It lives as long as the process.
struct LoopbackElectrum {
    /// Where it listens.
    let address: LineServer

    /// - Parameter used: the scripts.
    init(used: Set<[UInt8]>, genesis: [UInt8]) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, generic, &length) == 0
            }
        }
        precondition(isListening, "no socket to listen on")
        address = LineServer(host: "127.0.0.1", port: UInt16(bigEndian: place.sin_port), certificate: nil)
        let answers = Answers(
            hashes: Set(used.map { TransactionID(digest: Digest.sha256($0)).hex }), genesis: genesis.hex)
        Thread.detachNewThread {
            while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                Thread.detachNewThread { answers.serve(descriptor) }
            }
        }
    }

    /// What it says.
    private struct Answers: Sendable {
        let hashes: Set<String>
        let genesis: String

        func serve(_ descriptor: Int32) {
            guard let stream = fdopen(descriptor, "r") else { return }
            defer { fclose(stream) }
            var line: UnsafeMutablePointer<CChar>?
            var capacity = 0
            defer { free(line) }
            while case let count = getline(&line, &capacity, stream), count > 0, let line {
                let bytes = Array(UnsafeRawBufferPointer(start: line, count: count - 1))
                guard let json = try? JSON(reading: bytes, limits: .answer) else { return }
                let answer = JSON.array((json.elements ?? [json]).map(self.answer)).bytes + [0x0A]
                guard send(descriptor, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else { return }
            }
        }

        private func answer(to request: JSON) -> JSON {
            let asked = request["params"]?.elements?.first?.string ?? ""
            let result: JSON
            switch request["method"]?.string {
            case "server.version": result = .array([.string("benchmark"), .string("1.4")])
            case "server.features": result = .object([("genesis_hash", .string(genesis))])
            case "blockchain.headers.subscribe": result = .object([("height", .number(1_000))])
            case "blockchain.scripthash.get_history":
                result = .array(
                    hashes.contains(asked) ? [.object([("tx_hash", .string(asked)), ("height", .number(1))])] : [])
            case "blockchain.scripthash.listunspent": result = .array([])
            default: result = .null
            }
            return .object([("jsonrpc", .string("2.0")), ("result", result), ("id", request["id"] ?? .null)])
        }
    }
}
