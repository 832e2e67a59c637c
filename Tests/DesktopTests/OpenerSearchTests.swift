import Foundation
import RouterLinux
import SchemeRouter
import Testing

@testable import RouterDesktop

/// S10: who opened a link, from processes as the kernel shows them.
@Suite struct OpenerSearchTests {
    /// A process as `/proc` shows it.
    struct Process: Sendable {
        let number: Int
        let parent: Int
        let program: String?
        var arguments: [String] = []
        var group = 0
        var session = 0
        var foreground = -1
        var unit = "/"
        var flatpak: String?
    }

    /// This program is process 100.
    static func own(
        parent: Int, unit: String = "/", group: Int = 100, session: Int = 100, foreground: Int = -1,
        flatpak: String? = nil
    ) -> Process {
        Process(
            number: 100, parent: parent, program: "/usr/bin/router", group: group, session: session,
            foreground: foreground, unit: unit, flatpak: flatpak)
    }

    private static func opener(_ processes: [Process]) throws -> Opener? {
        let desktop = try FakeDesktop()
        try desktop.entry("firefox.desktop", exec: "/usr/lib/firefox/firefox %u")
        try desktop.entry("org.gnome.Shell.desktop", exec: "/usr/bin/gnome-shell")
        try desktop.entry("org.mozilla.Thunderbird.desktop", exec: "flatpak run org.mozilla.Thunderbird @@u %u @@")
        for process in processes {
            let place = "proc/\(process.number)"
            try desktop.root.write(
                "\(place)/stat",
                "\(process.number) (a ) b) S \(process.parent) \(process.group) \(process.session) 34816 \(process.foreground) 4194304\n"
            )
            try desktop.root.write(
                "\(place)/cmdline", ([process.program ?? ""] + process.arguments).joined(separator: "\0"))
            try desktop.root.write("\(place)/cgroup", "0::\(process.unit)\n")
            if let program = process.program {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(desktop.root.path)/\(place)/exe", withDestinationPath: program)
            }
            if let flatpak = process.flatpak {
                try desktop.root.write("\(place)/root/.flatpak-info", "[Application]\nname=\(flatpak)\n")
            }
        }
        return OpenerSearch(directories: try desktop.directories, processes: desktop.root.path + "/proc")
            .opener(of: "100")
    }

    static let xdgOpen = Process(
        number: 50, parent: 40, program: "/usr/bin/dash", arguments: ["/usr/bin/xdg-open", "dash:X"])

    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let processes: [Process]
        let text: String?
        var record: String?
        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "a browser behind an opener that is a script",
            processes: [own(parent: 50), xdgOpen, Process(number: 40, parent: 1, program: "/usr/lib/firefox/firefox")],
            text: "“Name of firefox.desktop” (/usr/lib/firefox/firefox)", record: "program /usr/lib/firefox/firefox"),
        Case(
            name: "a program without an entry",
            processes: [own(parent: 40), Process(number: 40, parent: 1, program: "/opt/shop/shop app")],
            text: nil),
        Case(
            name: "a Flatpak, by the file in its root",
            processes: [
                own(parent: 50), xdgOpen,
                Process(number: 40, parent: 1, program: "/app/bin/thunderbird", flatpak: "org.mozilla.Thunderbird"),
            ], text: "“Name of org.mozilla.Thunderbird.desktop” (Flatpak org.mozilla.Thunderbird)",
            record: "flatpak org.mozilla.Thunderbird"),
        Case(
            name: "a Flatpak, by its unit",
            processes: [
                own(parent: 40),
                Process(
                    number: 40, parent: 1, program: "/usr/bin/bwrap",
                    unit: "/user.slice/app.slice/app-flatpak-org.kde.kmail\\x2d2-4711.scope"),
            ], text: "Flatpak org.kde.kmail-2", record: "flatpak org.kde.kmail-2"),
        Case(
            name: "a snap, by its unit",
            processes: [
                own(parent: 40),
                Process(
                    number: 40, parent: 1, program: "/snap/firefox/1/usr/lib/firefox/firefox",
                    unit: "/user.slice/app.slice/snap.firefox.firefox-0a1b.scope"),
            ], text: "“Name of firefox.desktop” (snap firefox)", record: "snap firefox"),
        Case(
            name: "a browser that was started in a terminal is not the terminal",
            processes: [
                own(parent: 40),
                Process(
                    number: 40, parent: 30, program: "/usr/lib/firefox/firefox",
                    unit: "/app.slice/app-org.gnome.Terminal-1.scope"),
            ], text: "“Name of firefox.desktop” (/usr/lib/firefox/firefox)"),
        Case(
            name: "left by its opener, by the unit that it inherited",
            processes: [
                own(parent: 20, unit: "/user.slice/app.slice/app-gnome-firefox-4711.scope"),
                Process(number: 20, parent: 1, program: "/usr/lib/systemd/systemd"),
            ], text: "“Name of firefox.desktop” (firefox)", record: "app firefox"),
        Case(
            name: "left by its opener, by the group that the browser leads",
            processes: [
                own(parent: 1, group: 40),
                Process(number: 40, parent: 1, program: "/usr/lib/firefox/firefox", group: 40, session: 40),
            ], text: "“Name of firefox.desktop” (/usr/lib/firefox/firefox)", record: "program /usr/lib/firefox/firefox"),
        Case(
            name: "left by its opener, by the session that the browser leads",
            processes: [
                own(parent: 1, group: 60, session: 40), Process(number: 60, parent: 40, program: "/usr/bin/dash"),
                Process(number: 40, parent: 1, program: "/usr/lib/firefox/firefox", group: 40, session: 40),
            ], text: "“Name of firefox.desktop” (/usr/lib/firefox/firefox)"),
        Case(
            name: "left by the opener of a browser that was started in a terminal",
            processes: [
                own(parent: 1, unit: "/app.slice/app-org.gnome.Terminal-1.scope", group: 40, session: 30),
                Process(
                    number: 40, parent: 30, program: "/usr/lib/firefox/firefox", group: 40, session: 30,
                    unit: "/app.slice/app-org.gnome.Terminal-1.scope"),
            ], text: "“Name of firefox.desktop” (/usr/lib/firefox/firefox)"),
        Case(
            name: "the group of an app in another unit is not whoever opened it",
            processes: [
                own(parent: 1, unit: "/app.slice/app-gnome-firefox-4711.scope", group: 30, session: 30),
                Process(
                    number: 30, parent: 1, program: "/app/bin/thunderbird", group: 30, session: 30,
                    flatpak: "org.mozilla.Thunderbird"),
            ], text: "“Name of firefox.desktop” (firefox)", record: "app firefox"),
        Case(
            name: "the group of a desktop",
            processes: [
                own(parent: 1, group: 30, session: 30),
                Process(number: 30, parent: 1, program: "/usr/bin/gnome-shell", group: 30, session: 30),
            ], text: nil),
        Case(
            name: "left by its opener, in a group of its own",
            processes: [own(parent: 1, group: 100, session: 100)], text: nil),
        Case(
            name: "started by a portal, in a unit of its own",
            processes: [
                own(parent: 30, unit: "/app.slice/app-schemerouter-1.scope"),
                Process(number: 30, parent: 20, program: "/usr/libexec/xdg-desktop-portal"),
            ], text: nil),
        Case(
            name: "a service of the bus, without a unit",
            processes: [own(parent: 30), Process(number: 30, parent: 1, program: "/usr/bin/dbus-daemon")], text: nil),
        Case(
            name: "a parent whose program cannot be read",
            processes: [own(parent: 40), Process(number: 40, parent: 1, program: nil)], text: nil),
        Case(name: "no parent", processes: [own(parent: 0)], text: nil),
        Case(
            name: "openers that open each other",
            processes: [own(parent: 50), Process(number: 50, parent: 50, program: "/usr/bin/gio")], text: nil),
        Case(
            name: "all in one sandbox",
            processes: [
                own(parent: 40, flatpak: "org.example.Wallet"),
                Process(number: 40, parent: 1, program: "/app/bin/shop", flatpak: "org.example.Wallet"),
            ], text: nil),
        Case(
            name: "typed in a shell",
            processes: [
                own(parent: 40, session: 40, foreground: 100),
                Process(number: 40, parent: 30, program: "/usr/bin/bash", group: 40, session: 40, foreground: 100),
            ], text: "a command that you typed", record: "typed "),
        Case(
            name: "run by a script in the terminal",
            processes: [
                own(parent: 60, group: 60, session: 40, foreground: 60),
                Process(number: 60, parent: 40, program: "/usr/bin/bash", group: 60, session: 40, foreground: 60),
            ], text: nil),
        Case(
            name: "left behind in a terminal's group",
            processes: [
                own(parent: 20, group: 60, session: 40, foreground: 60),
                Process(number: 20, parent: 1, program: "/usr/lib/systemd/systemd", group: 20, session: 20),
            ], text: nil),
        Case(
            name: "a shell that was given a session of its own",
            processes: [
                own(parent: 40, session: 100, foreground: 100),
                Process(number: 40, parent: 30, program: "/usr/bin/foot", group: 40, session: 30),
            ], text: nil),
    ]

    @Test("who opened a link is told as the desktop knows it, and not at all where it does not", arguments: cases)
    func search(_ one: Case) throws {
        let opener = try Self.opener(one.processes)
        #expect(opener?.text == one.text)
        if let record = one.record { #expect(opener?.record == record) }
        // The journal gives back the same opener.
        if let opener { #expect(Opener(record: opener.record) == opener) }
    }

    @Test("what no version writes is no opener", arguments: ["", "flatpak", "page x", "typed x", "program", "snap "])
    func records(_ record: String) {
        #expect(Opener(record: record) == nil)
    }

    @Test("of this very process, in the real files, the desktop knows nothing but a unit")
    func real() throws {
        #expect(OpenerSearch(directories: try FakeDesktop().directories).opener()?.kind != .program)
    }
}
