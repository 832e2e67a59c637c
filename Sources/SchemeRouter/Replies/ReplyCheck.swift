/// Compares a plugin's reply with the request, before the person is asked (S4, S11): it may go only where the request
/// says, and contain only what was requested, what the request itself contains, and words of its protocol.
struct ReplyCheck {
    let request: ReplyRequest
    let ending: Ending
    /// The reply form of the link's scheme; nil if it has none.
    let form: ReplyForm?

    /// What is wrong with a reply; nil if it may be given.
    func complaint(about reply: ReplyTemplate) -> String? {
        if let link = reply.link, let complaint = complaint(about: link) { return complaint }
        if let link = reply.linkWithoutServer, let complaint = complaint(about: link) { return complaint }
        guard let post = reply.post else { return nil }
        guard ending == .done, let server = request.dapp?.server, post.server == server else {
            return "it is sent to a server that the link does not name"
        }
        return complaint(about: post.body)
    }

    /// The most bytes of a reply before its blanks are filled. Linux does not start a program with an argument of 128
    /// KiB.
    private static let maxLength = 65_536

    private func complaint(about link: LinkTemplate) -> String? {
        guard link.longestLength <= Self.maxLength || link.description.utf8.count <= Self.maxLength else {
            return "it has more than \(Self.maxLength) bytes"
        }
        // An answer goes to one app only. If no form includes a proof, the proof is the whole answer.
        if case .link(let asked) = request, let proof = asked.proof {
            return ending == .done && link == LinkTemplate(proof) ? nil : "it is not the proof that the link asks for"
        }
        let due: LinkTemplate
        let wake = request.dapp?.wake
        if let wake, let between = link.between {
            due = LinkTemplate(filling: wake, [])
            guard between.elementsEqual(due.between ?? [], by: { $0.isSame($1) }),
                link.fields.map(\.name).elementsEqual(wake.blanks, by: { $0.isSame($1) })
            else { return "it fills blanks that the link does not have" }
        } else if let wake {
            due = LinkTemplate(continuing: wake, [])
        } else if let sender = request.sender, link.between == nil {
            guard link.goes(to: sender) else { return Self.elsewhere }
            return complaint(about: link.fields)
        } else {
            return "nobody should be notified"
        }
        guard link.scheme.isSame(due.scheme), link.opening.isSame(due.opening), link.ending.isSame(due.ending) else {
            return Self.elsewhere
        }
        return complaint(about: link.fields, mayRepeat: link.between != nil)
    }

    private static let elsewhere = "it does not go where the link says"

    /// - Parameter mayRepeat: whether a value may appear twice, in two blanks with the same name.
    private func complaint(about fields: [ReplyField], mayRepeat: Bool = false) -> String? {
        guard let form else { return "links of this scheme get no reply" }
        for position in fields.indices {
            let name = fields[position].name
            if !mayRepeat {
                for other in 0..<position where fields[other].name.isSame(name) { return "a field appears twice" }
            }
            let result = form.blank(of: name)
            guard result != nil || form.has(field: name) else { return "it has an extra field" }
            if let result, !fields[position].value.isFilled(with: result) {
                return "a field does not match the result"
            }
            if let complaint = complaint(about: fields[position].value, form) { return complaint }
        }
        return nil
    }

    private func complaint(about value: ReplyValue, _ form: ReplyForm) -> String? {
        let isAllowed: Bool
        switch value {
        case .text(let text): isAllowed = form.has(text, in: ending) || request.says(text)
        case .literal(let json): isAllowed = json == .null || form.has(json.text, in: ending)
        case .blank(let blank), .digits(let blank):
            isAllowed = ending == .done && request.mayTell(blank)
        case .object(let members): return complaint(about: members)
        }
        return isAllowed ? nil : "it reveals something that the link does not ask for"
    }
}

extension ReplyRequest {
    /// What is wrong with a reply to the request; nil if it may be given.
    /// - Parameter form: the reply form of the link's scheme; nil if it has none.
    package func complaint(about reply: ReplyTemplate, ending: Ending, form: ReplyForm?) -> String? {
        ReplyCheck(request: self, ending: ending, form: form).complaint(about: reply)
    }
}

extension ServiceError {
    static func refusedReply(_ complaint: String) -> ServiceError {
        ServiceError(
            .refusedByCheck, "The reply does not match the link: \(complaint).",
            hint: "No reply was sent. This is a bug in the coin's plugin; please report it.")
    }
}
