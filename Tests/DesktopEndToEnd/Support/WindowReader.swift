import Foundation
import RouterTestSupport
import Testing

/// Reads what stands in the fields of another program's window, as a person would copy it: field by field, select all, copy,
/// and the next. Nothing is pressed.
struct WindowReader {
    /// Python with Qt's clipboard.
    static let python = Python(importing: "PyQt5.QtWidgets")
    /// Where pictures of windows are kept after the tests, for people.
    static let pictures = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../build/artefacts")
        .standardizedFileURL

    let home: DesktopHome
    let session: DesktopSession

    /// Waits for a window and until its fields say all of `expected`, and keeps a picture of the display.
    /// - Parameters:
    ///   - title: a regular expression.
    ///   - picture: the name of the picture, without its ending.
    func expect(_ expected: [String], in title: String, picture: String) throws {
        try FileManager.default.createDirectory(at: Self.pictures, withIntermediateDirectories: true)
        let file = Self.pictures.appendingPathComponent("\(picture).png").path
        let reader = try home.start(
            ["/usr/bin/python3", "-c", Self.program, title, file] + expected, shared: true, session.variables)
        try #require(reader.status() == 0, "\(reader.printed)")
        #expect(FileManager.default.fileExists(atPath: file))
    }

    /// Ends with 0 as soon as each text was in the clipboard; a text that never comes makes the test end it.
    private static let program = """
        import subprocess, sys, time
        from PyQt5.QtWidgets import QApplication
        title, picture, missing = sys.argv[1], sys.argv[2], set(sys.argv[3:])
        app = QApplication(sys.argv[:1])
        seen = []
        def xdotool(*words):
            return subprocess.run(("xdotool",) + words, capture_output=True, text=True).stdout.split()
        while missing:
            windows = xdotool("search", "--onlyvisible", "--name", title)
            if not windows:
                time.sleep(0.1)
                continue
            xdotool("windowfocus", windows[-1], "key", "ctrl+a", "ctrl+c")
            # The answer of the program to the keys has no sign by which to wait for it, and what comes late is read later.
            time.sleep(0.2)
            app.processEvents()
            text = app.clipboard().text()
            if text not in seen:
                seen.append(text)
                print(text, flush=True)
            missing.discard(text)
            xdotool("key", "Tab")
        app.primaryScreen().grabWindow(0).save(picture)
        """
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, with the reason, where windows cannot be read.
    static var readsWindows: Self {
        .enabled(
            if: WindowReader.python != nil && Installed.path(of: "xdotool") != nil,
            "to run this, install xdotool python3-pyqt5")
    }
}
