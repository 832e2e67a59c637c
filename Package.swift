// swift-tools-version: 6.2
import PackageDescription

/// System libraries, with the Debian package that brings each one. The same names stand in `system-packages.txt`.
func systemLibrary(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
    name: "SchemeRouter",
    products: [
        .executable(name: "router", targets: ["router"]),
        .executable(name: "courier", targets: ["courier"]),
        .library(
            name: "SchemeRouter",
            targets: [
                "ExactJSON", "SchemeRouter", "BitcoinFormat", "BitcoinFamily", "EOSIO", "MYKEYFormat", "Dash", "Axe",
                "MYKEY", "Wallet", "Storage", "Chains", "CoreRPC", "Electrum", "EOSIOChains", "Desktop",
                "CourierMessages",
            ]),
        .library(name: "Dapp", targets: ["Dapp"]),
        .library(name: "JournalConformance", targets: ["JournalConformance"]),
        .library(name: "MYKEYWalletLib", targets: ["MYKEYWalletLib", "MYKEYFormat", "EOSIO", "ExactJSON"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    ],
    targets: [
        systemLibrary("CLibYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        systemLibrary("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
        systemLibrary("CSecp256k1", pkgConfig: "libsecp256k1", apt: "libsecp256k1-dev"),
        systemLibrary("CGcrypt", pkgConfig: "libgcrypt", apt: "libgcrypt20-dev"),
        systemLibrary("CUTF8Proc", pkgConfig: "libutf8proc", apt: "libutf8proc-dev"),
        systemLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        // Its header only: the library is loaded when a code is drawn.
        .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"])]),
        systemLibrary("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CFloatText"),

        .target(name: "ExactJSON"),
        .target(name: "Bytes"),
        .target(name: "LinuxCalls", dependencies: ["CLinux"]),
        .target(name: "Confinement", dependencies: ["LinuxCalls", "CLinux"]),
        .target(name: "CourierMessages", dependencies: ["ExactJSON"]),
        .executableTarget(
            name: "courier",
            dependencies: [
                "Bytes", "LinuxCalls", "CourierMessages", "Confinement", "ExactJSON", "CCurl", "CSodium", "CLinux",
            ]),

        .target(
            name: "SchemeRouter", dependencies: ["Bytes", "ExactJSON", "LinuxCalls", "CLibYAML", "CSodium"],
            resources: [.embedInCode("Descriptors/schemes.yaml")]),

        .target(
            name: "BitcoinFormat", dependencies: ["Bytes", "SchemeRouter", "CGcrypt", "CSecp256k1"],
            path: "Sources/Coins/Families/BitcoinFormat"),
        .target(
            name: "BitcoinFamily", dependencies: ["SchemeRouter", "BitcoinFormat"],
            path: "Sources/Coins/Families/BitcoinFamily"),
        .target(
            name: "EOSIO", dependencies: ["Bytes", "ExactJSON", "CFloatText", "CGcrypt", "CSecp256k1"],
            path: "Sources/Coins/Families/EOSIO"),
        .target(
            name: "MYKEYFormat", dependencies: ["EOSIO", "ExactJSON", "CGcrypt", "CSecp256k1", "CSodium"],
            path: "Sources/Coins/Families/MYKEYFormat"),
        .target(name: "Dash", dependencies: ["SchemeRouter", "BitcoinFamily"], path: "Sources/Coins/Dash"),
        .target(name: "Axe", dependencies: ["SchemeRouter", "BitcoinFamily"], path: "Sources/Coins/Axe"),
        .target(
            name: "MYKEY", dependencies: ["SchemeRouter", "EOSIO", "ExactJSON", "MYKEYFormat"],
            path: "Sources/Coins/MYKEY"),

        .target(name: "Dapp", dependencies: ["SchemeRouter"]),
        .target(name: "MYKEYWalletLib", dependencies: ["ExactJSON", "EOSIO", "MYKEYFormat", "LinuxCalls"]),

        .target(name: "JournalConformance", dependencies: ["SchemeRouter"]),
        .target(name: "Storage", dependencies: ["LinuxCalls", "SchemeRouter", "CSQLite"]),
        .target(
            name: "Wallet",
            dependencies: [
                "Bytes", "LinuxCalls", "SchemeRouter", "BitcoinFormat", "EOSIO", "Storage", "CSodium", "CSecp256k1",
                "CUTF8Proc",
            ],
            resources: [.embedInCode("BIP39/english.txt")]),
        .target(
            name: "Chains", dependencies: ["Bytes", "SchemeRouter", "BitcoinFormat", "Storage"],
            exclude: ["CoreRPC", "EOSIO", "Electrum"]),
        .target(
            name: "CoreRPC", dependencies: ["SchemeRouter", "BitcoinFormat", "ExactJSON"],
            path: "Sources/Chains/CoreRPC"),
        .target(
            name: "Electrum", dependencies: ["SchemeRouter", "BitcoinFormat", "ExactJSON"],
            path: "Sources/Chains/Electrum"),
        .target(
            name: "EOSIOChains",
            dependencies: ["Bytes", "SchemeRouter", "EOSIO", "MYKEYFormat", "ExactJSON", "Storage"],
            path: "Sources/Chains/EOSIO",
            resources: [
                .embedInCode("Interfaces/eosio.json"), .embedInCode("Interfaces/eosio.token.json"),
            ]),
        .target(
            name: "Desktop",
            dependencies: [
                "Bytes", "LinuxCalls", "SchemeRouter", "CourierMessages", "Confinement", "ExactJSON", "CLinux",
            ]),
        .target(name: "Configuration", dependencies: ["LinuxCalls", "SchemeRouter", "EOSIO", "Storage"]),
        .executableTarget(
            name: "router",
            dependencies: [
                "ExactJSON", "LinuxCalls", "SchemeRouter", "BitcoinFamily", "Dapp", "Dash", "Axe", "MYKEY", "Wallet",
                "Storage",
                "Chains", "CoreRPC", "Electrum", "EOSIOChains", "EOSIO", "CourierMessages", "Confinement", "Desktop",
                "Configuration",
                "CQREncode",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], resources: [.embedInCode("errors.md")]),

        .target(
            name: "DemoPage", dependencies: ["LinuxCalls", "SchemeRouter", "Dapp"],
            resources: [.embedInCode("Resources/page.css"), .embedInCode("Resources/page.js")]),
        .executableTarget(
            name: "demo-page", dependencies: ["DemoPage", "LinuxCalls", "SchemeRouter"], path: "Demo/demo-page"),
        .executableTarget(name: "demo-prompt", path: "Demo/demo-prompt"),
        .executableTarget(name: "demo-receiver", path: "Demo/demo-receiver"),
        .executableTarget(
            name: "mykey-dapp",
            dependencies: [
                "MYKEYWalletLib", "MYKEYFormat", "EOSIO", "ExactJSON",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Examples/mykey-dapp"),

        .executableTarget(
            name: "benchmark",
            dependencies: [
                "Bytes", "SchemeRouter", "BitcoinFormat", "BitcoinFamily", "Dash", "Wallet", "Storage", "Electrum",
                "ExactJSON",
                "Desktop", "CourierMessages", "CSecp256k1", "CSQLite", "Support",
            ],
            path: "Benchmarks/benchmark"),

        .target(name: "Support", dependencies: ["ExactJSON", "SchemeRouter", "Dapp"], path: "Tests/Support"),
        .executableTarget(
            name: "DesktopProbe", dependencies: ["SchemeRouter", "Desktop", "Confinement", "CLinux"],
            path: "Tests/DesktopProbe"),
        .testTarget(name: "ExactJSONTests", dependencies: ["ExactJSON", "Support"]),
        .testTarget(name: "SchemeRouterTests", dependencies: ["SchemeRouter", "EOSIO", "ExactJSON", "Support"]),
        .testTarget(name: "DescriptorTests", dependencies: ["SchemeRouter", "Configuration", "Support"]),
        .testTarget(name: "BitcoinFormatTests", dependencies: ["BitcoinFormat", "SchemeRouter", "Support"]),
        .testTarget(name: "EOSIOTests", dependencies: ["EOSIO", "ExactJSON", "Support"]),
        .testTarget(name: "MYKEYFormatTests", dependencies: ["MYKEYFormat", "EOSIO", "ExactJSON", "Support"]),
        .testTarget(
            name: "CoinsTests",
            dependencies: [
                "SchemeRouter", "BitcoinFormat", "BitcoinFamily", "Dash", "Axe", "JournalConformance", "Storage",
                "Support",
            ]),
        .testTarget(
            name: "MYKEYTests",
            dependencies: [
                "MYKEY", "JournalConformance", "EOSIO", "ExactJSON", "MYKEYFormat", "SchemeRouter", "Support",
            ]),
        .testTarget(name: "WalletTests", dependencies: ["Wallet", "BitcoinFormat", "EOSIO", "ExactJSON", "Support"]),
        .testTarget(
            name: "DappTests", dependencies: ["Dapp", "BitcoinFamily", "Dash", "Axe", "SchemeRouter", "Support"]),
        .testTarget(
            name: "MYKEYWalletLibTests",
            dependencies: ["MYKEYWalletLib", "MYKEYFormat", "EOSIO", "ExactJSON", "Support"],
            exclude: ["desktop-tool.sh"]),
        .testTarget(name: "StorageTests", dependencies: ["Storage", "JournalConformance", "SchemeRouter"]),
        .testTarget(
            name: "ChainsTests",
            dependencies: ["Chains", "BitcoinFormat", "Storage", "SchemeRouter", "CSecp256k1", "Support"]),
        .testTarget(
            name: "ElectrumTests",
            dependencies: ["Electrum", "BitcoinFormat", "ExactJSON", "SchemeRouter", "Support", "Wallet"]),
        .testTarget(
            name: "CoreRPCTests",
            dependencies: ["CoreRPC", "BitcoinFormat", "Dash", "ExactJSON", "SchemeRouter", "Storage", "Support"]),
        .testTarget(
            name: "EOSIOChainsTests",
            dependencies: ["EOSIOChains", "EOSIO", "ExactJSON", "SchemeRouter", "Wallet", "Support"]),
        .testTarget(
            name: "DesktopTests",
            dependencies: ["LinuxCalls", "SchemeRouter", "Desktop", "DesktopProbe", "CLinux", "Support"]),
        .testTarget(
            name: "CourierTests",
            dependencies: [
                "courier", "LinuxCalls", "CourierMessages", "Confinement", "ExactJSON", "Desktop", "DesktopProbe",
                "SchemeRouter",
                "EOSIOChains", "CoreRPC", "Storage", "Configuration", "router", "CLinux", "Support",
            ]),
        .testTarget(
            name: "DemoPageTests",
            dependencies: [
                "DemoPage"
            ]),
        .executableTarget(
            name: "CrashRun", dependencies: ["LinuxCalls", "Chains", "SchemeRouter", "Storage", "Support", "CLinux"],
            path: "Tests/CrashRun"),
        .testTarget(
            name: "RouterTests",
            dependencies: [
                "router", "courier", "CrashRun", "BitcoinFormat", "ExactJSON", "SchemeRouter", "Storage", "Support",
                "Wallet",
            ],
            exclude: ["Schemas"]),
        .executableTarget(name: "StandIn", path: "Tests/DesktopEndToEnd/StandIn"),
        .testTarget(
            name: "DesktopEndToEnd",
            dependencies: [
                "router", "demo-page", "demo-prompt", "demo-receiver", "mykey-dapp", "MYKEYFormat", "EOSIO",
                "ExactJSON",
                "StandIn", "Support", "Wallet",
            ],
            exclude: ["StandIn"]),
    ]
)

// `make test-release` tests optimised modules with tests that are not: optimising those takes longer than all else, and
// says nothing about the program.
for target in package.targets where target.type == .test {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}

// Memory safety is checked in every target: what the compiler cannot check says `unsafe`, or does not build.
for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [.strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error)]
}
