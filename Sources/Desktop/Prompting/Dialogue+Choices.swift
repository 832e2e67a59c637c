import SchemeRouter

extension Dialogue {
    /// The same dialogue with `lines` after its last page: on that page if they fit into a line of the prompt program,
    /// otherwise on additional pages.
    func followed(by lines: [String]) -> Dialogue {
        var pages = pages
        var isFirst = true
        for line in lines {
            let joined = (pages.last.map { $0 + (isFirst ? "\n\n" : "\n") } ?? "") + line
            let count = joined.utf8.count { $0 == UInt8(ascii: "\n") } + 1
            if AssuanEncoding.encodedLength(of: joined) <= 950, count <= PageLayout.maxLines {
                pages = pages.dropLast() + [joined]
            } else {
                pages.append(line)
            }
            isFirst = false
        }
        return Dialogue(
            title: title, pages: pages, agree: agree, refuse: refuse, mustBeTyped: mustBeTyped, about: subject)
    }
}
