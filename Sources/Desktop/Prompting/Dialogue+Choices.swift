import SchemeRouter

extension Dialogue {
    /// The same dialogue with `text` after its last page: on it where both fit into a line of the prompt program, else
    /// on a page of its own.
    func followed(by text: String) -> Dialogue {
        var pages = pages
        let joined = (pages.last.map { $0 + "\n\n" } ?? "") + text
        if AssuanEncoding.encodedLength(of: joined) <= 950 {
            pages = pages.dropLast() + [joined]
        } else {
            pages.append(text)
        }
        return Dialogue(title: title, pages: pages, agree: agree, refuse: refuse, mustBeTyped: mustBeTyped)
    }
}
