import Foundation
import Glibc
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterDesktop

/// What registering does to files that others own.
@Suite struct RegistrationFileTests {
    /// Pieces of lists, as people, tools and accidents write them.
    private static let pieces = [
        "# a comment", "", "  ", "[Default Applications]", "[Added Associations]", "[Removed Associations]",
        " [Default Applications] ", "[Default Applications", "[X-Unknown]", "x-scheme-handler/shop=other.desktop",
        "x-scheme-handler/shop=", "x-scheme-handler/shop =  other.desktop;", "x-scheme-handler/shop=;;",
        "x-scheme-handler/wallet= a.desktop; b.desktop ", "x-scheme-handler/old-wallet=\t", "text/html=firefox.desktop",
        "no key", "=", "x-scheme-handler/shop", "#x-scheme-handler/shop=schemerouter.desktop",
        "x-scheme-handler/shop[de]=x.desktop", "\u{FEFF}x=1", "x-scheme-handler/shop=schemerouter.desktop.x;",
        "x-scheme-handler/shop=other.desktop;schemerouter.desktop;", "\\", "é=ü",
    ]

    private static func list(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...14, using: &random) {
            bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
            if Int.random(in: 0..<12, using: &random) == 0 { bytes += [0xFF, 0x00, 0x0D] }
            bytes += Array((["\n", "\n", "\n", "\r\n"].randomElement(using: &random) ?? "").utf8)
        }
        if Bool.random(using: &random), !bytes.isEmpty { bytes.removeLast() }
        return bytes
    }

    @Test("1.6: putting ours in and taking it out gives the same bytes, and our reader sees it", arguments: 0..<4)
    func document(part: UInt64) throws {
        var random = SeededGenerator(seed: 0xD0C + part)
        let id = try #require(DesktopEntryID("schemerouter.desktop"))
        for _ in 0..<250 {
            let bytes = Self.list(&random)
            var document = MimeAppsDocument(bytes, item: id)
            #expect(document.bytes == bytes)
            let groups = [MimeAppsDocument.Group.defaults, .added]
            let hadGroup = groups.map { document.has($0) }
            let places = groups.flatMap { group in
                RegistrationHome.types.map { ($0, group, document.value(of: $0, in: group) != nil) }
            }
            for (type, group, _) in places { document.add(to: type, in: group) }
            let added = document.bytes
            for (type, group, _) in places {
                document.add(to: type, in: group)
                #expect(KeyFile(added).list(type, in: String(group.rawValue.dropFirst().dropLast())).first == id.text)
            }
            #expect(document.bytes == added)
            for group in groups { #expect(document.ownKeys(group).sorted() == RegistrationHome.types.sorted()) }
            document = MimeAppsDocument(added, item: id)
            for (type, group, hadLine) in places.shuffled(using: &random) {
                document.remove(from: type, in: group, hadLine: hadLine)
            }
            for (group, hadGroup) in zip(groups, hadGroup).reversed() where !hadGroup { document.removeEmpty(group) }
            #expect(document.bytes == bytes, "\(String(reflecting: String(decoding: bytes, as: UTF8.self)))")
        }
    }

    @Test("1.6: register and unregister leave any list byte for byte as it was, and twice is once", arguments: 0..<4)
    func property(part: UInt64) throws {
        var random = SeededGenerator(seed: 0x5EED + part)
        let home = try RegistrationHome()
        for _ in 0..<10 {
            let bytes = Self.list(&random)
            let text = String(reflecting: String(decoding: bytes, as: UTF8.self))
            try home.desktop.root.write("config/mimeapps.list", Data(bytes))
            let before = home.snapshot()
            try home.register(force: true)
            let once = home.snapshot()
            #expect(try home.status().schemes.allSatisfy { $0.isRegistered && $0.opener?.isOurs == true }, "\(text)")
            #expect(try home.register(force: true).isEmpty && home.snapshot() == once)
            // Taken back at once, or one by one in any order.
            if Bool.random(using: &random) {
                for scheme in RegistrationHome.schemes.shuffled(using: &random) { try home.unregister([scheme]) }
            } else {
                try home.unregister()
            }
            #expect(home.snapshot() == before, "\(text)")
        }
    }

    @Test("without a list there is none again afterwards, and an empty one stays empty")
    func noList() throws {
        let home = try RegistrationHome()
        let before = home.snapshot()
        try home.register()
        #expect(home.list?.hasPrefix("[Added Associations]\nx-scheme-handler/shop=schemerouter.desktop;\n") == true)
        try home.unregister()
        #expect(home.snapshot() == before)
        try home.list("")
        try home.register()
        try home.unregister()
        #expect(home.list == "")
    }

    @Test("a list that was ours and that others used since stays")
    func sharedList() throws {
        let home = try RegistrationHome()
        try home.register()
        try home.list((home.list ?? "") + "text/html=firefox.desktop\n")
        try home.unregister()
        #expect(home.list == "[Default Applications]\ntext/html=firefox.desktop\n")
    }

    @Test("a symbolic link stays one, its target is written, and permissions are kept")
    func links() throws {
        let home = try RegistrationHome()
        let root = home.desktop.root.path
        try home.desktop.root.write("dotfiles/deep/list", "# mine\n", mode: 0o640)
        try FileManager.default.createDirectory(atPath: root + "/config", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: root + "/config/mimeapps.list", withDestinationPath: "../dotfiles/link")
        try FileManager.default.createSymbolicLink(
            atPath: root + "/dotfiles/link", withDestinationPath: root + "/dotfiles/deep/list")
        let before = home.snapshot()
        try home.register()
        #expect(home.desktop.root.read("dotfiles/deep/list")?.contains("=schemerouter.desktop;") == true)
        #expect(home.snapshot()["config/mimeapps.list"] == Data("-> ../dotfiles/link".utf8))
        let mode = try FileManager.default.attributesOfItem(atPath: root + "/dotfiles/deep/list")[.posixPermissions]
        #expect(mode as? Int == 0o640)
        try home.unregister()
        #expect(home.snapshot() == before)
    }

    @Test("a link that leads to no file yet leads to the list while we are registered")
    func danglingLink() throws {
        let home = try RegistrationHome()
        let root = home.desktop.root.path
        for name in ["config", "dotfiles"] {
            try FileManager.default.createDirectory(atPath: root + "/" + name, withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            atPath: root + "/config/mimeapps.list", withDestinationPath: root + "/dotfiles/list")
        let before = home.snapshot()
        try home.register()
        #expect(home.desktop.root.read("dotfiles/list") != nil)
        try home.unregister()
        #expect(home.snapshot() == before)
    }

    /// Ways in which a file cannot be written, also for root.
    enum Fault: String, CaseIterable {
        case listIsDirectory, configIsFile, linksInCircle, entryIsDirectory, applicationsIsFile, recordIsDirectory
        case linkIntoNothing, listIsTooLong

        func inject(_ root: TemporaryDirectory) throws {
            let files = FileManager.default
            func directory(_ name: String) throws {
                try files.createDirectory(atPath: root.path + "/" + name, withIntermediateDirectories: true)
            }
            switch self {
            case .listIsDirectory: try directory("config/mimeapps.list")
            case .configIsFile: try root.write("config", "")
            case .linksInCircle:
                try directory("config")
                try files.createSymbolicLink(
                    atPath: root.path + "/config/mimeapps.list", withDestinationPath: "mimeapps.list")
            case .entryIsDirectory: try directory("data/applications/schemerouter.desktop")
            case .applicationsIsFile: try root.write("data/applications", "")
            case .recordIsDirectory: try directory("state/registration")
            case .linkIntoNothing:
                try directory("config")
                try files.createSymbolicLink(
                    atPath: root.path + "/config/mimeapps.list", withDestinationPath: "/proc/nothing/list")
            case .listIsTooLong:
                try root.write(
                    "config/mimeapps.list", Data(repeating: 0x0A, count: DesktopRegistration.largestFile + 1))
            }
        }
    }

    @Test("a file that cannot be written is said so, and nothing is half done", arguments: Fault.allCases)
    func faults(fault: Fault) throws {
        let home = try RegistrationHome()
        try fault.inject(home.desktop.root)
        let before = home.snapshot()
        let paths = FileManager.default.subpaths(atPath: home.desktop.root.path)?.sorted()
        #expect(fails(.cannotWrite) { try home.register() })
        #expect(home.snapshot() == before)
        #expect(FileManager.default.subpaths(atPath: home.desktop.root.path)?.sorted() == paths)
    }

    @Test("a list that belongs to someone else is not replaced", .enabled(if: geteuid() == 0))
    func foreignOwner() throws {
        let home = try RegistrationHome()
        try home.list("# theirs\n")
        unsafe #expect(chown(home.desktop.root.path + "/config/mimeapps.list", 65_534, 65_534) == 0)
        let before = home.snapshot()
        #expect(fails(.cannotWrite) { try home.register() })
        #expect(home.snapshot() == before)
        // `sudo` that keeps HOME
        unsafe #expect(chown(home.desktop.root.path + "/home", 65_534, 65_534) == 0)
        #expect(fails(.refusedByPolicy) { try home.register() })
    }

    @Test("steps that were done are taken back when a later one fails")
    func rollback() throws {
        let root = try TemporaryDirectory()
        try root.write("kept", "old", mode: 0o604)
        try root.write("gone", "here")
        var transaction = FileTransaction()
        transaction.write(Array("new".utf8), to: root.path + "/kept", replacing: nil, mode: 0o600)
        transaction.write(Array("new".utf8), to: root.path + "/a/b/made", replacing: nil, mode: 0o600)
        transaction.remove(root.path + "/gone")
        transaction.remove(root.path + "/gone")
        #expect(fails(.cannotWrite) { try transaction.commit() })
        #expect(FileManager.default.subpaths(atPath: root.path)?.sorted() == ["gone", "kept"])
        #expect(root.read("kept") == "old" && root.read("gone") == "here")
        let mode = try FileManager.default.attributesOfItem(atPath: root.path + "/kept")[.posixPermissions]
        #expect(mode as? Int == 0o604)
    }

    @Test("the record says the same when it is read again, and is ours only")
    func record() throws {
        var record = RegistrationRecord()
        record.madeGroup = true
        record.types = [
            "x-scheme-handler/a": .init(),
            "x-scheme-handler/b+c": .init(hadLine: true, value: " a\\s;\t b\r;[x]=\n", opener: "ü x.desktop"),
        ]
        #expect(try RegistrationRecord(record.bytes, path: "/r") == record)
        let home = try RegistrationHome()
        try home.register()
        let path = home.desktop.root.path + "/state/registration"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try home.desktop.root.write("state/registration", "[Registration]\nVersion=2\n")
        let before = home.snapshot()
        #expect(fails(.badConfiguration) { try home.unregister() })
        #expect(fails(.badConfiguration) { try home.register() })
        #expect(home.snapshot() == before)
    }

    @Test("a lost record loses nothing but the memory of what was there")
    func lostRecord() throws {
        let home = try RegistrationHome()
        try home.list("# mine\n[Default Applications]\nx-scheme-handler/shop=other.desktop\n")
        let before = home.snapshot()
        try home.register()
        try FileManager.default.removeItem(atPath: home.desktop.root.path + "/state/registration")
        try home.unregister()
        #expect(home.snapshot() == before)
    }

    @Test("one process at a time changes the registration")
    func lock() throws {
        let home = try RegistrationHome()
        let number = unsafe open(home.desktop.root.path + "/state", O_RDONLY | O_DIRECTORY)
        defer { close(number) }
        #expect(flock(number, LOCK_EX | LOCK_NB) == 0)
        #expect(fails(.busy) { try home.register() })
        #expect(flock(number, LOCK_UN) == 0)
        try home.register()
    }

    @Test("update-desktop-database is run if it is installed, and its failure is ignored")
    func cache() throws {
        let home = try RegistrationHome()
        let root = home.desktop.root
        func update(_ script: String?, patience: Duration = .seconds(3_600)) throws -> MimeCache.Outcome {
            let tool = try script.map { try root.write("bin/tool", "#!/bin/sh\n" + $0, mode: 0o755) }
            return MimeCache.update(
                root.path + "/data/applications", ["HOME": "/h", "LD_PRELOAD": "x"], tool: tool ?? "/nonexistent/tool",
                patience: patience)
        }
        #expect(try update(nil) == .noTool)
        #expect(try update("echo \"$1\" >\(root.path)/ran; env >>\(root.path)/ran") == .updated)
        let ran = root.read("ran") ?? ""
        #expect(ran.hasPrefix(root.path + "/data/applications\n") && !ran.contains("LD_PRELOAD"))
        #expect(try update("exec sleep 100000", patience: .milliseconds(1)) == .failed)
        if FileManager.default.isExecutableFile(atPath: MimeCache.tool) {
            try home.register()
            let directories = try home.desktop.directories
            #expect(MimeCache.update(of: directories, environment: home.desktop.environment) == .updated)
            #expect(root.read("data/applications/mimeinfo.cache")?.contains("schemerouter.desktop") != true)
        }
    }
}
