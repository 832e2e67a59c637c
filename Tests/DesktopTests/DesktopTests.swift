import Testing

/// All tests of the target, one after the other: a script that one test writes must not be held open for writing by a
/// child that another one starts (`ETXTBSY`).
@Suite(.serialized) struct DesktopTests {}
