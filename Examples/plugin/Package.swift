// swift-tools-version: 6.2
import PackageDescription

// A family of coins that is not part of SchemeRouter, and a router that has it. Documentation/writing-a-plugin.md leads here
// from an empty folder; Scripts/check-example-plugin builds and tests it.
let package = Package(
    name: "CowriePlugin",
    dependencies: [.package(name: "SchemeRouter", path: "../..")],
    targets: [
        .target(name: "Cowrie", dependencies: [.product(name: "RouterProgram", package: "SchemeRouter")]),
        .executableTarget(
            name: "cowrie-router",
            dependencies: ["Cowrie", .product(name: "RouterProgram", package: "SchemeRouter")]),
        .testTarget(
            name: "CowrieTests",
            dependencies: [
                "Cowrie", "cowrie-router", .product(name: "SchemeRouterTesting", package: "SchemeRouter"),
            ]),
    ])
