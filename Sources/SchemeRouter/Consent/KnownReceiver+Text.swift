extension KnownReceiver {
    /// Name, path and arguments, safe to show.
    var text: Paragraph {
        guard let arguments, !arguments.isSame(ReceivingProgram.justLink) else {
            return "\(Quoted(name, limit: 80)) (\(word: executable))"
        }
        return "\(Quoted(name, limit: 80)) (\(word: executable), started with \(Quoted(arguments, limit: 1_000)))"
    }

    /// The same, with the desktop entry if nothing else that is shown differs from `program`.
    func text(besides program: ReceivingProgram) -> Paragraph {
        guard let desktopEntry, executable.isSame(program.executable), arguments?.isSame(program.arguments) == true
        else { return text }
        return "\(text), by its entry \(word: desktopEntry) and not \(word: program.desktopEntry)"
    }
}
