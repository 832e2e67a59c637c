import Foundation
import Testing

@testable import RouterDesktop
@testable import SchemeRouter

@Suite struct RegistrationTests {
    @Test("1.1: two files make every type ours, and desktops agree")
    func registers() throws {
        let home = try RegistrationHome()
        try home.register()
        let status = try home.status()
        #expect(status.schemes.allSatisfy { $0.isRegistered && $0.opener?.isOurs == true })
        #expect(status.entry.isOurs && status.entry.isProgramThere && status.entry.isThisProgram)
        #expect(status.entry.problem == nil)
        for type in RegistrationHome.types {
            if let asked = try home.run("/usr/bin/gio", "mime", type) {
                #expect(asked.output.contains("schemerouter.desktop"), "\(type)")
            }
            if let asked = try home.run("/usr/bin/xdg-mime", "query", "default", type) {
                #expect(asked.output == "schemerouter.desktop\n", "\(type)")
            }
        }
        let path = try home.registration().entryPath
        if let validation = try home.run("/usr/bin/desktop-file-validate", path) {
            #expect(validation.status == 0 && validation.output.isEmpty)
        }
    }

    @Test("1.4: the entry starts us with the link as one argument behind --")
    func entry() throws {
        let text = try DesktopRegistrationPlan.entry(
            executable: "/opt/a/router", types: ["x-scheme-handler/shop", "x-scheme-handler/wallet"])
        let entry = try #require(DesktopEntry(KeyFile(Array(text.utf8)), path: "/e"))
        let line = try ExecLine(#require(entry.exec))
        #expect(
            line.arguments(opening: "shop:$(x) \"y", of: entry) == ["/opt/a/router", "open", "--", "shop:$(x) \"y"])
        #expect(entry.exec == "/opt/a/router open -- %u" && entry.tryExec == "/opt/a/router")
        #expect(!entry.isTerminal && !entry.isHidden && text.contains("NoDisplay=true\nStartupNotify=false\n"))
        // No index gets them, which would outlive the program.
        #expect(entry.mimeTypes.isEmpty)
        #expect(text.contains("\nX-SchemeRouter-Types=x-scheme-handler/shop;x-scheme-handler/wallet;\n"))
        // One name for people; the icon is there where the package is.
        #expect(text.contains("\nName=SchemeRouter\n") && text.contains("\nIcon=schemerouter\n"))
    }

    @Test(
        "1.4: a path that openers cannot read is refused, with a link as the way out",
        arguments: [
            "/a b/router", "/a\nb/router", "/a'b/router", "/a\"b", "/a$b", "/a%u", "/é/router", "relative", "", "/",
            "/a;b", "/a\\b", "/a~", "/a(deleted)",
        ])
    func badPath(path: String) throws {
        let home = try RegistrationHome()
        let before = home.snapshot()
        #expect(fails(.refusedByPolicy) { try home.register(program: path) })
        #expect(fails(.refusedByPolicy) { _ = try DesktopRegistrationPlan.entry(executable: path, types: []) })
        #expect(home.snapshot() == before)
    }

    @Test("1.4: a link in ~/.local/bin to the same file is registered instead of an unreadable path")
    func linkedPath() throws {
        let home = try RegistrationHome()
        let program = try home.desktop.root.write("b in/router", "#!/bin/sh\n", mode: 0o755)
        let other = try home.desktop.root.write("bin/other", "#!/bin/sh\n", mode: 0o755)
        let bin = home.desktop.root.path + "/home/.local/bin"
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: bin + "/router", withDestinationPath: other)
        #expect(fails(.refusedByPolicy) { try home.register(program: program) })
        try FileManager.default.removeItem(atPath: bin + "/router")
        try FileManager.default.createSymbolicLink(atPath: bin + "/router", withDestinationPath: program)
        try home.register(program: program)
        #expect(home.entry?.contains("Exec=\(bin)/router open -- %u\n") == true)
        #expect(try home.status(program: program).entry.isThisProgram)
    }

    @Test(
        "5.2-19: nothing that could end a line or a list is written",
        arguments: [
            "x-scheme-handler/a\nb", "x-scheme-handler/a;b", "x-scheme-handler/", "text/html", "x-scheme-handler/A",
        ])
    func badType(type: String) {
        #expect(fails(.refusedByPolicy) { _ = try DesktopRegistrationPlan.entry(executable: "/r", types: [type]) })
        let scheme = RegistrableScheme(name: String(type.dropFirst(17)), title: "x", coins: [])
        #expect(fails(.refusedByPolicy) { try RegistrationHome().register([scheme]) })
    }

    @Test("5.2-19: a directory with a line break is refused")
    func badDirectory() throws {
        var environment = try FakeDesktop().environment
        environment["XDG_CONFIG_HOME"] = "/tmp/a\n[Default Applications]"
        let directories = try #require(XDGDirectories(environment: environment))
        #expect(
            fails(.badConfiguration) {
                _ = try DesktopRegistration(directories: directories, stateDirectory: "/s", program: "/p")
            })
    }

    @Test("1.6: registering twice is registering once")
    func twice() throws {
        let home = try RegistrationHome()
        try home.desktop.entry("other.desktop", "MimeType=x-scheme-handler/shop;")
        try home.list("[Default Applications]\nx-scheme-handler/shop=other.desktop\n")
        try home.register(force: true)
        let once = home.snapshot()
        let change = try home.register(force: true)
        #expect(change.isEmpty && change.taken.isEmpty && home.snapshot() == once)
        #expect(try home.shop().before == "other.desktop")
    }

    @Test("a moved program is found, and registering again mends it")
    func moved() throws {
        let home = try RegistrationHome()
        try home.register()
        let new = home.desktop.root.path + "/bin/moved"
        try FileManager.default.moveItem(atPath: home.program, toPath: new)
        let lost = try home.status(program: new)
        #expect(lost.entry.isOurs && !lost.entry.isProgramThere && !lost.entry.isThisProgram)
        #expect(lost.entry.problem?.contains("moved") == true)
        #expect(lost.schemes.allSatisfy { $0.isLost })
        // What is ours stays ours, even where another program would open it in the meantime.
        try home.desktop.entry("other.desktop", "MimeType=x-scheme-handler/shop;")
        #expect(try home.register(program: new).skipped.isEmpty)
        #expect(try home.status(program: new).entry.problem == nil)
        #expect(try home.status(program: new).schemes.allSatisfy { !$0.isLost })
    }

    @Test("another copy of the program is said to be one")
    func otherCopy() throws {
        let home = try RegistrationHome()
        try home.register()
        let copy = try home.desktop.root.write("bin/copy", "#!/bin/sh\n", mode: 0o755)
        let entry = try home.status(program: copy).entry
        #expect(entry.isProgramThere && !entry.isThisProgram && entry.problem != nil)
    }

    @Test("a scheme is added to those that are registered, and taken back alone")
    func parts() throws {
        let home = try RegistrationHome()
        try home.register(RegistrationHome.shop)
        #expect(home.entry?.contains("\nX-SchemeRouter-Types=x-scheme-handler/shop;\n") == true)
        let once = home.snapshot()
        try home.register([RegistrationHome.schemes[1]])
        #expect(try home.status().schemes.allSatisfy(\.isRegistered))
        try home.unregister([RegistrationHome.schemes[1]])
        #expect(home.snapshot() == once)
        try home.unregister(RegistrationHome.shop)
        #expect(home.entry == nil && home.list == nil && home.desktop.root.read("state/registration") == nil)
        #expect(try home.unregister().isEmpty)
    }

    @Test("schemes that belong to a coin and not to a wallet are registered by name only")
    func standing() throws {
        func standing(_ grammar: SchemeDescriptor.Grammar, isEnabled: Bool = true) -> RegistrableScheme.Standing {
            RegistrableScheme(
                SchemeDescriptor(
                    name: "x", title: "X", coins: [], grammar: grammar, callbacks: nil, isEnabled: isEnabled,
                    actions: [:], examples: [], origin: SourceLocation(file: "f", line: 1, column: 1))
            ).standing
        }
        #expect(standing(.bip21) == .byName && standing(.uri) == .byName)
        #expect(standing(.authorityParameters) == .standard && standing(.jsonParameter) == .standard)
        #expect(standing(.bip21, isEnabled: false) == .reserved)
        let plan = DesktopRegistrationPlan(routes: try RouteTable.load([.shipped]))
        #expect(plan.standardSchemes.map(\.name) == ["axewallet", "dashwallet", "mykey", "simplewallet"])
        #expect(plan.enabledSchemes.count == 50)
    }
}
