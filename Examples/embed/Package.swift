// swift-tools-version: 6.2
import PackageDescription

// A whole program around the engine: Sources/embed/Main.swift. It reads links, asks in its own words, pays on a network in
// memory, and answers. Yours names the place of SchemeRouter by `url`. Without its traits no parser of commands is resolved.
let package = Package(
    name: "Embed",
    dependencies: [.package(name: "SchemeRouter", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "embed",
            dependencies: [
                .product(name: "LinkReading", package: "SchemeRouter"),
                .product(name: "SchemeRouterTesting", package: "SchemeRouter"),
            ])
    ])
