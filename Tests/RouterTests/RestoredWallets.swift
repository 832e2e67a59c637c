import Foundation
import RouterTestSupport
import RouterWallet
import Synchronization
import Testing

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
            try home.write("words", words)
            let made = try home.router(
                ["wallet", "restore", "--words", home.directory.path + "/words"],
                answers: [RouterHome.passcode, RouterHome.passcode])
            try #require(made.status == 0, "\(made.errors)")
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try FileManager.default.moveItem(atPath: home.directory.path + "/data/schemerouter/wallet", toPath: path)
            try WalletFiles.makeQuick(in: path, passcode: RouterHome.passcode)
            names.append(words)
            return path
        }
    }
}
