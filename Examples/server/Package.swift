// swift-tools-version: 6.2
import PackageDescription

// A worker that carries out links for a shop or a service: several processes, on several hosts, share one wallet and
// one journal in PostgreSQL. Documentation/server.md is its guide; Scripts/check-example-server builds, tests and kills
// it.
let package = Package(
    name: "LinkServer",
    dependencies: [
        .package(name: "SchemeRouter", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        // The journal, the lease and the transactions. It knows nothing of queues.
        .target(
            name: "PostgresJournal",
            dependencies: ["CPostgreSQL", .product(name: "SchemeRouter", package: "SchemeRouter")]),
        // The queue of links, the questions to people, and the worker.
        .target(
            name: "LinkServer",
            dependencies: ["PostgresJournal", .product(name: "SchemeRouter", package: "SchemeRouter")]),
        .executableTarget(
            name: "server",
            dependencies: ["LinkServer", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "LinkServer", "PostgresJournal", "server",
                .product(name: "JournalConformance", package: "SchemeRouter"),
            ],
            exclude: ["lossy-proxy"]),
    ]
)

// Memory safety is checked as in SchemeRouter itself: unsafe code is marked `unsafe`, or does not build.
for target in package.targets where target.type != .system {
    target.swiftSettings = [.strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error)]
}
