import Foundation
import SchemeRouter
import Testing

@testable import RouterDesktop

/// Schemes that other programs open: matrices 1.2 and 1.3.
@Suite struct RegistrationOwnerTests {
    private static let type = "x-scheme-handler/shop"
    private static let claim = "MimeType=x-scheme-handler/shop;"

    /// Each way in which a desktop knows the other program.
    enum Way: String, CaseIterable {
        case entryOnly, cache, systemDefault, ownDefault, added, legacyList, defaultsList, withoutMimeType, ghostFirst
        case systemEntry

        func prepare(_ home: RegistrationHome) throws {
            let root = home.desktop.root
            let claims = ![.ownDefault, .withoutMimeType, .systemEntry].contains(self)
            if self != .systemEntry { try home.desktop.entry("other.desktop", claims ? claim : "") }
            let line = "[Default Applications]\n\(type)=other.desktop\n"
            switch self {
            case .entryOnly: break
            case .cache: try root.write("data/applications/mimeinfo.cache", "[MIME Cache]\n\(type)=other.desktop;\n")
            case .systemDefault: try root.write("etc/mimeapps.list", line)
            case .ownDefault, .withoutMimeType: try home.list(line)
            case .added: try home.list("[Added Associations]\n\(type)=other.desktop;\n")
            case .legacyList: try root.write("data/applications/mimeapps.list", line)
            case .defaultsList: try root.write("data/applications/defaults.list", line)
            case .ghostFirst: try home.list("[Default Applications]\n\(type)=ghost.desktop;other.desktop;\n")
            case .systemEntry: try home.desktop.entry("other.desktop", in: "usr1", claim)
            }
        }
    }

    @Test("1.2: however the desktop knows another program, its scheme is skipped and named", arguments: Way.allCases)
    func skips(way: Way) throws {
        let home = try RegistrationHome()
        try way.prepare(home)
        let before = home.snapshot()
        let change = try home.register(RegistrationHome.shop)
        #expect(change.schemes.isEmpty && change.skipped.map(\.opener.id) == ["other.desktop"])
        #expect(change.skipped.first?.opener.name == "Name of other.desktop")
        #expect(home.snapshot() == before)
        // The others are registered all the same.
        #expect(try home.register().schemes.map(\.name) == ["wallet"])
        #expect(try home.shop().opener?.isOurs == false)
    }

    @Test("1.2: force takes it from each of them, and unregistering gives it back", arguments: Way.allCases)
    func takes(way: Way) throws {
        let home = try RegistrationHome()
        try way.prepare(home)
        let before = home.snapshot()
        let change = try home.register(RegistrationHome.shop, force: true)
        #expect(change.taken.map(\.opener.id) == ["other.desktop"])
        #expect(try home.shop().opener?.isOurs == true && home.shop().before == "other.desktop")
        if let asked = try home.run("/usr/bin/xdg-mime", "query", "default", Self.type) {
            #expect(asked.output == "schemerouter.desktop\n")
        }
        try home.unregister()
        #expect(home.snapshot() == before)
        #expect(try home.shop().opener?.id == "other.desktop")
    }

    @Test("1.3: a program that is hidden or gone owns nothing")
    func ghosts() throws {
        for more in ["Hidden=true", "TryExec=/nonexistent/program"] {
            let home = try RegistrationHome()
            try home.desktop.entry("other.desktop", Self.claim + "\n" + more)
            try home.list("[Default Applications]\n\(Self.type)=gone.desktop;other.desktop\n")
            #expect(try home.register(RegistrationHome.shop).skipped.isEmpty)
            #expect(
                home.list == "[Added Associations]\n\(Self.type)=schemerouter.desktop;\n"
                    + "[Default Applications]\n\(Self.type)=schemerouter.desktop;gone.desktop;other.desktop\n")
        }
    }

    @Test("1.3: a list of one desktop that stands before ours is reported under every desktop")
    func overrides() throws {
        for (desktop, isOpener) in [("GNOME", true), ("ubuntu:GNOME", true), ("", false), ("XFCE", false)] {
            let home = try RegistrationHome(desktop: desktop)
            try home.desktop.entry("other.desktop")
            try home.register()
            try home.desktop.root.write(
                "config/gnome-mimeapps.list", "[Default Applications]\n\(Self.type)=gone.desktop;other.desktop\n")
            // These stand behind ours, or name us.
            try home.desktop.root.write(
                "etc/xfce-mimeapps.list", "[Default Applications]\n\(Self.type)=other.desktop\n")
            try home.desktop.root.write(
                "config/kde-mimeapps.list", "[Default Applications]\n\(Self.type)=schemerouter.desktop\n")
            let shop = try home.shop()
            #expect(shop.overrides.map(\.desktop) == ["gnome"] && shop.overrides.first?.opener.id == "other.desktop")
            #expect(shop.isRegistered && shop.isLost == isOpener, "\(desktop)")
        }
    }

    @Test("1.3: what was taken stays ours although a list of one desktop stands before it")
    func takenUnderOverride() throws {
        let home = try RegistrationHome(desktop: "GNOME")
        try home.desktop.entry("other.desktop")
        try home.desktop.root.write(
            "config/gnome-mimeapps.list", "[Default Applications]\n\(Self.type)=other.desktop\n")
        #expect(try home.register(RegistrationHome.shop).skipped.count == 1)
        #expect(try home.register(RegistrationHome.shop, force: true).taken.count == 1)
        let again = try home.register(RegistrationHome.shop)
        #expect(again.isEmpty && again.skipped.isEmpty && again.schemes == RegistrationHome.shop)
        #expect(try home.shop().isLost)
    }

    @Test("a program that made itself the default is named, also where it dropped ours from the list")
    func takenOver() throws {
        let home = try RegistrationHome()
        try home.register(RegistrationHome.shop)
        try home.desktop.entry("other.desktop", Self.claim)
        for value in ["other.desktop;schemerouter.desktop;", "other.desktop"] {
            try home.list("[Default Applications]\n\(Self.type)=\(value)\n")
            let shop = try home.shop()
            #expect(shop.isLost && shop.isInEntry && !shop.isRegistered, "\(value)")
            #expect(shop.opener?.id == "other.desktop")
        }
        try home.register(RegistrationHome.shop, force: true)
        #expect(try !home.shop().isLost)
        try home.unregister()
        #expect(try !home.shop().isLost && home.shop().isInEntry == false)
    }

    @Test("a scheme whose alias is another program's is that program's")
    func alias() throws {
        let home = try RegistrationHome()
        try home.desktop.entry("other.desktop", "MimeType=x-scheme-handler/old-wallet;")
        #expect(try home.register().skipped.map(\.scheme.name) == ["wallet"])
        #expect(try home.status().schemes[1].opener?.id == "other.desktop")
    }

    @Test("a program that was put first afterwards stays first")
    func later() throws {
        let home = try RegistrationHome()
        try home.register()
        try home.desktop.entry("other.desktop")
        let text = "[Default Applications]\n\(Self.type)=other.desktop;schemerouter.desktop;\n"
        try home.list(text)
        try home.unregister()
        #expect(home.list == text && home.entry == nil)
    }

    @Test("1.6: a default that another program dropped from the list is put back while its entry exists")
    func restores() throws {
        for isThere in [true, false] {
            let home = try RegistrationHome()
            try home.desktop.entry("other.desktop")
            let text = "[Default Applications]\n\(Self.type)=other.desktop;second.desktop\n"
            try home.list(text)
            try home.register(RegistrationHome.shop, force: true)
            try home.list("[Default Applications]\n\(Self.type)=schemerouter.desktop;\n")
            if !isThere {
                try FileManager.default.removeItem(
                    atPath: home.desktop.root.path + "/data/applications/other.desktop")
            }
            try home.unregister()
            #expect(home.list == (isThere ? text : "[Default Applications]\n"))
        }
    }

    @Test("an entry of our name that is not ours is never replaced, and removed only by force")
    func foreignEntry() throws {
        let home = try RegistrationHome()
        try home.desktop.entry("schemerouter.desktop", "X-Other=1")
        let before = home.snapshot()
        #expect(fails(.refusedByPolicy) { try home.register(force: true) })
        try home.unregister()
        #expect(home.snapshot() == before)
        #expect(try home.status().entry.problem != nil)
        try home.unregister(force: true)
        #expect(home.entry == nil)
    }

    @Test("what a tool wrote about us goes too")
    func writtenByTools() throws {
        let home = try RegistrationHome()
        try home.register()
        for line in ["schemerouter.desktop", "schemerouter.desktop;", " schemerouter.desktop ; "] {
            try home.list("[Default Applications]\n\(Self.type)=\(line)\nx-scheme-handler/unknown=\(line)\n")
            try home.register()
            try home.unregister()
            #expect(try home.status().schemes.allSatisfy { $0.opener == nil })
            #expect(!(home.list ?? "").contains("schemerouter"), "\(line)")
        }
    }
}
