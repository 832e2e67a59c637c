@testable import RouterDesktop
@testable import RouterLinks
@testable import SchemeRouter

extension Target {
    /// A single descriptor file. Invariants:
    /// - reading is deterministic, and every mistake has a position in the file and a text without control characters;
    /// - a scheme that is read has a valid name that is not forbidden, and its coins are described;
    /// - its memory is bounded: YAML aliases are not followed.
    static let yaml = Target("yaml", longest: 8_192) { bytes in
        let file = DescriptorFile(name: "fuzz.yaml", bytes: bytes)
        switch (load([file]), load([file])) {
        case (.failure(let errors), .failure(let again)):
            expectEqual(errors.diagnostics, again.diagnostics, "mistakes are the same twice")
            Places.check(errors, of: file)
        case (.success(let table), .success(let again)):
            expectEqual(table.schemes, again.schemes, "descriptors are the same twice")
            check(table)
        default: fatalError("broken promise: a file is read the same twice")
        }
    }

    /// A file on top of the shipped descriptors. Invariants for every shipped scheme and coin, whatever the file
    /// contains:
    /// - it still exists, with the same coins and grammar, unless the file replaces it by its digest;
    /// - its limits are never loosened: it is not switched on, and gets no further action, higher amount or higher fee
    ///   (S12);
    /// - no scheme of web pages or system programs is read.
    static let layers = Target("layers", longest: 8_192) { bytes in
        let file = DescriptorFile(name: "fuzz.yaml", bytes: bytes)
        switch load([.shipped, file]) {
        case .failure(let errors): Places.check(errors, of: file)
        case .success(let table):
            check(table)
            for before in Shipped.routes.schemes {
                guard let after = table.scheme(named: before.name.utf8) else {
                    fatalError("broken promise: no scheme goes away: \(before.name)")
                }
                if after.lineage.replaced != nil || after.name != before.name { continue }
                expect(
                    after.coins == before.coins && after.grammar == before.grammar, "\(before.name) stays what it is")
                expect(before.isEnabled || !after.isEnabled, "\(before.name) is not switched on")
                for action in after.actions.keys {
                    guard let old = before.actions[action] else { fatalError("broken promise: no action is added") }
                    let new = after.actions[action] ?? []
                    for rule in old where rule.isRequired {
                        expect(
                            new.first { $0.name == rule.name }?.isRequired == true, "what is required stays required")
                    }
                    for rule in new {
                        guard let was = old.first(where: { $0.name == rule.name }) else {
                            fatalError("broken promise: no parameter is added")
                        }
                        expect(rule.maximum ?? .max <= was.maximum ?? .max, "no limit is raised")
                        expect(rule.minimum ?? .zero >= was.minimum ?? .zero, "no least amount is lowered")
                    }
                }
            }
            for before in Shipped.routes.coinList {
                guard let after = table.coin(before.id) else { fatalError("broken promise: no coin goes away") }
                expect(after.maxMoney <= before.maxMoney, "no coin has more money")
                if let was = before.addressLedger, let now = after.addressLedger {
                    expect(
                        now.feePerKB.max <= was.feePerKB.max && now.feePerKB.min == was.feePerKB.min,
                        "no fee is raised")
                    expect(now.coinbaseMaturity >= was.coinbaseMaturity, "new coins wait no shorter")
                }
                expect(
                    after.networks == before.networks && after.decimals == before.decimals, "a coin stays what it is")
                expect(after.plugin.isSame(before.plugin), "a coin keeps its plugin")
            }
        }
    }

    private static func load(_ files: [DescriptorFile]) -> Result<RouteTable, DescriptorErrors> {
        result { () throws(DescriptorErrors) in try RouteTable.load(files) }
    }

    private static func check(_ table: RouteTable) {
        for scheme in table.schemes {
            expect(SchemeName.isValid(scheme.name), "a scheme has a valid name")
            expect(!ForbiddenSchemes.cannotBeRead(scheme.name), "a forbidden scheme is not read")
            expect(scheme.coins.allSatisfy { table.coin($0) != nil }, "the coins of a scheme are described")
            for alias in scheme.aliases {
                expectEqual(table.scheme(named: alias.utf8)?.name, scheme.name, "an alias leads to its scheme")
            }
        }
        for coin in table.coinList {
            expect((0...30).contains(coin.decimals), "a coin has few decimals")
            if let fees = coin.addressLedger?.feePerKB { expect(fees.min <= fees.max, "a fee has a range") }
        }
    }
}
