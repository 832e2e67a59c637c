@testable import ExactJSON
@testable import RouterConnections
@testable import RouterCourierMessages
@testable import RouterLinks
@testable import RouterPluginPrograms
@testable import SchemeRouter

extension Target {
    /// The messages between engine and courier. Invariants: a message is written as it was read, on one line; lines do
    /// not depend on the pieces in which they arrive; an address in any form is written as it was read; and an address
    /// in a special range is recognised in every form (S14).
    static let courier = Target("courier", longest: 4_096) { bytes in
        if let json = try? JSON(reading: bytes, limits: CourierLimits.command) {
            if let command = try? CourierCommand(line: json) {
                checkLine(command.line)
                expectEqual(
                    read(command.line).flatMap { try? CourierCommand(line: $0) }, command, "a command is itself")
            }
            if let answer = try? CourierAnswer(line: json) {
                checkLine(answer.line)
                expectEqual(read(answer.line).flatMap { try? CourierAnswer(line: $0) }, answer, "an answer is itself")
            }
            if let configuration = try? CourierConfiguration(json) {
                expectEqual(try? CourierConfiguration(configuration.json), configuration, "a configuration is itself")
            }
        }
        var whole = LineBuffer(limit: 1_000)
        whole.append(bytes[...])
        var lines: [[UInt8]] = []
        while let line = whole.next() { lines.append(line) }
        expectEqual(
            lines, bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map(Array.init),
            "lines are cut at line feeds")
        var pieces = LineBuffer(limit: 1_000)
        var others: [[UInt8]] = []
        for (offset, byte) in bytes.enumerated() {
            pieces.append([byte])
            if offset % 3 == 0 { while let line = pieces.next() { others.append(line) } }
        }
        while let line = pieces.next() { others.append(line) }
        expectEqual(others, lines, "lines are the same however they arrive")
        expect(pieces.isEmpty == whole.isEmpty && pieces.isOverfull == whole.isOverfull, "the rest is the same")

        let text = String(decoding: bytes, as: UTF8.self)
        if let address = IPAddress(text) {
            expectEqual(IPAddress(address.description), address, "an address is itself again")
            if address.bytes.count == 4, SpecialRange.isThisComputer(address),
                let mapped = IPAddress("::ffff:\(address)")
            {
                expect(SpecialRange.name(of: mapped) != nil, "the mapped form of an address is special, too")
            }
        }
        if let server = ServerAddress(text) {
            expect(server.text.isSame(text) && text.contains(server.host), "an address is kept as it was given")
            if server.namesThisComputer { expect(server.isPrivate, "this computer is no public host") }
        }
    }

    private static func checkLine(_ line: [UInt8]) {
        expect(line.firstIndex(of: 0x0A) == line.count - 1, "a message is one line")
    }

    private static func read(_ line: [UInt8]) -> JSON? {
        try? JSON(reading: Array(line.dropLast()), limits: JSONLimits(bytes: 1 << 24, depth: 8))
    }

    /// Output of a plugin program. Invariants: only what this program supports is kept from its hello, with few fields
    /// of replies; an amount has one written form; the fields are those that it declared, in order; and its words are
    /// quoted on one line.
    static let pluginProgram = Target("plugin-program", longest: 4_096) { bytes in
        let program = PluginProgram(name: "sample", path: "/usr/bin/sample")
        guard let json = try? JSON(reading: bytes, limits: .link) else { return }
        if let hello = try? ProgramHello(json, of: program) {
            for (_, understood) in hello.grammars {
                expect(understood.isSubset(of: ProgramHello.honourable), "nothing is understood that is not offered")
            }
            for form in hello.forms {
                expect(form.fields.count + form.results.count <= 16, "a reply has few fields")
            }
            expect(hello.name.text.unicodeScalars.count <= 60, "a name is short")
        }
        if let proposal = ProgramProposal(json) {
            expectEqual(json["amount"]?.string, String(proposal.amount.units), "an amount is written in one way")
            expect(proposal.amount.units >= 0, "no amount is negative")
        }
        if let fields = ProgramMessages.fields(json) {
            expectEqual(
                fields.map(\.name), json["fields"]?.elements?.compactMap { $0["name"]?.string } ?? [],
                "fields are those that were named")
        }
        for text in [ProgramMessages.says(json["message"], program), ProgramMessages.adds(json["hint"]) ?? ""] {
            expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "what it says is one line")
            expect(text.unicodeScalars.count < 4_000, "what it says is short")
        }
        let slim = json.withoutNulls
        expectEqual(slim.withoutNulls, slim, "nothing is null any more")
    }
}
