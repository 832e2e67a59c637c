import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterProgram

/// What a balance says besides its sum.
@Suite struct NotableTextTests {
    private static func output(_ index: UInt32, _ units: Int64, confirmations: Int = 1) -> UnspentOutput {
        UnspentOutput(
            outpoint: Outpoint(transaction: SignedTransaction.example.id, index: index), amount: Amount(units: units)!,
            script: [1], confirmations: confirmations)
    }

    private static func lines(_ notable: [NotableOutput]) -> [String] {
        NotableText(coin: .dash, notable: notable).lines
    }

    @Test("money that can be spent with the same block has one line, and an output is told once")
    func maturing() {
        let (one, two) = (Self.output(0, 100_000_000), Self.output(1, 50_000_000))
        #expect(
            Self.lines([NotableOutput(one, .maturing(blocks: 5)), NotableOutput(two, .maturing(blocks: 5))])
                == ["1.5 DASH is new money: it can be spent after 5 more blocks."])
        #expect(
            Self.lines([NotableOutput(one, .maturing(blocks: 1)), NotableOutput(one, .maturing(blocks: 1))])
                == ["1 DASH is new money: it can be spent after 1 more block."])
        #expect(
            Self.lines([NotableOutput(one, .maturing(blocks: 1)), NotableOutput(two, .maturing(blocks: 2))]).count == 2)
    }

    @Test("outputs that were not checked have one line, and are counted in it")
    func unchecked() {
        let all = (0..<3).map { NotableOutput(Self.output($0, 1_000), .unchecked) }
        #expect(
            Self.lines(all)
                == [
                    "0.00003 DASH in 3 other outputs is not counted: of so many outputs, only the largest are checked."
                ])
        #expect(Self.lines(Array(all.prefix(1))).first?.contains("in another output is not counted") == true)
    }

    @Test("S12: a sum counts neither what is not shown, nor what was not checked, nor what is too new")
    func sums() throws {
        let path = DerivationPath.bip44(coinType: 5, account: 0).appending(0, 0)
        let outputs = (0..<5).map { Self.output($0, 1 << Int64($0), confirmations: 0) }
        let utxos = outputs.map { output in
            OwnedUTXO(outpoint: output.outpoint, amount: output.amount, path: path, confirmations: 1)
        }
        let address = OwnAddress(text: "X", path: path)
        let survey = AccountSurvey(utxos: utxos, receiveAddress: address, changeAddress: address)
        let part = AccountBalance.Part(
            FakeKeyring(), WholeSurvey(survey: survey, usedScripts: [], ownScripts: [[1]]),
            BoundMoney(),
            [
                NotableOutput(outputs[0], .unreadable), NotableOutput(outputs[1], .unchecked),
                NotableOutput(outputs[2], .maturing(blocks: 1)), NotableOutput(outputs[3], .withdrawal(isLocked: true)),
            ])
        #expect(part.sums.spendable.units == 8 + 16)
        let balance = AccountBalance(coin: .dash, isPractice: false, accounts: [part])
        #expect(balance.lines.first == "0.00000024 DASH.")
    }

    @Test("an amount is singular")
    func grammar() {
        let path = DerivationPath.bip44(coinType: 5, account: 0).appending(0, 0)
        let utxo = OwnedUTXO(
            outpoint: Outpoint(transaction: SignedTransaction.example.id, index: 0),
            amount: Amount(units: 100_000_000)!,
            path: path, confirmations: 0)
        let address = OwnAddress(text: "X", path: path)
        let survey = AccountSurvey(utxos: [utxo], receiveAddress: address, changeAddress: address)
        let part = AccountBalance.Part(
            FakeKeyring(), WholeSurvey(survey: survey, usedScripts: [], ownScripts: []),
            BoundMoney())
        #expect(
            AccountBalance(coin: .dash, isPractice: false, accounts: [part]).lines
                == ["0 DASH. Another 1 DASH is waiting to be confirmed."])
    }
}
