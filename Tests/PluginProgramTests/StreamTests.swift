import Glibc
import RouterLinux
import Testing

@testable import RouterPluginPrograms

/// What goes to a confined program and comes from it, piece by piece.
@Suite struct StreamTests {
    @Test("what a program does not read is not taken, and nobody waits for it, nor for one that says nothing")
    func full() throws {
        let program = try ConfinedProgram(
            "/bin/sleep", ["1000000"], readable: PluginProgram.readable, executable: PluginProgram.executable)
        let bytes = [UInt8](repeating: 7, count: 65_536)
        var answer = [UInt8](repeating: 0, count: 8)
        var taken = 0
        while let count = program.writeSome(bytes.span), count > 0 { taken += count }
        #expect(taken > 0)
        #expect(program.writeSome(bytes.span) == 0)
        #expect(program.readSome(into: &answer) == nil)

        program.kill()
        var ended = [pollfd(fd: program.stream, events: Int16(POLLIN), revents: 0)]
        while Linux.poll(&ended, -1) < 0 && errno == EINTR {}
        #expect(program.readSome(into: &answer) == 0)
        #expect(program.writeSome(bytes.span) == nil)
    }
}
