import Foundation
import Glibc
import RouterConfiguration
import Testing

@testable import SchemeRouter

@Suite struct ConfigurationEditorTests {
    private func switched(_ isOn: Bool, _ text: String, _ coin: CoinID = "dash") throws -> String? {
        try ConfigurationEditor.bytes(of: file(text, name: "config.yaml"), switchingSandbox: isOn, for: coin)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "On puts in one line; off takes it out and leaves the bytes as they were",
        arguments: [
            ("", "networks:\n  dash: { use: sandbox }\n"),
            ("# mine\n", "# mine\nnetworks:\n  dash: { use: sandbox }\n"),
            ("pinentry: /bin/p", "pinentry: /bin/p\nnetworks:\n  dash: { use: sandbox }"),
            ("pinentry: /bin/p\r\n", "pinentry: /bin/p\r\nnetworks:\r\n  dash: { use: sandbox }\r\n"),
            ("\u{FEFF}pinentry: /bin/p\n", "\u{FEFF}pinentry: /bin/p\nnetworks:\n  dash: { use: sandbox }\n"),
            (
                "networks:   # who is asked\n    # practice only\n    axe:   { use: sandbox }   # mine\n\nsandbox: { senders: [demo] }\n",
                "networks:   # who is asked\n    dash: { use: sandbox }\n    # practice only\n    axe:   { use: sandbox }   # mine\n\nsandbox: { senders: [demo] }\n"
            ),
            ("networks:\n  axe: { use: sandbox }", "networks:\n  dash: { use: sandbox }\n  axe: { use: sandbox }"),
            ("pinentry: |+\n  /x\n\n", "pinentry: |+\n  /x\n\nnetworks:\n  dash: { use: sandbox }\n"),
            ("networks: # none yet\n", "networks: # none yet\n  dash: { use: sandbox }\n"),
            (
                "\"networks\":\n  axe:\n    use: electrum\n",
                "\"networks\":\n  dash: { use: sandbox }\n  axe:\n    use: electrum\n"
            ),
        ])
    func roundTrip(before: String, after: String) throws {
        #expect(try switched(true, before) == after)
        #expect(try switched(true, after) == nil)
        #expect(try switched(false, after) == before)
        #expect(try switched(false, before) == nil)
    }

    @Test(
        "A hand-written line is taken out too",
        arguments: [
            (
                "networks:\n  dash:     { use: sandbox, network: test }\n  axe: { use: sandbox }\n",
                "networks:\n  axe: { use: sandbox }\n"
            ),
            ("a: 1\nnetworks:\n  # why\n  dash: { use: sandbox }\nb: 2\n", "a: 1\nnetworks:\n  # why\nb: 2\n"),
            ("networks:\n  dash: {use: \"sandbox\"}\npinentry: /x\n", "pinentry: /x\n"),
        ])
    func off(before: String, after: String) throws {
        #expect(try switched(false, before) == after)
    }

    @Test(
        "What cannot be changed safely is refused with its place",
        arguments: [
            (true, "networks: { axe: { use: sandbox } }\n", 1, 11), (true, "networks: {}\n", 1, 11),
            (false, "networks: { dash: { use: sandbox } }\n", 1, 11), (true, "{ pinentry: /x }\n", 1, 1),
            (true, "networks:\n  dash: { use: core-rpc }\n", 2, 3), (true, "networks: x\n", 1, 11),
            (true, "- a\n", 1, 1),
            (false, "networks:\n  dash: { use: sandbox } # mine\n", 2, 3),
            (false, "networks:\n  dash:\n    use: sandbox\n", 1, 1),
            (true, "pinentry: /x\n...\n", 1, 1), (true, "? networks\n: axe: { use: sandbox }\n", 1, 1),
        ])
    func refused(isOn: Bool, text: String, line: Int, column: Int) throws {
        do throws(ConfigurationEditor.Failure) {
            _ = try ConfigurationEditor.bytes(of: file(text, name: "config.yaml"), switchingSandbox: isOn, for: "dash")
            Issue.record("edited")
        } catch {
            guard case .refused(_, let hint, let place) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(place == SourceLocation(file: "config.yaml", line: line, column: column))
            #expect(hint.contains("by hand"))
        }
    }

    @Test("Another coin's sandbox is not touched, and off leaves another network alone")
    func others() throws {
        #expect(try switched(false, "networks:\n  axe: { use: sandbox }\n") == nil)
        #expect(try switched(false, "networks:\n  dash: { use: electrum }\n") == nil)
    }

    @Test("No YAML, no change", arguments: ["a: [", "a: 1\na: 2\n", "a: &b 1\n"])
    func unreadable(text: String) {
        #expect(throws: ConfigurationEditor.Failure.self) { try switched(true, text) }
    }

    @Test(
        "A coin's name cannot bring in more than a line",
        arguments: ["dash: {}\nx", "a b", "x: y", "#", "'"] as [CoinID])
    func hostileCoin(coin: CoinID) throws {
        guard let text = try? switched(true, "networks:\n  axe: { use: sandbox }\n", coin) else { return }
        let reread = try DocumentReader(file(text))
        guard case .mapping(let sections, _) = reread.root.content,
            case .mapping(let entries, _) = sections[0].value.content
        else {
            Issue.record("\(text)")
            return
        }
        #expect(sections.count == 1 && Set(entries.map(\.key)) == [coin.name, "axe"])
    }

    @Test("The file is made with its folder, private, and replaced as a whole")
    func saving() throws {
        let scratch = try Scratch()
        let path = scratch.path("a/b/config.yaml")
        #expect(try ConfigurationEditor.switchSandbox(true, for: "dash", path: path))
        #expect(try !ConfigurationEditor.switchSandbox(true, for: "dash", path: path))
        var status = stat()
        unsafe #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        unsafe #expect(stat(scratch.path("a/b"), &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "networks:\n  dash: { use: sandbox }\n")
        #expect(try ConfigurationEditor.switchSandbox(false, for: "dash", path: path))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("a/b")) == ["config.yaml"])
    }

    @Test("A link to the file stays a link, and a file that others may read is not edited")
    func linksAndPermissions() throws {
        let scratch = try Scratch()
        let target = try scratch.write("pinentry: /x\n", "target.yaml", mode: 0o600)
        unsafe #expect(symlink(target, scratch.path("config.yaml")) == 0)
        #expect(try ConfigurationEditor.switchSandbox(true, for: "axe", path: scratch.path("config.yaml")))
        #expect(
            try String(contentsOfFile: target, encoding: .utf8) == "pinentry: /x\nnetworks:\n  axe: { use: sandbox }\n")
        var status = stat()
        unsafe #expect(lstat(scratch.path("config.yaml"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        unsafe #expect(chmod(target, 0o644) == 0)
        #expect(throws: ConfigurationEditor.Failure.self) {
            try ConfigurationEditor.switchSandbox(false, for: "axe", path: target)
        }
    }
}
