import Foundation
import SchemeRouter

/// Compares reading links with what a program would use instead: Foundation's URLComponents, and ada if it is built.
enum LinkSpeed {
    /// The maximum time for a typed, checked request, relative to URLComponents.
    private static let typedGoal = 0.6
    /// The maximum time for splitting a link into its parameters, relative to parsing by ada.
    private static let splitGoal = 0.5

    /// Measures, and prints whether the goals are met. Returns false if ada could not be measured.
    /// - Parameter ada: the library that `Benchmarks/run` builds from ada; nil if it builds none.
    static func run(_ links: [[UInt8]], _ router: Router, ada: String?) -> Bool {
        let texts = links.map { String(decoding: $0, as: UTF8.self) }
        var results = [
            Measurement(name: "split into parameters, with ranges") {
                links.reduce(0) { $0 + ((try? hasAmount($1)) == true ? 1 : 0) }
            },
            Measurement(name: "typed request, address and amount checked") {
                links.reduce(0) { $0 + ((try? router.request(from: $1)) == nil ? 1_000 : 0) }
            },
            Measurement(name: "typed request, and its reply compared with it") {
                links.reduce(0) { $0 + ((try? router.read($1)) == nil ? 1_000 : 0) }
            },
            Measurement(name: "Foundation URLComponents, host only") {
                texts.reduce(0) { $0 + (URLComponents(string: $1)?.host?.utf8.count ?? 0) }
            },
        ]
        if let ada {
            guard let parser = AdaParser(library: ada, links: links), parser.hosts() > 0 else {
                print("error: ada at \(ada) cannot be used, or refuses the links")
                return false
            }
            results.append(Measurement(name: "ada, host only") { parser.hosts() })
        }
        for _ in 0..<15 {
            for index in results.indices { results[index].round(of: links.count) }
        }
        let length = links.map(\.count).reduce(0, +) / links.count
        print("\(links.count) links of \(length) bytes; median of 15 rounds in turn, CPU time")
        let components = Double(results[3].median)
        for result in results {
            let ratio = Double(result.median) / components
            print(String(format: "%8lld ns a link  %5.2f × URLComponents  ", result.median, ratio) + result.name)
        }
        report("a typed request", Double(results[1].median) / components, "URLComponents", typedGoal)
        if ada == nil {
            print("ada was not measured: ADA_CHECKOUT names no checkout of github.com/ada-url/ada")
        } else {
            report("splitting", Double(results[0].median) / Double(results[4].median), "ada", splitGoal)
        }
        return true
    }

    private static func report(_ name: String, _ ratio: Double, _ other: String, _ goal: Double) {
        let verdict = ratio <= goal ? "ok    " : "missed"
        print(String(format: "%@  %@: %.2f × %@, goal: at most %.1f ×", verdict, name, ratio, other, goal))
    }

    /// All of the engine's work on a link before it looks up a descriptor or reads a value.
    private static func hasAmount(_ bytes: [UInt8]) throws(RequestError) -> Bool {
        let link = try LinkBytes(bytes)
        try link.checkBytes(limit: Router.maxLinkLength)
        let form = AuthorityForm(link)
        return try LinkParameters(link, form.parameters).has(.amount)
    }
}
