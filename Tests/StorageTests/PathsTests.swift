import Foundation
import RouterLinux
import Testing

@testable import RouterStorage

/// To a String, a slash before a combining accent is another character; to the kernel it is a slash.
@Suite struct PathsTests {
    @Test(
        "a path is divided at every slash",
        arguments: [
            ("/a/\u{301}b", true, ["a", "\u{301}b"], "/a"), ("/\u{301}b", true, ["\u{301}b"], ""),
            ("a//b/", false, ["a", "b"], "a//b"), ("\u{301}", false, ["\u{301}"], nil), ("", false, [], nil),
            ("/", true, [], ""),
        ] as [(String, Bool, [String], String?)])
    func divided(path: String, isAbsolute: Bool, names: [String], parent: String?) {
        #expect(path.isAbsolutePath == isAbsolute)
        #expect(path.pathNames == names)
        #expect(path.parentPath == parent)
    }

    @Test("S7: a directory and a file whose names begin with an accent are made where they belong, and only for us")
    func accents() throws {
        let scratch = try Scratch()
        let directory = scratch.path("state") + "/\u{301}own/\u{301}deep"
        try PrivateDirectory.create(directory)
        try AtomicFile.write([1], to: directory + "/\u{301}file")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).map { $0.utf8.count } == [6])
        unsafe #expect(chmod(scratch.path("state"), 0o777) == 0)
        #expect(throws: (any Error).self) { try PrivateDirectory.create(directory) }
    }
}
