// swift-tools-version: 6.2
import PackageDescription

/// System libraries, with the Debian package that brings each one. The same names stand in `system-packages.txt`.
func systemLibrary(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(name.dropFirst("Router".count))", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// Tests of some targets, with what all tests share.
func tests(_ name: String, of dependencies: Target.Dependency..., exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies + ["RouterTestSupport"], exclude: exclude)
}

/// Packages that only read or make links switch the trait off, and then neither resolve nor build it.
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Commands"]))

// What each product is made of. One for a need has those for less.
let linkReading = [
    "SchemeRouter", "RouterBitcoinFormat", "RouterBitcoinFamily", "RouterDash", "RouterAxe",
]
let accountLinks = [
    "SchemeRouter", "RouterEOSIO", "RouterEOSIOFamily", "RouterMYKEYFormat", "RouterMYKEY", "ExactJSON",
]
let coins = linkReading + accountLinks.dropFirst() + ["RouterCoins"]
let wallet =
    coins + [
        "RouterConfiguration", "RouterCourierClient", "RouterCourierMessages", "RouterNetworkBackend", "RouterNetworks",
        "RouterPluginPrograms", "RouterSecrets", "RouterStorage", "RouterWallet",
    ]

let package = Package(
    name: "SchemeRouter",
    products: [
        .executable(name: "router", targets: ["router"]),
        .executable(name: "courier", targets: ["courier"]),
        // To read links: the engine, the descriptors, and the plugins of coins like Bitcoin. It links libyaml, libgcrypt for
        // checksums, and libsecp256k1 for the signatures of invoices.
        .library(name: "LinkReading", targets: linkReading),
        // To read MYKEY's links, too.
        .library(name: "MYKEYLinks", targets: accountLinks),
        // To read every link that `router` reads: all coins, and all protocols of descriptors.
        .library(name: "RouterCoins", targets: coins),
        // To pay: keys, journal and networks.
        .library(name: "RouterWallet", targets: wallet),
        // To ask a person on a Linux desktop, and to start the programs that are answered.
        .library(name: "RouterDesktop", targets: ["SchemeRouter", "RouterDesktop", "RouterSecrets"]),
        // To answer links: everything of which `router` is made.
        .library(name: "SchemeRouter", targets: wallet + ["RouterDesktop"]),
        // The program, to which other packages add plugins and networks.
        .library(name: "RouterProgram", targets: ["RouterProgram", "RouterNetworkBackend", "SchemeRouter"]),
        // To ask: makes links and reads answers. It links no C library.
        .library(name: "RouterDapp", targets: ["RouterDapp"]),
        // The same for schemes that descriptors describe.
        .library(name: "RouterDescribedAsking", targets: ["RouterDescribedAsking", "RouterDapp", "SchemeRouter"]),
        .library(name: "MYKEYWalletLib", targets: ["MYKEYWalletLib", "RouterMYKEYFormat", "RouterEOSIO", "ExactJSON"]),
        // To test: services in memory, and kits for plugins and journals.
        .library(name: "JournalConformance", targets: ["JournalConformance"]),
        .library(name: "SchemeRouterTesting", targets: ["SchemeRouterTesting", "JournalConformance", "SchemeRouter"]),
    ],
    traits: [
        .default(enabledTraits: ["Commands"]),
        .trait(name: "Commands", description: "The programs for terminals, and RouterProgram, which read commands."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    ],
    targets: [
        systemLibrary("RouterCLibYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        systemLibrary("RouterCSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
        systemLibrary("RouterCSecp256k1", pkgConfig: "libsecp256k1", apt: "libsecp256k1-dev"),
        systemLibrary("RouterCGcrypt", pkgConfig: "libgcrypt", apt: "libgcrypt20-dev"),
        systemLibrary("RouterCUTF8Proc", pkgConfig: "libutf8proc", apt: "libutf8proc-dev"),
        systemLibrary("RouterCSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        // Headers only: zlib is loaded when a compressed request is read, and libqrencode when a code is drawn.
        .systemLibrary(
            name: "RouterCLoaded", path: "Sources/CLoaded", providers: [.apt(["zlib1g-dev", "libqrencode-dev"])]),
        systemLibrary("RouterCCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        .systemLibrary(name: "RouterCLinux", path: "Sources/CLinux"),

        .target(name: "RouterBytes", path: "Sources/Bytes"),
        .target(name: "ExactJSON", dependencies: ["RouterBytes"]),
        // What a dialogue shows, and the messages between `router` and the window that shows it.
        .target(name: "RouterDialogue", dependencies: ["RouterBytes", "ExactJSON"], path: "Sources/Dialogue"),
        // What links are made of: for whoever asks and whoever answers.
        .target(name: "RouterLinks", dependencies: ["RouterBytes"], path: "Sources/Links"),
        .target(name: "RouterLinux", dependencies: ["RouterCLinux"], path: "Sources/Linux"),
        .target(name: "RouterConnections", path: "Sources/Connections"),
        .target(
            name: "RouterCourierMessages", dependencies: ["RouterBytes", "ExactJSON", "RouterConnections"],
            path: "Sources/CourierMessages"),
        .target(
            name: "RouterCourierClient",
            dependencies: ["RouterCourierMessages", "ExactJSON", "RouterLinux", "SchemeRouter", "RouterCLinux"],
            path: "Sources/CourierClient"),
        .target(
            name: "RouterCourierProgram",
            dependencies: [
                "RouterBytes", "RouterLinux", "RouterCourierMessages", "RouterConnections", "ExactJSON", "RouterCCurl",
                "RouterCSodium",
            ], path: "Sources/CourierProgram"),
        .executableTarget(name: "courier", dependencies: ["RouterCourierProgram"]),

        .target(
            name: "RouterPluginPrograms",
            dependencies: ["ExactJSON", "RouterLinux", "RouterBitcoinFamily", "SchemeRouter"],
            path: "Sources/PluginPrograms"),
        .target(
            name: "SchemeRouter",
            dependencies: [
                "RouterBytes", "RouterLinks", "ExactJSON", "RouterLinux", "RouterConnections", "RouterDialogue",
                "RouterCLibYAML", "RouterCGcrypt",
            ],
            resources: [
                .embedInCode("Descriptors/schemes.yaml"), .embedInCode("Descriptors/schemes.compiled"),
                .embedInCode("Descriptors/programs.yaml"),
            ]),
        .target(
            name: "RouterSecrets", dependencies: ["RouterBytes", "SchemeRouter", "RouterCSodium"],
            path: "Sources/Secrets"),

        .target(
            name: "RouterBitcoinFormat",
            dependencies: ["RouterBytes", "SchemeRouter", "RouterCGcrypt", "RouterCSecp256k1"],
            path: "Sources/Coins/Families/BitcoinFormat"),
        .target(
            name: "RouterBitcoinFamily", dependencies: ["SchemeRouter", "RouterBitcoinFormat"],
            path: "Sources/Coins/Families/BitcoinFamily"),
        .target(
            name: "RouterEOSIO",
            dependencies: [
                "RouterBytes", "ExactJSON", "RouterCLinux", "RouterCGcrypt", "RouterCSecp256k1", "RouterCLoaded",
            ], path: "Sources/Coins/Families/EOSIO",
            resources: [
                .embedInCode("Interfaces/eosio.json"), .embedInCode("Interfaces/eosio.token.json"),
            ]),
        // What requests of chains of EOSIO have in common, whatever the protocol of their links.
        .target(
            name: "RouterEOSIOFamily", dependencies: ["RouterBytes", "SchemeRouter", "RouterEOSIO", "ExactJSON"],
            path: "Sources/Coins/Families/EOSIOFamily"),
        .target(
            name: "RouterMYKEYFormat",
            dependencies: ["RouterBytes", "RouterEOSIO", "ExactJSON", "RouterCGcrypt", "RouterCSecp256k1"],
            path: "Sources/Coins/Families/MYKEYFormat"),
        .target(
            name: "RouterDash",
            dependencies: ["RouterBytes", "SchemeRouter", "RouterBitcoinFormat", "RouterBitcoinFamily"],
            path: "Sources/Coins/Dash"),
        .target(name: "RouterAxe", dependencies: ["RouterDash"], path: "Sources/Coins/Axe"),
        .target(
            name: "RouterMYKEY",
            dependencies: ["SchemeRouter", "RouterEOSIO", "RouterEOSIOFamily", "ExactJSON", "RouterMYKEYFormat"],
            path: "Sources/Coins/MYKEY"),
        // The list of plugins, and the plugins and kinds of addresses that need no module of their own.
        .target(
            name: "RouterCoins",
            dependencies: [
                "RouterBytes", "ExactJSON", "SchemeRouter", "RouterAxe", "RouterBitcoinFamily", "RouterBitcoinFormat",
                "RouterDash", "RouterEOSIO", "RouterEOSIOFamily", "RouterMYKEY", "RouterCSodium",
            ], path: "Sources/Coins", exclude: ["Axe", "Dash", "Families", "MYKEY"]),

        .target(name: "RouterDapp", dependencies: ["RouterBytes", "RouterLinks"], path: "Sources/Dapp"),
        .target(
            name: "RouterDescribedAsking", dependencies: ["RouterDapp", "SchemeRouter"],
            path: "Sources/DescribedAsking"),
        .target(
            name: "MYKEYWalletLib",
            dependencies: ["RouterBytes", "ExactJSON", "RouterEOSIO", "RouterMYKEYFormat", "RouterLinux"]),

        .target(name: "JournalConformance", dependencies: ["SchemeRouter"]),
        .target(
            name: "SchemeRouterTesting",
            dependencies: [
                "RouterBytes", "ExactJSON", "JournalConformance", "SchemeRouter", "RouterBitcoinFormat",
                "RouterSecrets",
            ]),
        .target(
            name: "RouterStorage", dependencies: ["RouterLinux", "SchemeRouter", "RouterCSQLite"],
            path: "Sources/Storage"),
        .target(
            name: "RouterWallet",
            dependencies: [
                "RouterBytes", "RouterLinux", "SchemeRouter", "RouterBitcoinFormat", "RouterSecrets", "RouterEOSIO",
                "RouterStorage", "RouterCGcrypt", "RouterCSodium", "RouterCSecp256k1", "RouterCUTF8Proc",
            ], path: "Sources/Wallet",
            resources: [.embedInCode("BIP39/english.txt")]),
        .target(
            name: "RouterNetworkBackend", dependencies: ["RouterBitcoinFormat", "SchemeRouter"],
            path: "Sources/NetworkBackend"),
        // The list of networks, and the networks themselves.
        .target(
            name: "RouterNetworks",
            dependencies: [
                "RouterBytes", "ExactJSON", "SchemeRouter", "RouterBitcoinFormat", "RouterEOSIO", "RouterEOSIOFamily",
                "RouterMYKEYFormat", "RouterNetworkBackend", "RouterStorage", "RouterCoins",
            ], path: "Sources/Networks"),
        .target(
            name: "RouterDesktop",
            dependencies: ["RouterBytes", "RouterDialogue", "RouterLinux", "SchemeRouter", "RouterSecrets"],
            path: "Sources/Desktop"),
        .target(
            name: "RouterConfiguration",
            dependencies: [
                "RouterLinux", "SchemeRouter", "RouterNetworkBackend", "RouterNetworks", "RouterPluginPrograms",
                "RouterStorage",
            ], path: "Sources/Configuration"),
        .target(name: "RouterCArguments", path: "Sources/CArguments"),
        .executableTarget(
            name: "router", dependencies: ["RouterProgram", "RouterCArguments"], path: "Sources/router/Main"),
        .target(
            name: "RouterProgram",
            dependencies: [
                "RouterBytes", "ExactJSON", "RouterLinux", "SchemeRouter", "RouterSecrets", "RouterBitcoinFormat",
                "RouterDapp", "RouterDescribedAsking", "RouterDash", "RouterCoins", "RouterWallet", "RouterStorage",
                "RouterNetworkBackend", "RouterNetworks", "RouterPluginPrograms", "RouterCourierMessages",
                "RouterCourierClient", "RouterDesktop", "RouterConfiguration", "RouterCLoaded",
                argumentParser,
            ], path: "Sources/router", exclude: ["Main"],
            resources: [.embedInCode("errors.md")]),

        // Built like a program of another package: it sees only what is public. RouterTests runs it.
        .executableTarget(
            name: "embed-pay",
            dependencies: [
                "RouterCourierClient", "RouterCourierMessages", "RouterDash", "RouterDesktop", "RouterNetworks",
                "RouterStorage",
                "RouterWallet", "SchemeRouter",
            ], path: "Examples/embed/Sources/pay", packageAccess: false),

        .executableTarget(
            name: "mykey-dapp",
            dependencies: [
                "MYKEYWalletLib", "RouterMYKEYFormat", "RouterEOSIO", "ExactJSON",
                argumentParser,
            ], path: "Examples/mykey-dapp"),

        .executableTarget(
            name: "router-benchmark",
            dependencies: [
                "RouterBytes", "SchemeRouter", "RouterSecrets", "RouterBitcoinFormat", "RouterBitcoinFamily",
                "RouterDash", "RouterDesktop", "RouterWallet", "RouterStorage", "RouterNetworks", "ExactJSON",
                "RouterPluginPrograms", "RouterCourierClient", "RouterCourierMessages", "RouterCSecp256k1",
                "RouterCSQLite",
                "RouterTestSupport",
            ], path: "Benchmarks/benchmark"),

        .target(
            name: "RouterTestSupport",
            dependencies: [
                "ExactJSON", "RouterDapp", "RouterSecrets", "RouterWallet", "SchemeRouter", "SchemeRouterTesting",
            ], path: "Tests/Support"
        ),
        .executableTarget(
            name: "DesktopProbe", dependencies: ["SchemeRouter", "RouterDesktop", "RouterLinux", "RouterCLinux"],
            path: "Tests/DesktopProbe"),
        tests(
            "SchemeRouterTests", of: "SchemeRouter", "RouterBytes", "RouterLinks", "RouterSecrets", "RouterEOSIO",
            "ExactJSON"),
        tests(
            "DescriptorTests", of: "SchemeRouter", "RouterCoins", "RouterConfiguration", "RouterDash",
            "RouterNetworkBackend", "RouterNetworks"),
        tests("BitcoinFormatTests", of: "RouterBitcoinFormat", "SchemeRouter"),
        tests(
            "EOSIOTests", of: "RouterEOSIO", "RouterMYKEY", "RouterMYKEYFormat", "RouterCoins", "RouterNetworks",
            "ExactJSON", "JournalConformance", "SchemeRouter", "SchemeRouterTesting"),
        tests(
            "CoinsTests", of: "SchemeRouter", "SchemeRouterTesting", "RouterSecrets", "RouterBitcoinFormat",
            "RouterBitcoinFamily", "RouterDash", "RouterAxe", "RouterMYKEY", "JournalConformance",
            "RouterPluginPrograms"),
        tests(
            "DescribedLinksTests", of: "SchemeRouter", "SchemeRouterTesting", "RouterCoins", "RouterBitcoinFormat",
            "RouterBytes", "ExactJSON"),
        tests(
            "ConformanceTests", of: "SchemeRouter", "SchemeRouterTesting", "RouterAxe", "RouterBitcoinFamily",
            "RouterCoins", "RouterDash", "RouterMYKEY"),
        tests(
            "WalletTests", of: "RouterWallet", "RouterBitcoinFormat", "RouterDash", "RouterSecrets", "RouterEOSIO",
            "ExactJSON", "SchemeRouter", "RouterStorage"),
        tests(
            "DappTests", of: "RouterDapp", "RouterDescribedAsking", "RouterBitcoinFamily", "RouterDash", "RouterAxe",
            "SchemeRouter"),
        tests(
            "MYKEYWalletLibTests", of: "MYKEYWalletLib", "RouterMYKEYFormat", "RouterEOSIO", "ExactJSON",
            exclude: ["desktop-tool.sh"]),
        tests("StorageTests", of: "RouterStorage", "JournalConformance", "RouterLinux", "SchemeRouter"),
        tests(
            "NetworksTests", of: "RouterNetworkBackend", "RouterNetworks", "RouterBitcoinFormat", "RouterCoins",
            "RouterDash", "RouterEOSIO", "RouterSecrets", "RouterStorage", "RouterWallet", "ExactJSON", "SchemeRouter",
            "SchemeRouterTesting", "RouterCSecp256k1"),
        tests(
            "DesktopTests", of: "RouterDialogue", "RouterLinux", "SchemeRouter", "RouterDesktop", "DesktopProbe"),
        tests(
            "CourierTests", of: "courier", "RouterCourierProgram", "RouterBytes", "RouterLinux",
            "RouterCourierMessages", "RouterConnections", "ExactJSON", "RouterCourierClient", "DesktopProbe",
            "SchemeRouter", "RouterNetworks", "RouterStorage", "RouterConfiguration", "RouterProgram"),
        tests(
            "PluginProgramTests", of: "RouterPluginPrograms", "SchemeRouterTesting", "RouterBitcoinFamily",
            "RouterLinux", "ExactJSON", "SchemeRouter"),
        .executableTarget(
            name: "CrashRun",
            dependencies: [
                "ExactJSON", "RouterBitcoinFormat", "RouterCLinux", "RouterLinux", "RouterNetworks", "RouterStorage",
                "RouterTestSupport", "RouterWallet", "SchemeRouter",
            ], path: "Tests/CrashRun", exclude: ["Soak/clock.c"]),
        tests(
            "RouterTests", of: "router", "RouterProgram", "courier", "CrashRun", "embed-pay", "RouterBitcoinFormat",
            "ExactJSON",
            "SchemeRouter", "SchemeRouterTesting", "RouterConfiguration", "RouterDesktop", "RouterLinux",
            "RouterNetworkBackend", "RouterNetworks",
            "RouterStorage", "RouterWallet"),
        // What CONTRIBUTING says of a new coin, family, network, command and form of replies, done.
        tests(
            "SampleTests", of: "RouterProgram", "RouterBitcoinFamily", "RouterConfiguration", "RouterDash",
            "RouterNetworkBackend", "RouterNetworks", "RouterStorage", "SchemeRouter", "SchemeRouterTesting",
            "RouterWallet", argumentParser,
            exclude: ["README.md", "Coin/pebble.yaml", "Family/tally.yaml", "Wallet/opal.yaml"]),
        .executableTarget(name: "StandIn", path: "Tests/DesktopEndToEnd/StandIn"),
        tests(
            "DesktopEndToEnd", of: "router", "mykey-dapp", "RouterMYKEYFormat", "RouterEOSIO", "ExactJSON", "StandIn",
            "RouterWallet", exclude: ["StandIn"]),
    ]
)

// The fuzz targets (Fuzz/README.md) link what no other package does: the programs' reading of strangers' bytes.
if Context.environment["ROUTER_FUZZ"] != nil {
    package.products.append(.library(name: "FuzzedPrograms", targets: ["RouterCourierProgram"]))
}

// The consent window (Window/) needs these of our modules, and no other package does.
if Context.environment["ROUTER_WINDOW"] != nil {
    package.products.append(.library(name: "WindowParts", targets: ["RouterDialogue", "RouterLinux"]))
}

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
