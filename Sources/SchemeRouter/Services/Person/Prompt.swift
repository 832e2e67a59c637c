/// The program that asks the person: pinentry, or the terminal where it really is the person's.
///
/// Each call is one dialogue. A dialogue that is not answered within ``Dialogue/timeout`` counts as refused.
/// Implementations show texts literally: no markup, no escape sequences.
public protocol Prompt: Sendable {
    /// Returns when the person agreed: by a word that they typed where ``Dialogue/mustBeTyped`` says so.
    func confirm(_ dialogue: Dialogue) async throws(PromptError)

    /// The passcode the person typed. `mistake` says what was wrong with the one before.
    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret

    /// A line of text that is no secret, such as an amount. `mistake` says what was wrong with the one before.
    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String

    /// One of two ways to go on; refusing is the third. The answer is typed, as a number: not all prompt programs show
    /// three buttons, and in many the return key takes the first (S5).
    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice

    /// Tells the person something.
    func tell(_ dialogue: Dialogue) async throws(PromptError)
}
