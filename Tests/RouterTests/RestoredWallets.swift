import Foundation
import Synchronization

/// The wallet folders that `router wallet restore` made, each once for all tests of this process.
final class RestoredWallets: Sendable {
    static let shared = RestoredWallets()

    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("wallets-\(getpid())").path
    private let names = Mutex<[String]>([])

    private init() {
        atexit { try? FileManager.default.removeItem(atPath: RestoredWallets.shared.directory) }
    }

    /// The folder of the wallet with these words, whose passcode is ``RouterHome/passcode`` and takes little work.
    func path(of words: String) throws -> String {
        try names.withLock { names in
            if let number = names.firstIndex(of: words) { return "\(directory)/\(number)" }
            let path = "\(directory)/\(names.count)"
            let home = try RouterHome()
            let wallet = home.directory.path + "/data/schemerouter/wallet"
            try home.restore(words, quicklyIn: wallet)
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try FileManager.default.moveItem(atPath: wallet, toPath: path)
            names.append(words)
            return path
        }
    }
}
