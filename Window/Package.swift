// swift-tools-version: 6.2
import PackageDescription

// The consent window, a program of its own in a package of its own: nobody else needs GTK. `make window` builds it.
let safety: [SwiftSetting] = [.strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error)]

let package = Package(
    name: "Window",
    // Without the trait nothing else is resolved.
    dependencies: [.package(name: "SchemeRouter", path: "..", traits: [])],
    targets: [
        .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .executableTarget(
            name: "router-window",
            dependencies: ["CGTK", "CQREncode", .product(name: "WindowParts", package: "SchemeRouter")],
            swiftSettings: safety),
    ])
