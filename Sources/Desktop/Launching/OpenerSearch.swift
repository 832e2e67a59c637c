import RouterLinux
import SchemeRouter

/// Finds who started this program with a link, in what the kernel and systemd say of its ancestors (S10).
///
/// The answer is a claim of the desktop (`Opener`). Programs that only pass links on are skipped: `xdg-open`, `gio`
/// and their like. Many of them end as soon as they have started something, which then has no ancestors, but is still in
/// the group, the session and the unit of whoever used them. Where a portal, a bus or systemd started this program, only the
/// unit that it runs in can tell; if that is its own, nothing is known. What each opener leaves was measured
/// (Documentation/protocols/linux-desktop.md §1.4).
public struct OpenerSearch: Sendable {
    private let processes: String
    private let directories: XDGDirectories

    /// The most ancestors that are looked at. An opener is a shell script that starts another opener.
    private static let mostAncestors = 12
    /// They pass links on, and have none of their own.
    private static let passing: Set = [
        "xdg-open", "gio", "gio-launch-desktop", "gvfs-open", "gnome-open", "kde-open", "kde-open5", "kioclient",
        "kioclient5", "kfmclient", "exo-open", "exo-helper-1", "exo-helper-2", "mate-open", "pcmanfm-qt-open",
        "qtxdg-mat", "open", "run-mailcap", "see", "env", "setsid", "nohup", "dbus-launch",
    ]
    /// They start programs for others, who are not among their ancestors.
    private static let serving: Set = [
        "systemd", "init", "dbus-daemon", "dbus-broker", "dbus-broker-launch", "xdg-desktop-portal",
        "xdg-desktop-portal-gtk", "xdg-desktop-portal-gnome", "xdg-desktop-portal-kde", "xdg-desktop-portal-lxqt",
        "snap", "snapd", "kded5", "kded6", "klauncher", "kdeinit5",
        // They show menus, and start what is chosen there.
        "gnome-shell", "gnome-session-binary", "plasmashell", "krunner", "xfce4-panel", "xfce4-session", "xfdesktop",
        "cinnamon", "mate-panel", "lxqt-panel", "lxqt-runner", "openbox",
    ]
    private static let longest = 65_536

    /// - Parameters:
    ///   - directories: where desktop entries are, for the names of apps.
    ///   - processes: where the kernel shows processes.
    public init(directories: XDGDirectories, processes: String = "/proc") {
        self.directories = directories
        self.processes = processes
    }

    /// Who opened the link that the process received; nil if that cannot be known.
    /// - Parameter process: the process, as `/proc` names it.
    public func opener(of process: String = "self") -> Opener? {
        guard let own = Process(stat: text(process, "stat")) else { return nil }
        // In a sandbox of its own, every process is seen from inside.
        let isConfined = flatpak(process) != nil
        var next = own.parent
        if let parent = Process(stat: text("\(next)", "stat")), own.isTyped(after: parent) { return .typed }
        for _ in 0..<Self.mostAncestors where next > 1 {
            guard let ancestor = Process(stat: text("\(next)", "stat")),
                let path = SymbolicLink.destination(of: "\(processes)/\(next)/exe")
            else { break }
            let name = name(of: "\(next)", path)
            if Self.serving.contains(name) { break }
            if !Self.passing.contains(name) { return opener("\(next)", path, isConfined) }
            next = ancestor.parent
        }
        if let leader = leader(of: own, process, isConfined) { return leader }
        let unit = unit(of: process)
        return unit.flatMap { $0.id.lowercased().contains("schemerouter") ? nil : titled($0) }
    }

    /// The app that leads the group or the session of a process, and runs in the same unit; nil if none does. A program of
    /// the desktop leads many apps, but those have units of their own.
    private func leader(of own: Process, _ process: String, _ isConfined: Bool) -> Opener? {
        [own.group, own.session].lazy.filter { $0 > 1 && $0 != own.number }.compactMap { number in
            guard let path = SymbolicLink.destination(of: "\(processes)/\(number)/exe"),
                text("\(number)", "cgroup") == text(process, "cgroup")
            else { return nil }
            let name = name(of: "\(number)", path)
            return Self.serving.contains(name) || Self.passing.contains(name)
                ? nil : opener("\(number)", path, isConfined)
        }.first
    }

    /// Nil for a program of which the desktop knows nothing: neither an entry nor a unit.
    private func opener(_ process: String, _ path: String, _ isConfined: Bool) -> Opener? {
        if !isConfined, let app = flatpak(process) { return titled(Opener(.flatpak, app)) }
        let unit = unit(of: process)
        if let unit, unit.kind != .app { return titled(unit) }
        // What was started in a terminal runs in the unit of the terminal: only the title of the same program counts.
        let program = path.pathNames.last ?? path
        let title = [unit?.id, program].compactMap(\.self).lazy.compactMap { entry($0) }
            .first { $0.exec.map { $0.split(at: " ").contains { $0.pathNames.last == program } } ?? false }
        return title.map { Opener(.program, path, title: $0.name) }
    }

    /// The id that Flatpak gives a sandbox; nil if the process is in none.
    private func flatpak(_ process: String) -> String? {
        KeyFile.read("\(processes)/\(process)/root/.flatpak-info", limit: Self.longest)?
            .string("name", in: "Application").flatMap { Self.isID($0) ? $0 : nil }
    }

    /// The file name of the program, or of the script that it interprets.
    private func name(of process: String, _ path: String) -> String {
        let words = text(process, "cmdline")?.split(at: "\0") ?? []
        let script = words.count > 1 ? words[1].pathNames.last : nil
        if let script, Self.passing.contains(script) { return script }
        return path.pathNames.last ?? path
    }

    private func text(_ process: String, _ name: String) -> String? {
        BoundedFile.read("\(processes)/\(process)/\(name)", limit: Self.longest).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// The app whose unit the process runs in (systemd's “Desktop Environment Integration”): `app-gnome-ID-1.scope`,
    /// `app-flatpak-ID-1.scope`, `app-ID@1.service` or `snap.NAME.APP-1.scope`.
    private func unit(of process: String) -> Opener? {
        let lines = text(process, "cgroup")?.split(at: "\n") ?? []
        guard let line = lines.first(where: { $0.hasPrefix("0::") || $0.contains(":name=systemd:") }),
            let unit = line.pathNames.last,
            let dot = unit.lastIndex(of: "."), ["scope", "service"].contains(unit[unit.index(after: dot)...])
        else { return nil }
        let name = unit[..<dot]
        if name.hasPrefix("snap.") {
            let parts = name.split(separator: ".")
            return parts.count > 2 && Self.isID(String(parts[1])) ? Opener(.snap, String(parts[1])) : nil
        }
        var parts = name.split(separator: "-").map(String.init)
        guard parts.first == "app", parts.count > 1 else { return nil }
        parts.removeFirst()
        if unit.hasSuffix(".scope") { parts.removeLast() }
        guard var id = parts.last else { return nil }
        id = String(id.prefix { $0 != "@" }).replacing("\\x2d", with: "-")
        guard Self.isID(id) else { return nil }
        return Opener(parts.count > 1 && parts[0] == "flatpak" ? .flatpak : .app, id)
    }

    private func titled(_ opener: Opener) -> Opener {
        Opener(opener.kind, opener.id, title: entry(opener.id)?.name)
    }

    private func entry(_ id: String) -> DesktopEntry? {
        DesktopEntryID("\(id).desktop")?.entry(in: directories.applicationDirectories)
    }

    private static func isID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") }
    }

    /// What the kernel says of a process in `/proc/PID/stat`.
    private struct Process {
        let number: Int
        let parent: Int
        let group: Int
        let session: Int
        private let foreground: Int

        init?(stat: String?) {
            // The name before it may contain anything, also spaces and parentheses.
            guard let stat, let end = stat.lastIndex(of: ")") else { return nil }
            let fields = stat[stat.index(after: end)...].split(separator: " ")
            guard fields.count > 5, let number = Int(stat.prefix { $0 != " " }), let parent = Int(fields[1]),
                let group = Int(fields[2]), let session = Int(fields[3]), let foreground = Int(fields[5])
            else { return nil }
            (self.number, self.parent, self.group) = (number, parent, group)
            (self.session, self.foreground) = (session, foreground)
        }

        /// Whether a shell gave this process the terminal for a command of its own. Programs that were started in the
        /// terminal keep what they open in their own group, or give it a session of its own.
        func isTyped(after parent: Process) -> Bool {
            group == foreground && session == parent.session && group != parent.group
        }
    }
}
