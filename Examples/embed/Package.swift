// swift-tools-version: 6.2
import PackageDescription

// Two programs around the engine. Sources/embed is whole with everything in memory: it reads links, asks in its own words, pays
// and answers. Sources/pay is the step from there to real money: a keystore, an Electrum server, and pinentry. Yours names
// the place of SchemeRouter by `url`. Without its traits no parser of commands is resolved.
let package = Package(
    name: "Embed",
    dependencies: [.package(name: "SchemeRouter", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "embed",
            dependencies: [
                .product(name: "LinkReading", package: "SchemeRouter"),
                .product(name: "SchemeRouterTesting", package: "SchemeRouter"),
            ]),
        .executableTarget(
            name: "pay",
            dependencies: [
                .product(name: "RouterWallet", package: "SchemeRouter"),
                .product(name: "RouterDesktop", package: "SchemeRouter"),
            ]),
    ])
