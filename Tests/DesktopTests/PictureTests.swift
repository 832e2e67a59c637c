import Foundation
import RouterDialogue
import SchemeRouter
import Testing

@testable import RouterDesktop

/// Pictures before anything decodes them, and what comes back from the program that does.
@Suite struct PictureTests {
    @Test("a picture is known by its first bytes, whatever its name is")
    func formats() {
        #expect(PictureFormat(of: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]) == .png)
        #expect(PictureFormat(of: [0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
        for (text, name) in [
            ("GIF89a", "GIF"), ("RIFF....WEBPVP8 ", "WebP"), ("....ftypavif", "AVIF"), ("....ftypheic", "HEIF"),
            ("BM..", "BMP"),
            ("II*\0", "TIFF"), ("MM\0*", "TIFF"), ("%PDF-1.7", "PDF"), ("<svg xmlns", "SVG"), ("<?xml version", "SVG"),
        ] {
            #expect(PictureFormat(of: Array(text.utf8)) == .other(name), "\(text)")
        }
        for text in ["", "P", "dash:X", "\u{89}PNG", "RIFF....WAVE"] {
            #expect(PictureFormat(of: Array(text.utf8)) == nil, "\(text)")
        }
    }

    @Test("what is found in a picture is read as it was written, and nothing else is")
    func reports() {
        let codes = PictureCode.Kind.allCases.map { PictureCode($0, [0, 0x0A, 0xFF]) } + [PictureCode(.whole, [])]
        for report in [PictureReport.codes(codes), .codes([])] + PictureProblem.allCases.map({ .unreadable($0) }) {
            #expect(report.line.last == 0x0A && report.line.count { $0 == 0x0A } == 1)
            #expect(PictureReport(line: Array(report.line.dropLast())) == report)
        }
        let longest = PictureReport.codes(
            (0..<64).map { _ in PictureCode(.whole, .init(repeating: 0xFF, count: 2_953)) })
        #expect(
            longest.line.count <= PictureReport.longest
                && PictureReport(line: Array(longest.line.dropLast())) == longest)
        for line in [
            "", "{}", "[]", #"{"codes":{}}"#, #"{"codes":[{"kind":"whole"}]}"#,
            #"{"codes":[{"kind":"other","bytes":""}]}"#,
            #"{"codes":[{"kind":"whole","bytes":"A"}]}"#, #"{"unreadable":"other"}"#, #"{"codes":[]}x"#,
        ] {
            #expect(PictureReport(line: Array(line.utf8)) == nil, "\(line)")
        }
        let many = PictureReport.codes((0...64).map { _ in PictureCode(.whole, []) })
        #expect(PictureReport(line: Array(many.line.dropLast())) == nil)
    }

    @Test("a file that cannot be a picture is refused before any program is started")
    func refusedFiles() throws {
        let nobody = Scanner(path: "/nonexistent/scanner")
        let source = PictureSource.file("/tmp/shop.png")
        for (bytes, reason) in [
            ([], "emptyFile"), (Array("RIFF....WEBP".utf8), "unsupportedFormat"), ([1], "unsupportedFormat"),
        ] {
            let error = #expect(throws: ServiceError.self) { try nobody.codes(in: bytes, source) }
            #expect(error?.code == .unreadablePicture && error?.reason == reason && error?.hint != nil)
            #expect(error?.message.hasPrefix("“shop.png” is ") == true, "\(error?.message ?? "")")
        }
        let error = #expect(throws: ServiceError.self) { try nobody.codes(in: [0xFF, 0xD8, 0xFF], source) }
        #expect(error?.code == .noPicture && error?.reason == "scanner")
    }

    @Test("the clipboard's picture comes from the program that is installed, as PNG or as JPEG")
    func clipboard() throws {
        let directory = try TemporaryDirectory()
        func reason(_ environment: [String: String]) -> String? {
            do {
                _ = try ClipboardPicture(environment, directory: directory.path).picture()
                return nil
            } catch {
                return (error as? ServiceError).map { "\($0.code.rawValue) \($0.reason ?? ""): \($0.hint ?? "")" }
                    ?? "\(error)"
            }
        }
        #expect(reason([:])?.hasPrefix("noPicture clipboard: ") == true)
        #expect(reason(["DISPLAY": ":0"])?.contains("Install the package xclip") == true)
        #expect(
            reason(["DISPLAY": ":0", "WAYLAND_DISPLAY": "w"])?.contains("Install the package wl-clipboard") == true)
        try directory.script("xclip", "[ \"$*\" = '-selection clipboard -out -target image/jpeg' ] && printf jpeg")
        #expect(try ClipboardPicture(["DISPLAY": ":0"], directory: directory.path).picture() == Array("jpeg".utf8))
        // Wayland's program comes first where both are.
        try directory.script("wl-paste", "[ \"$*\" = '--type image/png' ] && printf png")
        let both = ["DISPLAY": ":0", "WAYLAND_DISPLAY": "w"]
        #expect(try ClipboardPicture(both, directory: directory.path).picture() == Array("png".utf8))
        try directory.script("xclip", "exit 1")
        #expect(reason(["DISPLAY": ":0"])?.hasPrefix("unreadablePicture noPicture: ") == true)
    }

    @Test("the desktop names the file of its picture by a local address, and by no other")
    func screenAddress() {
        for (line, path) in [
            ("file:///tmp/a%20b.png\n", "/tmp/a b.png"), ("file:///x", "/x"), ("file://host/x", nil),
            ("http://x/", nil),
            ("file:///a%00b", nil), ("file:///%FF", nil), ("", nil),
        ] {
            #expect(ScreenPicture.path(ofAddress: Array(line.utf8)) == path, "\(line)")
        }
    }
}

extension TemporaryDirectory {
    fileprivate func script(_ name: String, _ text: String) throws {
        try write(name, "#!/bin/sh\n\(text)\n", mode: 0o700)
    }
}
