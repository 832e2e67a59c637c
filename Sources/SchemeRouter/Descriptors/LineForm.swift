/// A text without a scheme that codes on invoices contain, and that begins with a mark: lines with fixed meanings, which
/// become a link, or a text that is recognised and refused with a reason.
public struct LineForm: Sendable, Hashable {
    /// The whole first line, or the beginning of the text.
    let mark: Mark
    /// The most bytes of the text.
    let most: Int
    /// The rules of lines, by their numbers from 1; other lines are empty.
    let lines: [LineRule]
    /// What becomes of the lines: a link; nil if such texts are refused.
    let link: LineTemplate?
    /// Why such texts are refused, for people; nil if they are read.
    let refusal: String?

    enum Mark: Sendable, Hashable {
        case line(String)
        case beginning(String)
    }

    /// The most lines that a text has.
    static let mostLines = 64
}

/// The rule of one line of a text (``LineForm``).
struct LineRule: Sendable, Hashable {
    /// Its number, from 1.
    let number: Int
    /// The texts that are allowed; empty if any is.
    var values: [String] = []
    /// What it begins with, which is not part of its value.
    var prefix: String?
    /// The most digits behind the point, for a decimal number; nil if it is a text.
    var decimals: Int?
    /// The most characters.
    var most: Int?
    /// Whether it must have a value.
    var isRequired = false
    /// A text: if another line is that, this line needs no value.
    var unless: String?
}

/// A template of a link: `{N}` stands for the value of line N. A part in `[ ]`, and a parameter, is
/// left out if a value in it is empty.
struct LineTemplate: Sendable, Hashable {
    /// As written in the descriptor.
    let text: String
    private let path: [Part]
    private let parameters: [[Piece]]

    private enum Piece: Sendable, Hashable {
        case literal(String)
        case line(Int)
    }

    private struct Part: Sendable, Hashable {
        let pieces: [Piece]
        let isOptional: Bool
    }

    /// The numbers of the lines in it.
    var lines: [Int] {
        (path.flatMap(\.pieces) + parameters.joined()).compactMap { piece in
            if case .line(let number) = piece { number } else { nil }
        }
    }

    /// Nil if the text is not such a template.
    init?(_ text: String) {
        self.text = text
        let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        guard scheme.count < text.utf8.count, SchemeName.isValid(String(decoding: Array(scheme), as: UTF8.self)) else {
            return nil
        }
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path: [Part] = []
        for (index, part) in halves[0].split(separator: "[", omittingEmptySubsequences: false).enumerated() {
            let ends = part.split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
            guard ends.count == (index == 0 ? 1 : 2), let first = Self.pieces(ends[0]) else { return nil }
            path.append(Part(pieces: first, isOptional: index > 0))
            guard index > 0 else { continue }
            guard let rest = Self.pieces(ends[1]) else { return nil }
            path.append(Part(pieces: rest, isOptional: false))
        }
        var parameters: [[Piece]] = []
        for parameter in halves.dropFirst().first?.split(separator: "&") ?? [] {
            guard let pieces = Self.pieces(parameter) else { return nil }
            parameters.append(pieces)
        }
        (self.path, self.parameters) = (path, parameters)
    }

    private static func pieces(_ text: Substring) -> [Piece]? {
        var pieces: [Piece] = []
        for (index, part) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
            guard index > 0 else {
                guard !part.contains("}") else { return nil }
                pieces.append(.literal(String(part)))
                continue
            }
            let ends = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
            guard ends.count == 2, !ends[1].contains("}"), let number = Int(ends[0]),
                (2...LineForm.mostLines).contains(number)
            else { return nil }
            pieces += [.line(number), .literal(String(ends[1]))]
        }
        return pieces
    }

    /// The text with the values of the lines.
    func text(_ value: (Int) -> String) -> String {
        func fill(_ pieces: [Piece]) -> String? {
            var text = ""
            for piece in pieces {
                switch piece {
                case .literal(let literal): text += literal
                case .line(let number):
                    let value = value(number)
                    guard !value.isEmpty else { return nil }
                    text += PercentEncoding.encode(value)
                }
            }
            return text
        }
        let path = path.map { fill($0.pieces) ?? "" }.joined()
        let parameters = parameters.compactMap(fill)
        return parameters.isEmpty ? path : "\(path)?\(parameters.joined(separator: "&"))"
    }
}

extension LineForm {
    /// For the digest of a scheme.
    var canonicalText: String {
        let mark =
            switch mark {
            case .line(let text): "line \(text)"
            case .beginning(let text): "beginning \(text)"
            }
        let rules = lines.map { rule in
            "\(rule.number) \(rule.values) \(rule.prefix ?? "-") \(rule.decimals ?? -1) \(rule.most ?? -1) "
                + "\(rule.isRequired) \(rule.unless ?? "-")"
        }
        return "text \(mark) \(most) \(link?.text ?? "-") \(refusal ?? "-") \(rules.joined(separator: "; "))"
    }
}
