import RouterLinux

/// Programs that run what their arguments say: the only list of them, for callbacks (S4) and links that are handed over
/// (S15).
///
/// Other programs run one thing, which is known by its files. These run another program or code, so the same file can be
/// any app, and what it does with a link cannot be known. Interpreters may run a script, because it is a file
/// (``Interpreter``).
enum Starters {
    /// Whether a program of that file name runs other programs, or opens a terminal or a handler for them.
    static func contain(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || name.hasSuffix("-terminal") || name.hasSuffix("-term")
            || name.hasSuffix(".terminal")
            || name.hasPrefix("systemd-")
            || name.hasPrefix("s6-") || name.hasPrefix("qemu-")
            || (name.hasPrefix("ld-") && name.contains(".so"))
            || name.hasPrefix("ld.so") || names.contains(unversioned(name)) || variants.contains(stem(name))
    }

    /// Whether a program of that file name holds shells and other programs.
    static func isCollection(_ name: String) -> Bool { ["busybox", "toybox"].contains(stem(name.lowercased())) }

    /// The name up to its first `.` or `-`: `vim` for `vim.basic`.
    private static func stem(_ name: String) -> String {
        let end = name.utf8.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        return String(name[..<(end ?? name.utf8.endIndex)])
    }

    /// Those that also have variants, such as `bash-static`. Not `dash`, whose name is also that of a coin.
    private static let variants: Set<String> = [
        "bash", "zsh", "ksh", "mksh", "csh", "tcsh", "busybox", "toybox", "vim", "nvim", "emacs",
    ]

    /// The name without the version after it: `python` for `python3.11`, `luajit` for `luajit-2.1`.
    static func unversioned(_ name: String) -> String {
        let bytes = Array(name.utf8)
        func isVersion(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") }
        guard let digit = bytes.firstIndex(where: { (0x30...0x39).contains($0) }), digit > 0,
            bytes[digit...].prefix(while: isVersion).count == bytes.count - digit
        else { return name }
        return String(decoding: bytes[..<digit].reversed().drop { $0 == UInt8(ascii: "-") }.reversed(), as: UTF8.self)
    }

    private static let names: Set<String> = [
        // shells and collections that hold one
        "sh", "bash", "rbash", "dash", "ash", "zsh", "fish", "ksh", "ksh93", "mksh", "csh", "tcsh", "rc", "es", "pwsh",
        "nu", "elvish", "xonsh", "busybox", "busybox-static", "toybox", "yash", "osh", "ysh", "posh", "sash",
        "coreutils", "rksh", "pdksh", "oksh", "loksh", "scsh", "hush", "nushell", "sh.distrib", "pwsh-preview",
        // programs that start what follows
        "env", "nice", "ionice", "nohup", "setsid", "setarch", "linux32", "linux64", "i386", "x86_64", "uname26",
        "stdbuf", "timeout", "time", "xargs", "find", "fd", "fdfind", "watch", "parallel", "entr", "run-parts",
        "chronic",
        "ifne", "unbuffer", "rlwrap", "expect", "eatmydata", "fakeroot", "fakechroot", "proot", "start-stop-daemon",
        "daemonize", "daemon", "cgexec", "numactl", "schedtool", "catchsegv", "at", "batch", "sem", "ts",
        "sudo", "doas", "su", "runuser", "run0", "pkexec", "kdesu", "kdesudo", "gksu", "gksudo", "setpriv", "capsh",
        "setuidgid", "chpst", "softlimit", "su-exec", "gosu", "newgrp", "sg", "chroot", "unshare", "nsenter",
        "machinectl", "uwsm", "uwsm-app", "app2unit", "runapp", "dbus-launch", "dbus-run-session", "dbus-send", "gdbus",
        "busctl",
        "qdbus", "qdbus6", "bwrap", "firejail", "nsjail", "minijail0", "taskset", "chrt", "prlimit", "flock",
        "flatpak-spawn", "host-spawn", "distrobox", "distrobox-enter", "toolbox", "podman", "docker", "nerdctl", "lxc",
        "kubectl", "gamemoderun", "mangohud", "primusrun", "optirun", "prime-run", "switcherooctl", "vglrun",
        "torsocks", "torify", "tsocks", "proxychains", "proxychains4", "trickle", "ltrace", "strace", "gdb",
        "gdbserver",
        "lldb", "valgrind", "perf", "ld.so", "gapplication", "systemctl", "socat", "logsave", "choom",
        "uclampset", "coresched", "aa-exec", "runcon", "cpulimit", "nocache", "faketime", "datefudge", "fakeroot-sysv",
        "fakeroot-tcp", "envdir", "setlock", "please", "sudo-rs", "su-rs", "apptainer", "singularity", "steam-run",
        "script", "screen", "tmux", "dtach", "abduco", "ssh", "mosh", "make",
        "ssh-agent", "scp", "sftp", "git", "split", "xvfb-run", "gnome-session-inhibit", "kde-inhibit", "tini",
        "dumb-init", "cage", "gamescope", "direnv", "mise", "asdf", "byobu", "zellij", "ip", "prove", "gpg-agent",
        "debconf", "lksh", "pasuspender", "padsp", "pw-jack", "i686", "runc", "crun",
        "gmake", "ninja", "just", "nix", "nix-shell", "guix", "npm", "npx", "pnpm", "yarn", "bunx", "uv", "uvx", "pipx",
        "poetry", "pipenv", "conda", "mamba", "cargo", "go", "swift", "bundle", "rake", "javaws",
        "rundll32", "box64", "box86", "muvm", "rr", "bpftrace", "stap", "sysdig", "crontab", "man", "less", "tar",
        "rsync",
        "zip", "nc", "ncat", "netcat", "nc.traditional", "nc.openbsd", "websocat", "telnet", "rsh", "plink",
        "mosh-client", "sshpass", "autossh", "xdotool", "swaymsg", "i3-msg", "hyprctl", "xinit", "startx", "sx", "rofi",
        "dmenu_run", "gnuenv", "genv", "execlineb", "expectk", "tsp", "nq", "watchexec", "hyperfine", "runsv",
        "setuser", "schroot", "lxc-attach", "docker-compose", "podman-remote", "proton", "umu-run", "steam", "lutris",
        "pee", "mispipe", "lckdo", "zrun", "vipe", "vidir", "run-one", "run-this-one", "keep-one-running", "timelimit",
        "doalarm", "ccache", "distcc", "sccache", "heaptrack", "memusage", "uftrace", "apitrace", "waypipe", "xpra",
        "weston", "labwc", "sway", "kwin_wayland", "swayidle", "xautolock", "xss-lock", "asciinema", "ttyrec", "dvtm",
        "reptyr", "scriptlive", "lxqt-sudo", "lxsudo", "sux", "sudoedit", "openvt", "agetty", "login", "lxc-execute",
        "lxc-start", "lxc-usernsexec", "runsc", "ctr", "buildah", "multipass", "limactl", "waydroid", "adb", "vagrant",
        "nodemon", "pm2", "nodenv", "rbenv", "pyenv", "fnm", "volta", "tox", "nox", "pytest", "checkinstall", "bear",
        "scan-build", "strangle", "aoss", "snapctl", "snap-confine", "flatpak-bwrap", "ssh-argv0", "pssh", "clush",
        "ansible", "lftp", "xfrun4", "gmrun", "krunner", "wofi", "fuzzel", "jgmenu", "sxhkd", "xbindkeys", "ydotool",
        // builders, compilers and debuggers that run what an option or a file names
        "cmake", "ctest", "bmake", "remake", "samu", "scons", "ant", "mvn", "gradle", "bazel", "gcc", "cc", "clang",
        "g++", "c++", "clang++", "gdb-multiarch", "gdbtui", "cgdb",
        // languages whose code is an argument, and editors and tools that run it
        "awk", "gawk", "mawk", "nawk", "original-awk", "sed", "dc", "bc", "vi", "vim", "nvim", "gvim", "emacs",
        "emacsclient", "ed", "ex", "m4", "jshell", "ghci", "psql", "sqlite3", "osascript",
        "scheme", "clisp", "ecl", "gosh", "csi", "raku", "perl6", "crystal", "dart", "nim", "zig", "tcc", "gforth",
        "janet",
        "ts-node", "tsx", "coffee", "ipython", "bpython", "qjs", "gs", "tex", "latex", "pdflatex", "xelatex",
        "lualatex", "view", "rview", "gview", "irb",
        "jrunscript", "bsh", "kscript", "jbang", "lein", "sbt", "ocamlrun", "utop", "gsi", "gxi", "chez", "chezscheme",
        "petite", "mzscheme", "gracket", "mit-scheme", "chibi-scheme", "kawa", "bigloo", "ccl", "abcl", "cmucl", "gcl",
        "newlisp", "picolisp", "jimsh", "itclsh", "rexx", "regina", "snobol4", "pforth", "maxima", "scilab",
        "scilab-cli", "mongosh", "mongo", "mysql", "mariadb", "redis-cli", "duckdb", "usql", "rhino",
        "d8", "mujs", "texlua", "luatex", "texluajit", "latexmk", "asy", "mpost", "pdftex", "etex", "php-cgi",
        "phpdbg", "hhvm", "runghc", "erb", "pry",
        // openers, which look for a handler by their own rules
        "xdg-open", "gio", "gvfs-open", "gnome-open", "kde-open", "kde-open5", "kde-open6", "kioclient", "kioclient5",
        "kioclient6", "kfmclient", "kstart", "kstart5", "exo-open", "mimeopen", "run-mailcap", "see", "open",
        "gtk-launch", "gtk4-launch", "dex", "dex-autostart", "handlr", "mimeo", "sensible-browser", "x-www-browser",
        "www-browser", "gnome-www-browser",
        // terminals
        "tilda", "tabby", "wezterm-gui", "kitten",
        "xterm", "uxterm", "lxterm", "rxvt", "urxvt", "konsole", "alacritty", "kitty", "foot", "footclient", "st",
        "wezterm", "terminator", "tilix", "terminology", "qterminal", "ghostty", "kgx", "ptyxis", "x-terminal-emulator",
        "cool-retro-term", "xdg-terminal-exec",
        "gnome-terminal.wrapper", "gnome-terminal.real", "yakuake", "guake", "eterm", "aterm", "mlterm",
        "sakura", "lxterminal", "roxterm", "zutty", "contour", "rio",
    ]
}

/// A program that runs a script whose path is an argument. The script is then a file of the app.
struct Interpreter: Sendable {
    /// What may stand before the script: letters that may follow one dash, and beginnings of whole words. Everything
    /// else could name more code, or have a value of its own that hides where the script is.
    private let letters: String
    private let words: [String]
    /// The word that must stand before the script; nil for none.
    private let before: String?

    private init(letters: String = "", words: [String] = [], before: String? = nil) {
        (self.letters, self.words, self.before) = (letters, words, before)
    }

    /// Nil unless a program of that file name is an interpreter.
    static func named(_ name: String) -> Interpreter? {
        let name = name.lowercased()
        let base = name.utf8.prefix { !(0x30...0x39).contains($0) }.reversed().drop { $0 == UInt8(ascii: "-") }
        return known[name] ?? known[String(decoding: base.reversed(), as: UTF8.self)]
    }

    /// How a shell of that file name reads a script; nil unless it is one.
    static func shell(_ name: String) -> Interpreter? {
        let name = name.lowercased()
        let base = name.hasSuffix("-static") ? String(name.dropLast(7)) : Starters.unversioned(name)
        return shells[name] ?? shells[base]
    }

    /// The position of the script among the arguments; nil if none is clearly the script.
    /// - Parameter arguments: nil for those that contain the link.
    func script(among arguments: ArraySlice<String?>) -> Int? {
        var isNamed = before == nil
        for (position, argument) in zip(arguments.indices, arguments) {
            guard let argument, !argument.isEmpty else { return nil }
            if !isNamed, argument == before {
                isNamed = true
            } else if argument.hasPrefix("-") || words.contains(argument) {
                guard isHarmless(argument) else { return nil }
            } else {
                return isNamed ? position : nil
            }
        }
        return nil
    }

    private func isHarmless(_ word: String) -> Bool {
        if words.contains(where: word.hasPrefix) { return true }
        let flags = word.dropFirst()
        return !flags.isEmpty && flags.allSatisfy { letters.contains($0) }
    }

    private static let python = Interpreter(letters: "bBdEIOPqsSuv")
    private static let node = Interpreter(words: ["--no-warnings", "--no-deprecation"])
    private static let java = Interpreter(words: ["-Xm", "-Xs", "-D", "--add-opens="], before: "-jar")
    private static let dotNet = Interpreter()
    private static let plain = Interpreter()
    /// Scripts of GNOME begin with `#!/usr/bin/gjs -m`: the script is a module.
    private static let gjs = Interpreter(letters: "m")
    private static let electron = Interpreter(words: [
        "--ozone-platform", "--enable-features=", "--disable-gpu", "--no-sandbox", "--class=",
    ])

    private static let bourne = Interpreter(letters: "abefhmnpuvxCE")
    private static let shells: [String: Interpreter] = [
        "sh": bourne, "bash": bourne, "rbash": bourne, "dash": bourne, "ash": bourne, "zsh": bourne, "ksh": bourne,
        "ksh93": bourne, "mksh": bourne, "lksh": bourne, "yash": bourne, "rksh": bourne, "pdksh": bourne,
        "oksh": bourne, "loksh": bourne, "sh.distrib": bourne, "hush": bourne, "scsh": plain, "nushell": plain,
        "pwsh-preview": plain, "csh": Interpreter(letters: "efvx"),
        "tcsh": Interpreter(letters: "efvx"), "fish": plain, "rc": plain, "es": plain, "pwsh": plain, "nu": plain,
        "elvish": plain, "xonsh": plain, "osh": plain, "ysh": plain, "posh": plain, "sash": plain,
    ]

    private static let known: [String: Interpreter] = [
        "python": python, "pypy": python, "micropython": plain, "perl": Interpreter(letters: "tTwW"),
        "ruby": Interpreter(letters: "w"), "php": plain, "php-cli": plain, "lua": plain, "luajit": plain,
        "node": node, "nodejs": node, "deno": Interpreter(words: ["--allow-"], before: "run"),
        "bun": Interpreter(before: "run"), "electron": electron, "gjs": gjs, "gjs-console": gjs, "cjs": plain,
        "qml": plain, "qmlscene": plain, "tclsh": plain, "wish": plain, "guile": plain, "racket": plain, "sbcl": plain,
        "erl": plain, "escript": plain, "elixir": plain, "r": plain, "rscript": plain, "julia": plain,
        "octave": plain, "octave-cli": plain, "gnuplot": plain, "swipl": plain, "ocaml": plain, "runhaskell": plain,
        "groovy": plain,
        "scala": plain, "kotlin": plain, "clojure": plain, "mono": dotNet, "mono-sgen": dotNet, "dotnet": dotNet,
        "java": java, "javaw": java, "jruby": plain, "jython": plain, "graalpy": plain, "wine": plain, "wine64": plain,
        "wine-stable": plain, "wine-development": plain, "wine-preloader": plain,
        "appimage-run": plain, "appimagelauncher": plain,
    ]
}
