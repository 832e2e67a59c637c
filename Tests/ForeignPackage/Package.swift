// swift-tools-version: 6.2
import PackageDescription

// Somebody's program that reads links. Its own parts have the names that parts of wallets have; it must build all the
// same, and load nothing but what reading needs. Scripts/check-foreign-package builds it.
let own = [
    "Bytes", "CSQLite", "Chains", "Configuration", "Courier", "Dash", "Desktop", "EOSIO", "Electrum", "Networks",
    "Processes",
    "Storage", "Support", "Wallet",
]

let package = Package(
    name: "ForeignPackage",
    dependencies: [.package(name: "SchemeRouter", path: "../..", traits: [])],
    targets: own.map { .target(name: $0) } + [
        .executableTarget(
            name: "reads-links",
            dependencies: own.map { .target(name: $0) } + [.product(name: "LinkReading", package: "SchemeRouter")])
    ])
