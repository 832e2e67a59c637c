/// The version of this program. It is written here and at the top of CHANGELOG.md, and nowhere else: packages ask the program.
enum ProgramVersion {
    static let text = "0.1.0"
}
