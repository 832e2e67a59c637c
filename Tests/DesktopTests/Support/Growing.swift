/// Times for a test of what happens when time runs out in the middle of something: the first is enough on an idle computer,
/// and where a program did not come so far in it the test tries the next.
enum Growing {
    /// In milliseconds.
    static let times = [400, 4_000, 40_000, 400_000]
}
