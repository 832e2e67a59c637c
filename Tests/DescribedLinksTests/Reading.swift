import RouterCoins
import RouterTestSupport

@testable import SchemeRouter

/// Reads links by the shipped descriptors, and by those of a test.
enum Reading {
    static let router = try! make([.shipped])

    static func make(_ files: [DescriptorFile]) throws -> Router {
        let plugins = PluginList.all(now: { 0 })
        return Router(routes: try RouteTable.load(DescriptorStack(files), for: plugins), plugins: plugins)
    }

    /// A router over the shipped descriptors and one more file.
    static func router(with yaml: String) throws -> Router {
        try make([.shipped, DescriptorFile(name: "test.yaml", bytes: Array(yaml.utf8))])
    }

    static func described(_ link: String, by router: Router = router) throws -> DescribedRequest {
        guard let request = try router.read(Array(link.utf8)).request.asDescribed else {
            preconditionFailure("\(link) is not a described link")
        }
        return request
    }

    static func error(_ link: String, by router: Router = router) -> RequestError? {
        do {
            _ = try router.read(Array(link.utf8))
            return nil
        } catch {
            return error
        }
    }

    static func split(_ link: String, by router: Router) throws(RequestError) -> DescribedLink {
        try DescribedLink(try router.routedLink(Array(link.utf8)))
    }

    static func splittingError(_ link: String, by router: Router) -> RequestError? {
        do {
            _ = try split(link, by: router)
            return nil
        } catch {
            return error
        }
    }

    /// All links of the public vectors that are not refused, with their file.
    static let good: [String] = [
        "bitcoincash", "cardano", "ethereum", "lightning", "lnurl", "monero", "payto", "solana", "stellar", "zcash",
    ].flatMap { file in
        JSONValue.file("links/\(file).json").rows("cases").compactMap { row -> String? in
            guard let url = row["url"]?.text, (try? described(url)) != nil else { return nil }
            return url
        }
    }
}
