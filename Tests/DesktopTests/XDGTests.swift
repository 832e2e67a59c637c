import Foundation
import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct XDG {
        @Test("Directories: defaults, and relative paths in variables are ignored")
        func directories() throws {
            let plain = try #require(XDGDirectories(environment: ["HOME": "/h"]))
            #expect(plain.configHome == "/h/.config" && plain.dataHome == "/h/.local/share")
            #expect(plain.stateHome == "/h/.local/state" && plain.runtime == nil && plain.desktops.isEmpty)
            #expect(
                plain.configDirectories == ["/etc/xdg"] && plain.dataDirectories == ["/usr/local/share", "/usr/share"])
            let given = try #require(
                XDGDirectories(environment: [
                    "HOME": "/h", "XDG_CONFIG_HOME": "relative", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "a:/b::/c",
                    "XDG_CONFIG_DIRS": "x:y", "XDG_RUNTIME_DIR": "/run", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME:../evil",
                ]))
            #expect(given.configHome == "/h/.config" && given.dataHome == "/d" && given.runtime == "/run")
            #expect(given.dataDirectories == ["/b", "/c"] && given.configDirectories == ["/etc/xdg"])
            #expect(given.desktops == ["ubuntu", "gnome"])
            #expect(XDGDirectories(environment: [:]) == nil && XDGDirectories(environment: ["HOME": "h"]) == nil)
        }

        @Test("Precedence: each place wins over all that come after it")
        func precedence() throws {
            let type = "x-scheme-handler/shop"
            let places = [
                ("config/ubuntu-mimeapps.list", "Default Applications"),
                ("config/gnome-mimeapps.list", "Default Applications"),
                ("config/mimeapps.list", "Default Applications"), ("etc/gnome-mimeapps.list", "Default Applications"),
                ("etc/mimeapps.list", "Default Applications"),
                ("data/applications/mimeapps.list", "Default Applications"),
                ("usr1/applications/mimeapps.list", "Default Applications"),
                ("usr2/applications/mimeapps.list", "Default Applications"),
                ("data/applications/defaults.list", "Default Applications"),
                ("usr2/applications/defaults.list", "Default Applications"),
                ("usr1/applications/mimeinfo.cache", "MIME Cache"), ("usr2/applications/mimeinfo.cache", "MIME Cache"),
            ]
            // From the least important place to the first: each one added must win.
            let desktop = try FakeDesktop(desktop: "ubuntu:GNOME")
            let launcher = try desktop.launcher()
            #expect(try launcher.receiver(ofScheme: "shop") == nil)
            try desktop.entry("scan.desktop", in: "usr2", "MimeType=text/plain;\(type);")
            #expect(try launcher.receiver(ofScheme: "shop")?.name == "Name of scan.desktop")
            for (index, place) in places.enumerated().reversed() {
                let id = "app\(index).desktop"
                // An index counts only for entries that still name the type.
                try desktop.entry(id, place.1 == "MIME Cache" ? "MimeType=\(type);" : "")
                try desktop.root.write(place.0, "# list\n[\(place.1)]\n\(type)=missing.desktop;\(id);scan.desktop\n")
                #expect(try launcher.receiver(ofScheme: "shop")?.name == "Name of \(id)", "\(place.0)")
                let first = try launcher.handlers(ofScheme: "shop").first { !$0.isAbsent }
                #expect(first?.source == desktop.root.path + "/" + place.0)
            }
            #expect(try launcher.handlers(ofScheme: "shop").count == places.count + 2)
        }

        @Test("The desktop's own list counts on that desktop only")
        func otherDesktop() throws {
            let desktop = try FakeDesktop(desktop: "KDE")
            try desktop.entry("a.desktop")
            try desktop.root.write(
                "config/gnome-mimeapps.list", "[Default Applications]\nx-scheme-handler/shop=a.desktop\n")
            #expect(try desktop.launcher().receiver(ofScheme: "shop") == nil)
        }

        @Test("Associations: added ones count, removed ones do not, a default wins over both")
        func associations() throws {
            let desktop = try FakeDesktop()
            let launcher = try desktop.launcher()
            let key = "x-scheme-handler/shop="
            for id in ["a", "b", "c"] { try desktop.entry("\(id).desktop", "MimeType=x-scheme-handler/shop;") }
            try desktop.root.write("config/mimeapps.list", "[Added Associations]\n\(key)c.desktop;\n")
            #expect(try launcher.receiver(ofScheme: "shop")?.name == "Name of c.desktop")
            try desktop.root.write("config/mimeapps.list", "[Removed Associations]\n\(key)a.desktop;\n")
            #expect(try launcher.receiver(ofScheme: "shop")?.name == "Name of b.desktop")
            try desktop.root.write("data/applications/mimeinfo.cache", "[MIME Cache]\n\(key)a.desktop;c.desktop\n")
            #expect(try launcher.receiver(ofScheme: "shop")?.name == "Name of c.desktop")
            try desktop.root.write(
                "config/mimeapps.list",
                "[Removed Associations]\n\(key)a.desktop;\n[Default Applications]\n\(key)a.desktop\n")
            #expect(try launcher.receiver(ofScheme: "shop")?.name == "Name of a.desktop")
        }

        @Test("Entries: hidden, without TryExec or masked ones are absent; NoDisplay and folders are not")
        func entries() throws {
            let desktop = try FakeDesktop()
            let launcher = try desktop.launcher()
            let key = "[Default Applications]\nx-scheme-handler/shop="
            try desktop.entry("hidden.desktop", "Hidden=true")
            try desktop.entry("try.desktop", "TryExec=/nonexistent")
            try desktop.entry("masked.desktop", in: "usr1")
            try desktop.entry("masked.desktop", "Hidden=true")
            try desktop.root.write("data/applications/link.desktop", "[Desktop Entry]\nType=Link\nName=l\nURL=x\n")
            try desktop.entry("kde4/tool.desktop", exec: "/bin/true %u")
            try desktop.entry("plain.desktop", "NoDisplay=true\nTryExec=true")
            try desktop.root.write(
                "outside.desktop", "[Desktop Entry]\nType=Application\nName=Outside\nExec=/bin/true %u\n")
            for (list, expected) in [
                (
                    "hidden.desktop;try.desktop;masked.desktop;link.desktop;../x.desktop;plain.desktop;",
                    "Name of plain.desktop"
                ),
                ("kde4-tool.desktop", "Name of kde4/tool.desktop"), ("hidden.desktop", nil), ("masked.desktop", nil),
                ("link.desktop", nil), ("kde4-..-..-..-outside.desktop", nil), ("kde4-.-tool.desktop", nil),
            ] {
                try desktop.root.write("config/mimeapps.list", key + list + "\n")
                #expect(try launcher.receiver(ofScheme: "shop")?.name == expected, "\(list)")
            }
        }

        @Test("Key files: escapes, broken lines and limits")
        func keyFiles() throws {
            let long = String(repeating: "x", count: KeyFile.longestLine)
            var bytes = Array("stray=1\n[A]\r\n# no\n k = a\\sb\\n\\t\\r\\\\\\q \r\n=x\nnoequals\nlong=\(long)\n".utf8)
            bytes +=
                Array("bad=".utf8) + [0xFF, 0x0A] + Array("l=a;;b ;c\nk2=1\nk2=2\n[broken\nk3=x\n[A]\nk4=true\n".utf8)
            let file = KeyFile(bytes)
            #expect(file.string("k", in: "A") == "a b\n\t\r\\\\q")
            #expect(file.value("stray", in: "") == nil && file.value("long", in: "A") == nil)
            #expect(file.value("bad", in: "A") == nil && file.value("k3", in: "A") == nil)
            #expect(file.list("l", in: "A") == ["a", "b", "c"] && file.value("k2", in: "A") == "2")
            #expect(file.flag("k4", in: "A") && !file.flag("k2", in: "A"))
        }

        @Test("Key files and lists of directories are divided at bytes, whatever accent follows")
        func accents() throws {
            let file = KeyFile(Array("[A]\nl=WebBrowser;\u{301}y\nk=\u{301}v\n".utf8))
            #expect(file.list("l", in: "A") == ["WebBrowser", "\u{301}y"] && file.value("k", in: "A") == "\u{301}v")
            let directories = try #require(
                XDGDirectories(environment: [
                    "HOME": "/h", "XDG_DATA_DIRS": "/a:/\u{301}b", "XDG_CURRENT_DESKTOP": "X/\u{301}:Y",
                ]))
            #expect(directories.dataDirectories == ["/a", "/\u{301}b"] && directories.desktops == ["y"])
        }

        @Test("Files: too large ones, directories and pipes are not read, and do not hold us up")
        func files() throws {
            let directory = try TemporaryDirectory()
            let path = try directory.write("file", "12345")
            #expect(BoundedFile.read(path, limit: 5) == Array("12345".utf8))
            #expect(BoundedFile.read(path, limit: 4) == nil && BoundedFile.read(directory.path, limit: 9_999) == nil)
            unsafe mkfifo(directory.path + "/pipe", 0o600)
            #expect(BoundedFile.read(directory.path + "/pipe", limit: 9) == nil)
            #expect(BoundedFile.read(path + "\0", limit: 9) == nil)
        }
    }
}
