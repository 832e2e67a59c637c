import Foundation
import Glibc
import RouterTestSupport
import SchemeRouter

/// Payments of one wallet by clicked links, while everything fails that can fail, and what a person does about it.
///
/// Two servers are configured, of which one lies at times and the other does not. After each payment the network itself
/// is compared with the journal and with what the app was told (``SoakCheck``); now and then everything works again, and
/// then nothing may be left.
final class SoakRun {
    let home: SoakHome
    let ledger = SoakLedger()
    let liar: SoakServer
    let honest: SoakServer
    let network: NetworkParameters
    private let seed: UInt64
    private var random: SeededGenerator
    /// Every link so far.
    var links: [SoakLink] = []
    /// The links that the person agreed to, as far as what the prompt noted was read.
    var agreedTo: Set<String> = []
    var agreedLength = 0
    /// The files that may be there.
    var knownFiles: Set<String>?
    /// What was done since all was well.
    var steps: [String] = []
    var counts: [String: Int] = [:]
    /// How long a whole payment takes, in microseconds.
    private var duration = 300_000
    /// Where the clock is, apart from its jumps: time passes faster here.
    private var passed: Int64 = 0
    /// After how many payments everything is made to work.
    private static let calm = 20

    init(router: String, shim: String, seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        let dash = try RouteTable.load([.shipped]).coin("dash")
        guard let network = dash?.networks[.regtest] else { throw Mistake("there is no Dash") }
        self.network = network
        home = try SoakHome(router: router, shim: shim)
        (liar, honest) = (SoakServer(ledger), SoakServer(ledger, socket: home.honestSocket))
        // m/44'/1'/0'/0/0 of the well-known test words.
        let own = [UInt8](hexDigits: "76a9143a2d4145a4f098523b3e8127f1da87cfc55b8e7988ac") ?? []
        for number in 0..<SoakLedger.funding { try ledger.fund(own, 1_000_000_000, number: UInt8(number)) }
        try configure()
        try home.restoreWallet()
    }

    private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    /// A payment, the things that go wrong with it, and what the person does then.
    func pay(_ number: Int) throws {
        // The same, whatever the payments before needed.
        random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
        try changeWorld()
        var commands = [["open", try link("\(number)").url]]
        if chance(15) {
            // Twice the same, another one, one of before, or a terminal.
            let choice = Int.random(in: 0..<10, using: &random)
            let other: String? =
                switch choice {
                case ..<4: commands[0][1]
                case ..<7: try link("\(number)b").url
                default: links.randomElement(using: &random)?.url
                }
            commands.append(choice == 9 ? ["resume"] : ["open", other ?? commands[0][1]])
        }
        try person()
        let start = ContinuousClock.now
        let strikes = (0..<Int.random(in: 0...2, using: &random)).map { _ in strike(commands.count) }
        try run(commands, strikes)
        if strikes.isEmpty, commands.count == 1 {
            let taken = Int((ContinuousClock.now - start) / .microseconds(1))
            duration = (duration * 7 + min(taken, 2_000_000)) / 8
        }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            try person()
            let again = links.suffix(4).randomElement(using: &random)?.url ?? ""
            try run([chance(50) ? ["resume"] : ["open", again]], chance(30) ? [strike(1)] : [])
        }
        try check()
        if number % Self.calm == 0 { try settle() }
    }

    private func link(_ name: String) throws -> SoakLink {
        let link = try SoakLink(
            name, units: Int64.random(in: 100_000...3_000_000, using: &random), isWanted: !chance(4), on: network)
        links.append(link)
        return link
    }

    /// Blocks come, servers change their minds, the clock moves.
    private func changeWorld() throws {
        passed += Int64.random(in: 20...200, using: &random)
        let jump = chance(8) ? Int64.random(in: -259_200...259_200, using: &random) : 0
        try home.setClock(passed + jump)
        if jump != 0 { note("the clock is off by \(jump) s") }
        if chance(50) { ledger.mine(1) }
        if chance(3) { note("a block is replaced"); ledger.reorganise() }
        if chance(3) { note("all nodes forget what waits"); ledger.forget() }
        if chance(10) { liar.passOnKept() }
        if chance(10) { try configure() }
        try lie(chance(50) ? nil : lie())
        let isAway = chance(10)
        honest.lie(isAway ? .away : nil)
        if isAway { note("the honest server is away") }
    }

    /// A lie; seldom one that takes long.
    private func lie() -> Lie {
        let lie = Lie.allCases.randomElement(using: &random) ?? .away
        return lie.isSlow && !chance(20) ? .away : lie
    }

    private func lie(_ lie: Lie?) throws {
        liar.lie(lie)
        guard let lie else { return }
        note("the liar: \(lie)")
        count("lies")
    }

    /// The servers, on two computers as far as `router` can tell: the honest one has a name and a socket.
    var servers: [String] { ["tcp://127.0.0.1:\(liar.port)", SoakHome.honestServer] }

    /// Names them, in the order of this moment.
    private func configure() throws {
        try home.configure(chance(50) ? servers : servers.reversed(), honestSocket: home.honestSocket)
    }

    /// What the person is like now.
    private func person() throws {
        try home.mark("mistypes", chance(2))
        // Sends a payment that was left, drops it, or leaves it.
        try home.write("desk/choice", "\([1, 1, 2, 2, 3].randomElement(using: &random) ?? 1)\n")
    }

    private func strike(_ programs: Int) -> Strike {
        let kind: Strike.Kind =
            switch Int.random(in: 0..<100, using: &random) {
            case ..<50: .kill(Int.random(in: 0..<programs, using: &random))
            case ..<60: .killCourier
            case ..<75: .fill(pages: Int.random(in: 0...12, using: &random))
            case ..<85: .jump(Int64.random(in: -100_000...100_000, using: &random))
            case ..<95: .lie(chance(20) ? nil : lie())
            default: .honestGoes
            }
        let moment: Trial.Moment =
            chance(40)
            ? .time(Int.random(in: 0...duration, using: &random))
            : .change(Int.random(in: 1...60, using: &random), after: UInt32.random(in: 0...3_000, using: &random))
        return Strike(kind: kind, moment: moment)
    }

    func note(_ text: String) {
        steps.append(text)
    }

    func count(_ name: String) {
        counts[name, default: 0] += 1
    }

    /// Runs commands, and makes sure that they end as they may.
    @discardableResult
    func run(_ commands: [[String]], _ strikes: [Strike] = []) throws -> [Int32?] {
        // The person refuses what they do not want, and a prompt does not say which link it is for.
        let opened = links.filter { link in commands.contains { $0.last == link.url } }
        try home.mark("refuses", opened.contains { !$0.isWanted })
        note("\(commands.map { $0.joined(separator: " ") }) \(strikes)")
        let codes = try home.run(commands, strikes) { kind in
            switch kind {
            case .lie(let lie): liar.lie(lie)
            case .honestGoes: honest.lie(.away)
            default: break
            }
        }
        note("ends \(codes.map { $0.map(String.init) ?? "killed" }) \(home.errors.prefix(300))")
        var mayBeKilled = false
        var isFull = false
        for strike in strikes {
            switch strike.kind {
            case .kill: (mayBeKilled, counts["kills"]) = (true, counts["kills", default: 0] + 1)
            case .killCourier: count("kills of the courier")
            case .fill: (isFull, counts["full disks"]) = (true, counts["full disks", default: 0] + 1)
            case .jump: count("jumps of the clock")
            case .lie, .honestGoes: break
            }
        }
        if commands.count > 1 { count("two at once") }
        for code in codes {
            guard let code else {
                guard mayBeKilled else { throw Mistake("\(commands) crashed: \(home.errors)") }
                continue
            }
            count("exit \(code)")
            guard [0, 74, 76, 77, 130].contains(code) || (code == 73 && isFull) || (code == 75 && commands.count > 1)
            else { throw Mistake("\(commands) ends with \(code): \(home.errors)") }
        }
        if home.errors.contains("[tooManyPasscodes]") { try wait(3_601) }
        if home.errors.contains("[tooManyRefusals]") { try wait(301) }
        return codes
    }

    /// Lets time pass.
    func wait(_ seconds: Int64) throws {
        passed += seconds
        try home.setClock(home.offset + seconds)
    }

    /// Everything works. The person finishes what is left, opens what is not paid, and then nothing may be left.
    func settle() throws {
        if chance(50) { liar.passOnKept() }
        liar.lie(nil)
        honest.lie(nil)
        try home.setClock(passed)
        try home.mark("mistypes", false)
        try home.write("desk/choice", "1\n")
        note("everything works again")
        try finish()
        for link in links where link.isWanted && !isPaid(link) {
            var tries = 0
            while !isPaid(link) {
                tries += 1
                guard tries < 6 else { throw Mistake("link \(link.name) cannot be paid: \(home.errors)") }
                if tries == 3 {
                    // Its money may have gone to a payment that was given up: that is certain once that one is final.
                    ledger.mine(7)
                    try finish()
                }
                try run([["open", link.url]])
                try wait(61)
            }
        }
        ledger.mine(7)
        try finish()
        try check()
        try checkCalm()
        steps = []
    }

    /// The end of the wallet: all of its journal can be forgotten, and another computer finds its money by the words alone.
    func end() throws {
        try settle()
        try checkEnd()
    }

    /// Resumes until nothing is undecided.
    private func finish() throws {
        for _ in 0..<6 where try run([["resume"]]) == [0] {
            ledger.mine(1)
            return
        }
        throw Mistake("something stays undecided: \(home.errors)\(home.output)")
    }

    func isPaid(_ link: SoakLink) -> Bool {
        ledger.read { $0.places[SoakLedger.hash(of: link.script)]?.isEmpty == false }
    }
}
