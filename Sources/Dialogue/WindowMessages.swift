/// The protocol between `router` and `router-window`: JSON objects, one a line, on the window's standard input and output.
///
/// The window says first which version it speaks. Then `router` asks one question at a time, and the window answers each
/// one once, repeating its id and nonce. A secret goes through a pipe of its own: the answer has only its length. While it
/// lives the window reports that, so that one that hangs is noticed (Documentation/window.md).
public enum WindowProtocol {
    /// The version spoken here. Another one is another protocol.
    public static let version = 1
    /// The longest line to the window, in bytes, with its line feed.
    public static let longestOrder = 8 << 20
    /// The longest line from the window, in bytes, with its line feed.
    public static let longestReport = 16_384
    /// The longest secret, in bytes.
    public static let longestSecret = 1_024
    /// The descriptor of the window to which it writes secrets.
    public static let secretDescriptor: Int32 = 3
    /// Seconds between two reports that the window lives.
    public static let pulse = 2
}

/// One question, as the window shows it.
public struct WindowQuestion: Sendable, Equatable {
    /// What the person can answer.
    public enum Form: Sendable, Equatable {
        /// Agree or refuse. If `typed` is a word, they must type it to agree (S5).
        case confirm(typed: String?)
        /// Type a secret, named by `label`.
        case secret(label: String)
        /// Type a line that is not secret.
        case line(label: String)
        /// Agree, the other way, or refuse.
        case choose(otherwise: String)
        /// Select one of several, or refuse.
        case select([WindowOption])
        /// Read, and close.
        case tell
    }

    /// Distinguishes the question from others of the same run.
    public var id: Int
    /// A random text that only the asker and the window know.
    public var nonce: String
    public var form: Form
    /// The window's title.
    public var title: String
    public var content: DialogueContent
    /// The label of the button that agrees.
    public var agree: String
    /// The label of the button that refuses.
    public var refuse: String
    /// What was wrong with the answer before; nil at first.
    public var mistake: String?
    /// Seconds without any sign of the person until the question counts as refused.
    public var seconds: Int

    public init(
        id: Int, nonce: String, form: Form, title: String, content: DialogueContent, agree: String, refuse: String,
        mistake: String? = nil, seconds: Int
    ) {
        (self.id, self.nonce, self.form, self.title, self.content) = (id, nonce, form, title, content)
        (self.agree, self.refuse, self.mistake, self.seconds) = (agree, refuse, mistake, seconds)
    }
}

/// One of several options.
public struct WindowOption: Sendable, Equatable {
    public var label: String
    /// Distinguishes it from others; nil for none.
    public var detail: String?
    /// The name of an icon of the theme, as a desktop entry has it; nil for none, or if the entry names a file, which anybody
    /// may have drawn.
    public var icon: String?

    public init(label: String, detail: String? = nil, icon: String? = nil) {
        (self.label, self.detail, self.icon) = (label, detail, icon)
    }
}

/// What `router` sends.
public enum WindowOrder: Sendable, Equatable {
    /// Show a question in place of the one before.
    case ask(WindowQuestion)
    /// The answer before was wrong: ask the same again, and say why.
    case again(id: Int, nonce: String, mistake: String)
    /// Nothing more is asked for now: close.
    case finish
}

/// What the window sends.
public enum WindowReport: Sendable, Equatable {
    /// It is ready to ask, in this version of the protocol.
    case ready(version: Int)
    /// It still handles events.
    case alive
    /// The person answered a question.
    case answer(id: Int, nonce: String, WindowAnswer)
}

/// An answer to a question.
public enum WindowAnswer: Sendable, Equatable {
    case agreed
    case refused
    case otherwise
    /// The position of an option.
    case selected(Int)
    /// A line that is not secret.
    case typed(String)
    /// So many bytes of a secret are in its pipe.
    case secret(bytes: Int)
    /// Nobody answered.
    case timedOut
}

/// A line that is none of the protocol.
public struct WindowProtocolError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, as the end of a sentence.
    public let description: String
}
