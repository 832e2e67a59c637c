import Glibc
import RouterLinux
import SchemeRouter

/// The results of one link, in a folder of its own, separate from those of other links.
///
/// ``DemoHome/opener`` fills it, however the link was opened.
struct CardFolder {
    let path: String

    init(_ link: DemoLink, in home: DemoHome) {
        path = "\(home.path)/cards/\(link.id)"
    }

    /// Whether `router` is still running for the link.
    var isRunning: Bool { Linux.access(path + "/running", F_OK) == 0 }
    /// The exit code of `router`; nil while it runs.
    var exit: Int? { Int(SmallFile.tail(path + "/ended", limit: 16).prefix { $0 != "\n" }) }
    /// What `router` printed.
    var printed: String { SmallFile.tail(path + "/printed", limit: 4_096) }
    /// The dialogues that the scripted prompt was shown.
    var dialogues: String { SmallFile.tail(dialogueFile, limit: 16_384) }

    /// The reply to the link when it was last opened, from the lines of `demo-receiver`; nil if there is none yet.
    static func callback(to link: DemoLink, in lines: [String]) -> String? {
        guard let mark = mark(of: link), let last = lines.last(where: { $0.hasPrefix(mark) }) else { return nil }
        return last == mark ? nil : last
    }

    /// What ``DemoHome/opener`` writes to separate the replies of successive openings; nil if there are no replies.
    private static func mark(of link: DemoLink) -> String? { link.sender.map { "\($0):" } }

    private var dialogueFile: String { path + "/dialogues" }
    private var prompt: String { path + "/prompt" }

    /// - Parameter scriptedPrompt: starts `demo-prompt` with the passcode; the name of a file is appended.
    private func make(scriptedPrompt: String) throws(DemoError) {
        guard Linux.mkdir(path, 0o700) == 0 else { throw .system(path) }
        try SmallFile.write(prompt, "#!/bin/sh\nexec \(scriptedPrompt) \(dialogueFile)\n", mode: 0o700)
    }

    /// Makes the folders of all links and the program that opens them.
    /// - Parameters:
    ///   - options: the options of every `router` command.
    ///   - asksPerson: whether the person's own prompt program asks, instead of the scripted one.
    static func makeAll(
        of links: [DemoLink], in home: DemoHome, options: [String], scriptedPrompt: String, asksPerson: Bool
    ) throws(DemoError) {
        let parent = home.path + "/cards"
        guard Linux.mkdir(parent, 0o700) == 0 else { throw .system(parent) }
        var cases = ""
        for link in links {
            try CardFolder(link, in: home).make(scriptedPrompt: scriptedPrompt)
            cases += "    \(ShellWord.of(link.url))) card=\(link.id) mark=\(mark(of: link) ?? "") ;;\n"
        }
        let router = (["\(home.path)/bin/router"] + options.map(ShellWord.of)).joined(separator: " ")
        try SmallFile.write(
            home.opener,
            """
            #!/bin/sh
            # Opens a link of the demo page with router, and keeps the outcome in the folder of its card.
            case $1 in
            \(cases)    *) echo "error: This is not a link of the demo page." >&2; exit 64 ;;
            esac
            cd "\(parent)/$card" || exit 70
            mkdir running 2>/dev/null || exit 75
            trap 'rmdir running' EXIT
            trap 'exit 143' HUP INT TERM
            rm -f ended dialogues
            [ -z "$mark" ] || echo "$mark" >>\(home.callbacks)
            \(router) \(asksPerson ? "" : "--pinentry \"$PWD/prompt\" ")open -- "$1" >printed 2>&1
            code=$?
            echo "$code" >ended
            exit "$code"

            """, mode: 0o700)
    }
}
