import Foundation
import Glibc
import Testing

@testable import SchemeRouter

/// Which files of which directories are read, and whose.
@Suite struct StackTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        for name in ["vendor", "admin", "user"] {
            try FileManager.default.createDirectory(
                at: scratch.url.appending(path: name), withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o755])
        }
    }

    private func stack(_ names: String...) -> DescriptorStack {
        DescriptorStack(file("version: 1\n", name: "built-in"), directories: names.map(scratch.path))
    }

    /// The names of files and refusals from the scratch directory on.
    private func names(_ files: [String]) -> [String] {
        files.map { $0.replacing(scratch.url.path + "/", with: "") }
    }

    @Test("Directories count in the order given, files in the order of their bytes; others are not read")
    func order() throws {
        for name in [
            "vendor/z.yaml", "admin/10-b.yaml", "admin/9.yaml", "admin/B.yaml", "admin/é.yaml", "admin/a.yaml",
            "user/a.yaml", "user/.hidden.yaml", "user/a.yaml~", "user/yaml", "user/.yaml", "user/yml", "user/.b.yml",
        ] {
            _ = try scratch.write("version: 1\n", name, mode: 0o644)
        }
        let stack = stack("vendor", "admin", "none", "user")
        #expect(
            names(stack.files.map(\.name)) == [
                "built-in", "vendor/z.yaml", "admin/10-b.yaml", "admin/9.yaml", "admin/B.yaml", "admin/a.yaml",
                "admin/é.yaml", "user/a.yaml",
            ])
        #expect(stack.refusals.isEmpty)
    }

    @Test("S7: what was meant to count and cannot is refused: another spelling of the suffix, a directory, a pipe")
    func misnamed() throws {
        for name in ["a.yml", "b.YAML", "c.Yml"] { _ = try scratch.write("version: 1\n", "user/" + name, mode: 0o644) }
        unsafe #expect(mkdir(scratch.path("user/d.yaml"), 0o755) == 0)
        unsafe #expect(mkfifo(scratch.path("user/e.yaml"), 0o644) == 0)
        unsafe #expect(symlink("/dev/null", scratch.path("user/f.yaml")) == 0)
        let stack = stack("user")
        let suffix = "the file's name does not end in “.yaml”"
        let kind = "this is not a regular file"
        #expect(
            names(stack.refusals.map(\.file))
                == ["a.yml", "b.YAML", "c.Yml", "d.yaml", "e.yaml", "f.yaml"].map { "user/" + $0 })
        #expect(stack.refusals.map(\.message) == [suffix, suffix, suffix, kind, kind, kind])
    }

    @Test("The layers build on one another: the vendor's coin, tightened by the administrator, extended by the person")
    func layers() throws {
        _ = try scratch.write(SchemaTests.good, "vendor/demo.yaml", mode: 0o644)
        _ = try scratch.write(
            "version: 1\ncoins: { demo: { fee-per-kb: { max: 5000 } } }\n", "admin/demo.yaml", mode: 0o644)
        _ = try scratch.write(
            "version: 1\ncoins: { mine: { extends: demo, ticker: M, networks: { main: { bip44: 78 } } } }\n",
            "user/mine.yaml", mode: 0o600)
        let table = try RouteTable.load(stack("vendor", "admin", "user"))
        #expect(table.coin("mine")?.addressLedger?.feePerKB.max.units == 5_000)
        #expect(table.coin("demo")?.lineage.amendments.map(\.origin.file) == [scratch.path("admin/demo.yaml")])
    }

    @Test("S7: files that others can change are refused, and every other file is still checked")
    func insecureFiles() throws {
        _ = try scratch.write("version: 1\ncoins: { x: {} }\n", "vendor/a.yaml", mode: 0o666)
        _ = try scratch.write("version: 1\nschemes: { s: { coin: x, grammer: bip21 } }\n", "user/b.yaml", mode: 0o644)
        _ = try scratch.write("version: 1\n- x\n", "user/c.yaml", mode: 0o644)
        do {
            _ = try RouteTable.load(stack("vendor", "user"))
            Issue.record("loaded")
        } catch {
            let found = error.diagnostics.map { "\(names([$0.file])[0]) \($0.code.rawValue)" }
            #expect(
                found == [
                    "vendor/a.yaml insecure-file", "user/c.yaml syntax", "user/b.yaml missing-key",
                    "user/b.yaml unknown-key",
                ])
        }
    }

    @Test(
        "S7: a directory that others can change is refused, and so is one below it", arguments: [0o775, 0o757, 0o777])
    func insecureDirectories(mode: mode_t) throws {
        _ = try scratch.write("version: 1\n", "user/a.yaml", mode: 0o600)
        unsafe #expect(chmod(scratch.path("user"), mode) == 0)
        var refusals = stack("user").refusals
        #expect(refusals.map(\.code) == [.insecureFile] && refusals[0].file == scratch.path("user"))
        #expect(refusals[0].hint == "run: chmod go-w \(scratch.path("user"))")
        unsafe #expect(chmod(scratch.path("user"), 0o755) == 0 && chmod(scratch.url.path, mode) == 0)
        refusals = stack("user").refusals
        #expect(refusals.map(\.code) == [.insecureFile])
        #expect(refusals[0].message == "other users may write to \(scratch.url.path)")
        unsafe #expect(chmod(scratch.url.path, 0o755) == 0)
        #expect(stack("user").refusals.isEmpty)
    }

    @Test("S7: an empty directory that others can change is refused too: they may have emptied it")
    func noFiles() throws {
        #expect(stack("user").refusals.isEmpty && stack("user/none").refusals.isEmpty)
        unsafe #expect(chmod(scratch.path("user"), 0o777) == 0)
        #expect(stack("user").refusals.map(\.code) == [.insecureFile])
        _ = try scratch.write("", "file", mode: 0o600)
        #expect(stack("file").refusals.map(\.code) == [.unreadable])
    }

    @Test("S7: what cannot be read is refused and never skipped: it may be what forbids something")
    func skipped() throws {
        // A name in Latin-1, as old archives bring it.
        let name = Array(scratch.path("admin/caf").utf8CString.dropLast()) + [-23] + Array(".yaml".utf8CString)
        let descriptor = unsafe open(name, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        close(descriptor)
        _ = try scratch.write("version: 1\n", "admin/z.yaml", mode: 0o600)
        let admin = stack("admin")
        #expect(admin.refusals.map(\.code) == [.unreadable] && admin.files.count == 2)
        #expect(admin.refusals.map(\.message) == ["the file's name is not UTF-8"])

        unsafe #expect(symlink("nowhere", scratch.path("gone.d")) == 0)
        #expect(stack("gone.d").refusals.map(\.code) == [.unreadable])
        unsafe #expect(symlink("nowhere", scratch.path("user/settings")) == 0)
        #expect(throws: DescriptorErrors.self) {
            try DescriptorFile.read(path: scratch.path("user/settings"), trust: .ownedPrivate)
        }
        #expect(try DescriptorFile.read(path: scratch.path("user/none"), trust: .ownedPrivate) == nil)
    }

    @Test("S7: a link is followed by its bytes: one that is not UTF-8 is refused, not repaired")
    func linksThatAreNotText() throws {
        // The kernel follows it to a directory that everybody can write to; the repaired text leads to none.
        let directory = Array(scratch.path("vendor/caf").utf8CString.dropLast()) + [-23, 0]
        unsafe #expect(mkdir(directory, 0o777) == 0 && chmod(directory, 0o777) == 0)
        unsafe #expect(symlink(directory, scratch.path("user/link")) == 0)
        #expect(!trusts(scratch.path("user/link/config.yaml")) && !trusts(scratch.path("user/link")))
    }

    @Test("S7: a program that others can change or replace is refused")
    func programs() throws {
        let program = try scratch.write("#!/bin/sh\n", "user/program", mode: 0o755)
        unsafe #expect(symlink(program, scratch.path("user/link")) == 0)
        for (mode, isTrusted) in [(0o755, true), (0o700, true), (0o775, false), (0o757, false)] {
            unsafe #expect(chmod(program, mode_t(mode)) == 0)
            for path in [program, scratch.path("user/link")] {
                #expect(((try? TrustedPath.check(file: path)) != nil) == isTrusted, "\(String(mode, radix: 8))")
            }
            #expect(trusts(program))
        }
    }

    private func trusts(_ path: String) -> Bool {
        (try? TrustedPath.check(path)) != nil
    }

    @Test(
        "S7: where others can take a directory away it is refused, whether it is there or not",
        arguments: [0o775, 0o757])
    func takenAway(mode: mode_t) throws {
        let gone = scratch.path("user/gone/config")
        #expect(trusts(gone) && trusts(scratch.path("user")))
        unsafe #expect(chmod(scratch.path("user"), mode) == 0)
        #expect(!trusts(gone) && !trusts(scratch.path("user")))
        var stack = DescriptorStack([])
        stack.require(trusted: gone)
        #expect(stack.refusals.map(\.code) == [.insecureFile] && stack.refusals.map(\.file) == [gone])
        // With the sticky bit nobody takes away what is not theirs; but they can add files where files count.
        unsafe #expect(chmod(scratch.path("user"), 0o1777) == 0 && trusts(gone))
        #expect(!trusts(scratch.path("user")))
        let file = try scratch.write("", "user/a.yaml", mode: 0o600)
        // A file of ours stays where it is there.
        #expect(trusts(file) && trusts(scratch.path("user/none.yaml")))
        #expect(trusts("/tmp/\(UUID().uuidString)/x") && trusts("/"))
    }

    @Test("S7: every directory on the way counts, also those in which symbolic links lie")
    func linksOnTheWay() throws {
        // user/link → vendor/real: who can write to user can put another link there.
        for name in ["vendor/real", "admin/deep"] { unsafe #expect(mkdir(scratch.path(name), 0o755) == 0) }
        unsafe #expect(symlink("../vendor/real", scratch.path("user/link")) == 0)
        unsafe #expect(symlink(scratch.path("user/link"), scratch.path("admin/deep/far")) == 0)
        unsafe #expect(symlink("loop", scratch.path("admin/loop")) == 0)
        let ways = ["user/link/config.yaml", "admin/deep/far/config.yaml", "admin/./deep/../deep/far"]
        for way in ways { #expect(trusts(scratch.path(way)), "\(way)") }
        for directory in ["user", "vendor", "vendor/real"] {
            unsafe #expect(chmod(scratch.path(directory), 0o777) == 0)
            for way in ways { #expect(!trusts(scratch.path(way)), "\(way) by \(directory)") }
            unsafe #expect(chmod(scratch.path(directory), 0o755) == 0)
        }
        #expect(!trusts(scratch.path("admin/loop")) && !trusts(scratch.path("admin/loop/x")))
        unsafe #expect(
            symlink("nowhere", scratch.path("admin/dangling")) == 0 && trusts(scratch.path("admin/dangling")))
    }

    @Test("S7: a slash before a combining accent divides names, as it does for the kernel")
    func accentBehindSlash() throws {
        let (open, below) = (scratch.path("user/open"), scratch.path("user/open") + "/\u{301}below")
        for directory in [open, below] { unsafe #expect(mkdir(directory, 0o755) == 0) }
        unsafe #expect(symlink(below, scratch.path("admin/link")) == 0)
        let ways = [below, below + "/../\u{301}below", below + "/config.yaml", scratch.path("admin/link")]
        for way in ways { #expect(trusts(way), "\(way)") }
        unsafe #expect(chmod(open, 0o777) == 0)
        for way in ways { #expect(!trusts(way), "\(way)") }
    }

    @Test("S7: what belongs to another user is refused, also a link", .enabled(if: geteuid() == 0))
    func ownersOnTheWay() throws {
        unsafe #expect(mkdir(scratch.path("user/below"), 0o755) == 0 && trusts(scratch.path("user/below")))
        unsafe #expect(chown(scratch.path("user"), 12_345, 0) == 0 && !trusts(scratch.path("user/below")))
        unsafe #expect(chown(scratch.path("user"), 0, 0) == 0)
        unsafe #expect(
            symlink(scratch.path("vendor"), scratch.path("user/link")) == 0 && trusts(scratch.path("user/link")))
        unsafe #expect(lchown(scratch.path("user/link"), 12_345, 0) == 0 && !trusts(scratch.path("user/link")))
    }

    @Test("A directory and a file of another user are refused", .enabled(if: geteuid() == 0))
    func owners() throws {
        let path = try scratch.write("version: 1\n", "user/a.yaml", mode: 0o600)
        unsafe #expect(chown(path, 12_345, 0) == 0)
        #expect(stack("user").refusals.map(\.file) == [path])
        unsafe #expect(chown(path, 0, 0) == 0 && chown(scratch.path("user"), 12_345, 0) == 0)
        #expect(stack("user").refusals.map(\.message) == ["\(scratch.path("user")) belongs to another user"])
    }

    @Test("A symbolic link is followed where nobody else can change what it leads to")
    func links() throws {
        let target = try scratch.write("version: 1\n", "admin/target", mode: 0o644)
        unsafe #expect(symlink(target, scratch.path("user/a.yaml")) == 0)
        #expect(names(stack("user").files.map(\.name)) == ["built-in", "user/a.yaml"])
        unsafe #expect(chmod(scratch.path("admin"), 0o777) == 0)
        #expect(stack("user").refusals.map(\.code) == [.insecureFile])
        unsafe #expect(chmod(scratch.path("admin"), 0o755) == 0 && unlink(target) == 0)
        #expect(stack("user").refusals.map(\.code) == [.unreadable])
        unsafe #expect(unlink(scratch.path("user/a.yaml")) == 0)
        unsafe #expect(symlink(scratch.path("vendor"), scratch.path("user/dir.yaml")) == 0)
        #expect(stack("user").files.count == 1)
        #expect(stack("user").refusals.map(\.message) == ["this is not a regular file"])
    }
}
