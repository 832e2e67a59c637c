import Foundation
import RouterConfiguration
import Testing

@testable import SchemeRouter

/// Limits and senders in the person's settings, and in later files, which only tighten them (S7).
@Suite struct PolicyReadingTests {
    private static func amount(_ units: Int64) -> Amount? { Amount(units: units) }

    /// The policy of `config.yaml` and of the files in `config.d`, in the order of their names.
    private static func load(_ text: String, _ later: String...) throws -> Policy {
        let scratch = try Scratch()
        let path = try scratch.write(text, "config.yaml", mode: 0o600)
        try FileManager.default.createDirectory(atPath: scratch.path("config.d"), withIntermediateDirectories: false)
        for (number, text) in later.enumerated() {
            _ = try scratch.write(text, "config.d/\(number).yaml", mode: 0o600)
        }
        return try PersonalConfiguration.load(
            path: path, tightenedBy: scratch.path("config.d"), routes: ConfigurationTests.routes()
        ).policy
    }

    private static func mistakes(_ text: String, _ later: String...) throws -> [String] {
        do {
            switch later.count {
            case 0: _ = try load(text)
            case 1: _ = try load(text, later[0])
            default: _ = try load(text, later[0], later[1])
            }
            return []
        } catch let errors as DescriptorErrors {
            return errors.diagnostics.map(\.brief)
        }
    }

    @Test("S7: a limit that 64 bits cannot hold is not called more than can exist")
    func tooLarge() throws {
        func diagnostic(_ coin: String, _ amount: String) throws -> DescriptorDiagnostic? {
            do {
                _ = try Self.load("limits: { \(coin): { day: \"\(amount)\" } }\n")
                return nil
            } catch let errors as DescriptorErrors {
                return errors.diagnostics.first
            }
        }
        #expect(try diagnostic("ethereum", "9.223372036854775807") == nil)
        let ether = try diagnostic("ethereum", "10")
        #expect(ether?.code == .outOfRange && ether?.message == "“10” is more than this program counts")
        #expect(
            ether?.hint == "the most is 9.223372036854775807, which is 9223372036854775807 of the smallest unit")
        #expect(try diagnostic("bitcoin", "21000001")?.message == "“21000001” is more than can exist")
    }

    @Test("S7: limits are whole coins as decimal text, senders are schemes in any case")
    func reads() throws {
        let policy = try Self.load(
            """
            limits:
              dash: { payment: "10", day: "25.5" }
              bitcoin: { day: 0.00000001 }
            senders: { allow: [shop, MyApp] }
            """)
        #expect(
            policy
                == Policy(
                    limits: [
                        "dash": SpendingLimits(payment: Self.amount(1_000_000_000), day: Self.amount(2_550_000_000)),
                        "bitcoin": SpendingLimits(day: Self.amount(1)),
                    ], senders: ["shop", "myapp"]))
        #expect(try Self.load("limits:\nsenders:\n") == Policy())
        #expect(try Self.load("senders: { allow: [] }").senders == [])
        let servers = try Self.load("senders: { allow: [shop, \"https://DApp.example\", \"http://[::1]\"] }").senders
        #expect(servers == ["shop", "https://dapp.example", "http://[::1]"])
    }

    @Test("S7: later files tighten, one after the other")
    func tightens() throws {
        let policy = try Self.load(
            "limits: { dash: { payment: 10 } }\nsenders: { allow: [a, b, c] }\n",
            "limits: { dash: { payment: 5, day: 20 }, axe: { day: 1 } }\n", "senders: { allow: [b] }\n",
            "limits: { dash: { payment: 5 } }\n")
        #expect(
            policy.limits["dash"] == SpendingLimits(payment: Self.amount(500_000_000), day: Self.amount(2_000_000_000)))
        #expect(policy.limits["axe"] == SpendingLimits(day: Self.amount(100_000_000)))
        #expect(policy.senders == ["b"])
        #expect(try Self.load("", "senders: { allow: [b] }\n").senders == ["b"])
    }

    @Test(
        "S7: later files cannot loosen anything, and say nothing else",
        arguments: [
            ("limits: { dash: { payment: 10 } }", "limits: { dash: { payment: 10.1 } }", "conflict 1:28"),
            ("limits: { dash: { day: 10 } }", "limits: { dash: { day: 11 } }", "conflict 1:24"),
            ("senders: { allow: [a] }", "senders: { allow: [a, b] }", "conflict 1:19"),
            ("", "networks: { dash: { use: sandbox } }", "unknown-key 1:1"),
            ("", "sandbox: { senders: [a] }", "unknown-key 1:1"),
        ])
    func refusesLoosening(text: String, later: String, expected: String) throws {
        #expect(try Self.mistakes(text, later) == [expected])
    }

    @Test("S7: it is known which coins only later files limit: those limits exempt nothing from other limits")
    func later() throws {
        for (text, later, coins) in [
            ("limits: { dash: { day: 1 } }", "limits: { dash: { payment: 1 } }", []),
            ("limits: { dash: { day: 1 } }", "limits: { axe: { payment: 1 } }", ["axe"]),
            ("limits: { dash: {} }", "limits: { dash: { payment: 1 } }", ["dash"]),
            ("limits: { dash: { day: 1 } }", "limits: { axe: {} }", ["axe"]),
        ] as [(String, String, Set<CoinID>)] {
            let policy = try Self.load(text, later, later)
            #expect(policy.laterLimits == coins, "\(text) \(later)")
            #expect(policy.hasOwnLimits("dash") == !coins.contains("dash") && !policy.hasOwnLimits("axe"))
        }
    }

    @Test("a later file is held to what a file between said")
    func between() throws {
        let later = ["limits: { dash: { day: 5 } }", "limits: { dash: { day: 6 } }"]
        #expect(try Self.mistakes("limits: { dash: { day: 10 } }", later[0], later[1]) == ["conflict 1:24"])
        #expect(try Self.mistakes("limits: { dash: { day: 10 } }", later[1], later[0]) == [])
    }

    @Test(
        "mistakes are found in their place",
        arguments: [
            ("limits: { dash: { payments: 1 } }", "unknown-key 1:19"),
            ("limits: { dsah: { day: 1 } }", "unknown-name 1:11"),
            ("limits: { dash: { day: 1.123456789 } }", "out-of-range 1:24"),
            ("limits: { dash: { day: -1 } }", "wrong-type 1:24"), ("limits: { dash: 5 }", "wrong-type 1:17"),
            ("limits: { eos: { day: 1 } }", "conflict 1:11"), ("senders: [shop]", "wrong-type 1:10"),
            ("senders: { allow: [1shop] }", "invalid-value 1:20"),
            (#"senders: { allow: ["https://a.example/"] }"#, "invalid-value 1:20"),
            (#"senders: { allow: ["https://a.example:8443"] }"#, "invalid-value 1:20"),
            (#"senders: { allow: ["ftp://a.example"] }"#, "invalid-value 1:20"),
            (#"sandbox: { senders: ["https://a.example/x"] }"#, "invalid-value 1:22"),
            ("senders: { deny: [shop] }", "unknown-key 1:12"),
            ("raw-payload: [1shop]", "invalid-value 1:15"), ("raw-payload: shop", "wrong-type 1:14"),
        ])
    func mistake(text: String, expected: String) throws {
        #expect(try Self.mistakes(text) == [expected])
    }

    @Test("dapps that read no encoded answers are listed by their schemes")
    func rawPayloads() throws {
        let text = "raw-payload: [OldGame, other]\n"
        let routes = try ConfigurationTests.routes()
        #expect(
            try PersonalConfiguration.read(file(text, name: "config.yaml"), routes: routes).rawPayloads
                == ["oldgame", "other"])
    }
}
