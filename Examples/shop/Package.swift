// swift-tools-version: 6.2
import PackageDescription

// A shop that asks a wallet for money and verifies the answer. It links no C library: Scripts/check-examples looks.
let package = Package(
    name: "Shop",
    dependencies: [.package(name: "SchemeRouter", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "shop", dependencies: [.product(name: "RouterDapp", package: "SchemeRouter")])
    ])
