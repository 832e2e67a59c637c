// swift-tools-version: 6.2
import PackageDescription

// The consent window and the reader of pictures, programs of their own in a package of their own: nobody else needs GTK or
// zbar. `make window` builds them.
let safety: [SwiftSetting] = [.strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error)]

let package = Package(
    name: "Window",
    // Without the trait nothing else is resolved.
    dependencies: [.package(name: "SchemeRouter", path: "..", traits: [])],
    targets: [
        .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(
            name: "CPicture", pkgConfig: "zbar", providers: [.apt(["libzbar-dev", "libpng-dev", "libjpeg-dev"])]),
        .executableTarget(
            name: "scanner",
            dependencies: ["CPicture", .product(name: "WindowParts", package: "SchemeRouter")], swiftSettings: safety),
        .executableTarget(
            name: "router-window",
            dependencies: ["CGTK", "CQREncode", .product(name: "WindowParts", package: "SchemeRouter")],
            swiftSettings: safety),
    ])
