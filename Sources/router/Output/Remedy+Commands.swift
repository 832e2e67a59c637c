import SchemeRouter

/// What the library leaves to the program: which command helps.
extension Remedy {
    /// Sets the sentences of this program.
    static func wordCommands() {
        word { remedy in
            switch remedy {
            case .unlock:
                "“router unlock” ends that now, and a link that you type after “router open” in a terminal is always asked about."
            case .checkDescriptors: "“router check” shows the mistakes."
            }
        }
    }
}
