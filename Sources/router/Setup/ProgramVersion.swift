/// The version of this program. It stands here and at the top of CHANGELOG.md, and nowhere else: packages ask the program.
enum ProgramVersion {
    static let text = "0.1.0"
}
