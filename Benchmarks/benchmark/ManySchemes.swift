import Foundation
import RouterDash
import SchemeRouter

/// The cost of many configured schemes: links must not become slower, and reading the descriptors must not be
/// noticeable.
struct ManySchemes {
    /// The number of schemes, each with its own coin.
    private static let count = 10_000
    /// The number of schemes per drop-in file, because file sizes are limited.
    private static let perFile = 100
    /// The maximum time for a link, relative to a setup with three schemes.
    private static let ratioGoal = 1.1
    /// The maximum time for reading all descriptors, in milliseconds.
    private static let loadingGoal = 60.0

    /// A coin with its wallet's scheme, which the links use.
    private static let base = """
        version: 1
        coins:
          dash:
            ticker: DASH
            plugin: dash
            networks:
              main: { p2pkh: 76, p2sh: 16, bip44: 5 }
        schemes:
          dashwallet:
            coin: dash
            title: Dash Wallet
            grammar: authority-params
            callbacks: dash-family
            actions:
              payment:
                params: { pay: address, sender: url-scheme, amount: decimal-amount, label: text, message: text }

        """

    /// The base, and files with a total of `count` schemes and their coins.
    private static func files(_ count: Int) -> [DescriptorFile] {
        let numbers = Array(1..<count)
        let dropIns = stride(from: 0, to: numbers.count, by: perFile).map { start in
            let part = numbers[start..<min(start + perFile, numbers.count)]
            let coins = part.map { number in
                "  coin\(number): { ticker: C\(number), networks: { main: { p2pkh: \(number % 100), p2sh: 105, bip44: "
                    + "\(10_000 + number) } } }\n"
            }
            let schemes = part.map { "  wallet\($0): { extends: dashwallet, coin: coin\($0), title: Wallet \($0) }\n" }
            return "version: 1\ncoins:\n\(coins.joined())schemes:\n\(schemes.joined())"
        }
        return ([base] + dropIns).enumerated().map { DescriptorFile(name: "\($0).yaml", bytes: Array($1.utf8)) }
    }

    /// Measures, and prints whether the goals are met. Returns false if links become slower.
    static func run(_ links: [[UInt8]]) throws -> Bool {
        let plugins: PluginTable = [DashPlugin.name: DashPlugin()]
        let all = files(count)
        let few = Router(routes: try RouteTable.load(files(3)), plugins: plugins)
        let many = Router(routes: try RouteTable.load(all), plugins: plugins)
        precondition(many.routes.schemes.count == count)
        var routed = [few, many].map { router in
            Measurement(name: "") { links.reduce(0) { $0 + ((try? router.read($1)) == nil ? 1_000 : 0) } }
        }
        precondition((try? many.read(links[0])) != nil)
        // Alternating, so that the ratio holds even if the machine's speed drifts.
        for _ in 0..<15 {
            for index in routed.indices { routed[index].round(of: links.count) }
        }
        let ratio = Double(routed[1].median) / Double(routed[0].median)
        print(
            String(
                format: "%8lld ns a link among %d schemes, %lld among 3: %.2f × (goal: at most %.1f ×)",
                routed[1].median, count, routed[0].median, ratio, ratioGoal))

        var loading = Measurement(name: "", repetitions: 1, usesThreads: true) {
            (try? RouteTable.load(all))?.schemes.count ?? 0
        }
        for _ in 0..<9 { loading.round(of: 1) }
        let milliseconds = Double(loading.median) / 1_000_000
        print(
            String(
                format: "%@  reading %d coins and schemes in %d files: %.1f ms, goal: at most %.0f ms",
                milliseconds <= loadingGoal ? "ok    " : "missed", count, all.count, milliseconds, loadingGoal))
        return ratio <= ratioGoal
    }
}
