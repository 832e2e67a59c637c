// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets. `make fuzz` builds them, with the sanitizers' flags: see README.md.
let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "SchemeRouter", path: "..")],
    targets: [
        .systemLibrary(name: "CFuzzer"),
        .target(name: "COpened"),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CFuzzer", "COpened",
                .product(name: "SchemeRouter", package: "SchemeRouter"),
                .product(name: "RouterDapp", package: "SchemeRouter"),
                .product(name: "MYKEYWalletLib", package: "SchemeRouter"),
                .product(name: "JournalConformance", package: "SchemeRouter"),
                .product(name: "SchemeRouterTesting", package: "SchemeRouter"),
                .product(name: "FuzzedPrograms", package: "SchemeRouter"),
            ]),
    ])
