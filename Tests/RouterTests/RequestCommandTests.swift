import Foundation
import RouterTestSupport
import Testing

/// `router request`: the links that the asking side prints, and their QR codes.
@Suite struct RequestCommandTests {
    static let address = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"

    @Test(
        "every request, in the form that every desktop delivers and in the documented one",
        arguments: [
            (
                [
                    "pay", "dashwallet", address, "--amount", "0.50", "--sender", "shop", "--instant-send", "required",
                    "--label", "Shop", "--message", "order & more",
                ], "pay=\(address)&amount=0.5&req-IS=1&label=Shop&message=order%20%26%20more&sender=shop"
            ),
            (["bip21", "dashwallet", address, "--sender", "shop"], "pay=\(address)&sender=shop"),
            (["address", "DashWallet", "--sender", "shop"], "request=address&sender=shop"),
            (
                ["master-public-key", "dashwallet", "--account", "7", "--sender", "shop"],
                "request=masterPublicKey&account=7&sender=shop"
            ), (["scan-qr", "dashwallet"], "scanqr"),
        ])
    func links(_ arguments: [String], _ expected: String) throws {
        let home = try RouterHome()
        let plain = try home.run(["request"] + arguments)
        #expect(plain.status == 0 && plain.output == "dashwallet:\(expected)\n", "\(plain.errors)")
        #expect(try home.run(["request"] + arguments + ["--documented"]).output == "dashwallet://\(expected)\n")
        #expect(try home.run(["explain", plain.output.trimmingCharacters(in: .newlines)]).status == 0)
        #expect(home.files().isEmpty)
    }

    @Test(
        "what a wallet would refuse is refused with its code, and nothing is printed",
        arguments: [
            (["pay", "dashwallet", address], 65, "[missingParameter]"),
            (["pay", "dashwallet", address, "--sender", "https"], 65, "[forbiddenSender]"),
            (["pay", "dashwallet", address, "--sender", "shop", "--amount", "0,5"], 65, "[invalidAmount]"),
            (["pay", "dashwallet", "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHab", "--sender", "shop"], 65, "[invalidAddress]"),
            (
                ["pay", "dashwallet", "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", "--sender", "shop"], 65, "[wrongNetwork]"
            ), (["address", "mykey", "--sender", "shop"], 65, "[unsupportedScheme]"),
            (["pay", "pay", address, "--coin", "axe"], 65, "[wrongNetwork]"),
            (["pay", "pay", address], 65, "[ambiguousCoin]"), (["pay", "pay", address, "--coin", "axel"], 64, "axel"),
            (["pay", "dash", address, "--require-pop"], 64, "--pop"),
            (["pay", "dash", address, "--pop", "http:x"], 65, "[forbiddenSender]"),
            (["address", "dashwallet"], 64, "--sender"),
            (["master-public-key", "dashwallet", "--sender", "shop", "--account", "-1"], 64, "--account"),
            (
                ["master-public-key", "dashwallet", "--sender", "shop", "--account", "2147483648"], 65,
                "[invalidAccount]"
            ),
            (["scan-qr", "dashwallet", "--invert"], 64, "--invert"),
        ])
    func refusals(_ arguments: [String], _ status: Int32, _ text: String) throws {
        let result = try RouterHome().run(["request"] + arguments)
        #expect(result.status == status)
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test(
        "the drawn code reads back as the link, on dark and on light ground, with its quiet zone",
        .enabled(if: DrawnCode.canBeRead, "zbarimg is not installed (zbar-tools)"), arguments: [false, true])
    func qrCode(_ isInverted: Bool) throws {
        let home = try RouterHome()
        let message = String(repeating: "a", count: 400)
        for arguments in [
            ["scan-qr", "dashwallet"], ["address", "dashwallet", "--sender", "shop"],
            ["pay", "dashwallet", Self.address, "--sender", "shop", "--amount", "0.5", "--message", message],
            ["bip21", "dash", Self.address, "--amount", "0.5"],
        ] {
            let documented = try home.run(["request"] + arguments + ["--documented"]).output
            let drawn = try home.run(["request"] + arguments + ["--qr"] + (isInverted ? ["--invert"] : [])).output
            let code = try DrawnCode(drawn.split(separator: "\n").dropFirst(), isInverted: isInverted)
            #expect(code.quietZone >= 4)
            #expect(try code.read(in: home) + "\n" == documented)
        }
    }

    @Test(
        "a bech32 address is drawn in capitals, which makes the code smaller",
        .enabled(if: DrawnCode.canBeRead, "zbarimg is not installed (zbar-tools)"))
    func capitals() throws {
        let home = try RouterHome()
        let address = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"
        let link = try home.run(["request", "bip21", "bitcoin", address, "--qr"]).output
            .split(separator: "\n")
        #expect(link.first == "bitcoin:\(address)")
        let code = try DrawnCode(link.dropFirst(), isInverted: false)
        #expect(try code.read(in: home) == "BITCOIN:\(address.uppercased())")
        // Version 3, 29 modules and two quiet zones; in small letters it would be version 4.
        #expect(link[1].count == 29 + 8)
    }

    @Test("without the library that draws codes the link alone is printed, and what to install is said")
    func noLibrary() throws {
        let home = try RouterHome()
        try home.write("libqrencode.so.4", "")
        let arguments = ["request", "scan-qr", "dashwallet"]
        let environment = ["LD_LIBRARY_PATH": home.directory.path]
        let result = try home.run(arguments + ["--qr"], environment: environment)
        #expect(result.status == 77 && result.output.isEmpty)
        #expect(result.errors.contains("[unsupported]") && result.errors.contains("libqrencode4"))
        #expect(try home.run(arguments, environment: environment).output == "dashwallet:scanqr\n")
    }

    @Test("a link that fits no code is said to")
    func tooLong() throws {
        // Nine bytes of the link a character; a code holds 4,296 of these.
        let texts = String(repeating: "語", count: 500)
        let result = try RouterHome().run([
            "request", "pay", "dashwallet", Self.address, "--sender", "shop", "--message", texts, "--qr",
        ])
        #expect(result.status == 64 && result.output.isEmpty && result.errors.contains("too long for a QR code"))
    }
}
