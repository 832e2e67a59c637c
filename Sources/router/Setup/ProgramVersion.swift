/// The version of this program. It is written only here and at the top of CHANGELOG.md: packages ask the program.
enum ProgramVersion {
    static let text = "0.1.0"
}
