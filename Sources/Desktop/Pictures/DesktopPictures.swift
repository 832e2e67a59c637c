import RouterDialogue
import RouterLinux
import SchemeRouter

/// The picture on the clipboard, read by the desktop's program: `wl-paste` under Wayland, `xclip` under X11.
///
/// The portal gives the clipboard only to programs that control another computer's screen, and under Wayland only a program with
/// the focus may read it itself; these two are what terminals have for it.
struct ClipboardPicture {
    private let environment: [String: String]
    private let directory: String

    init(_ environment: [String: String], directory: String = "/usr/bin") {
        (self.environment, self.directory) = (environment, directory)
    }

    func picture() throws -> [UInt8] {
        let programs = [
            ("WAYLAND_DISPLAY", "wl-paste", "wl-clipboard", ["--type"]),
            ("DISPLAY", "xclip", "xclip", ["-selection", "clipboard", "-out", "-target"]),
        ].filter { environment[$0.0]?.isEmpty == false }
        let found = programs.first { PromptSelection.problem(at: "\(directory)/\($0.1)") == nil }
        guard let (_, name, _, options) = found else {
            guard let needed = programs.first?.2 else {
                throw ServiceError(
                    .noPicture, "There is no clipboard: this program was not started from a desktop.",
                    hint: "Save the picture, and open its file.", reason: "clipboard")
            }
            throw ServiceError(
                .noPicture, "Reading the clipboard needs a program that is not installed.",
                hint: "Install the package \(needed), or save the picture and open its file.",
                reason: "clipboard")
        }
        let path = "\(directory)/\(name)"
        for type in ["image/png", "image/jpeg"] {
            let bytes = Self.output(
                of: Spawn(
                    program: path, arguments: [path] + options + [type],
                    environment: ProcessEnvironment.clean(environment)),
                limit: PictureLimits.bytes, within: .seconds(20))?.bytes
            guard let bytes, !bytes.isEmpty else { continue }
            guard bytes.count <= PictureLimits.bytes else {
                throw PictureSource.clipboard.unreadable(.tooLarge, "is larger than 32 MiB.")
            }
            return bytes
        }
        throw ServiceError(
            .unreadablePicture, "There is no picture on the clipboard.",
            hint: "Copy the picture itself, as PNG or JPEG. If the clipboard has a link, paste that.",
            reason: "noPicture")
    }

    /// What a program writes, and its status; nil if it does not start or takes too long.
    static func output(of spawn: Spawn, limit: Int, within time: Duration) -> (bytes: [UInt8], status: Int32)? {
        let deadline = Deadline(in: time)
        guard let child = try? ChildProcess.start(spawn), let bytes = try? child.readAll(limit: limit, until: deadline)
        else { return nil }
        return child.end(until: Deadline(in: .seconds(2))).map { (bytes, $0.status) }
    }
}

/// A picture of the screen, from the desktop's portal (org.freedesktop.portal.Screenshot). The desktop lets the person choose a
/// part and agree, also under Wayland, where no program can take one by itself.
enum ScreenPicture {
    /// The path of the file in which the desktop keeps it.
    static func path(_ environment: [String: String]) throws -> String {
        guard let program = WindowProgram.find(environment) else {
            throw ServiceError(
                .noPicture,
                "A picture of the screen needs a desktop, and a program that is not installed or that others could change.",
                hint: "Install the package schemerouter-window, or save a screenshot and open its file.",
                reason: "screen")
        }
        let spawn = Spawn(
            program: program, arguments: [program, "screenshot"], environment: WindowProgram.environment(environment))
        let output = ClipboardPicture.output(of: spawn, limit: 16_384, within: .seconds(180))
        if output?.status == 1 { throw PromptError.refused }
        if output?.status == 2 { throw PromptError.timedOut }
        guard let output, output.status == 0, let path = path(ofAddress: output.bytes) else {
            throw ServiceError(
                .noPicture, "The desktop gives no picture of its screen.",
                hint:
                    "It needs xdg-desktop-portal with a part for this desktop. Or save a screenshot and open its file.",
                reason: "screen")
        }
        return path
    }

    /// The path in `file:///…`, on a line.
    static func path(ofAddress line: [UInt8]) -> String? {
        let address = line.prefix { $0 != 0x0A }
        let start = Array("file://".utf8)
        guard address.starts(with: start + [0x2F]),
            let path = try? PercentDecoding.decode(Array(address).span, start.count..<address.count), !path.contains(0)
        else { return nil }
        return String(validating: path, as: UTF8.self)
    }
}
