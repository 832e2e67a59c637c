import CLibYAML

/// libyaml's parser, which stands at one event at a time.
///
/// Only the event interface is used. libyaml's document interface builds a whole tree before anybody can look at it and
/// takes quadratic time for nested brackets; with events the reader stops at its own limits.
struct YAMLEvents: ~Copyable {
    /// What can come next.
    enum Kind {
        case streamStart
        case streamEnd
        case documentStart(hasDirectives: Bool)
        case documentEnd
        case alias
        case scalar(isQuoted: Bool)
        case sequenceStart
        case sequenceEnd
        case mappingStart(isFlow: Bool)
        case mappingEnd
    }

    private let event: UnsafeMutablePointer<yaml_event_t>
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeBufferPointer<UInt8>

    /// A parser over `input`, which must outlive it. Ends the program where the system gives no memory.
    init(_ input: UnsafeBufferPointer<UInt8>) {
        parser = .allocate(capacity: 1)
        event = .allocate(capacity: 1)
        event.initialize(to: yaml_event_t())
        self.input = input
        precondition(yaml_parser_initialize(parser) == 1, "no memory for the YAML parser")
        // Without this the encoding is guessed, and a file could mean one thing to an editor and another here.
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        yaml_event_delete(event)
        event.deallocate()
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Goes to the next event. After `streamEnd` or an error it must not be called again.
    mutating func advance() throws(YAMLProblem) {
        yaml_event_delete(event)
        guard yaml_parser_parse(parser, event) == 1 else { throw problem() }
    }

    /// Where the event begins.
    var mark: YAMLMark {
        YAMLMark(from: event.pointee.start_mark, to: event.pointee.end_mark)
    }

    /// What the event is.
    var kind: Kind {
        switch event.pointee.type {
        case YAML_STREAM_START_EVENT: return .streamStart
        case YAML_DOCUMENT_START_EVENT:
            let start = event.pointee.data.document_start
            return .documentStart(
                hasDirectives: start.version_directive != nil || start.tag_directives.start != start.tag_directives.end)
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_ALIAS_EVENT: return .alias
        case YAML_SCALAR_EVENT: return .scalar(isQuoted: event.pointee.data.scalar.style != YAML_PLAIN_SCALAR_STYLE)
        case YAML_SEQUENCE_START_EVENT: return .sequenceStart
        case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            return .mappingStart(isFlow: event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)
        case YAML_MAPPING_END_EVENT: return .mappingEnd
        default: return .streamEnd
        }
    }

    /// The bytes of a scalar, in UTF-8; none of another event. Gone with the next event.
    var utf8: UnsafeBufferPointer<UInt8> {
        guard event.pointee.type == YAML_SCALAR_EVENT else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: event.pointee.data.scalar.value, count: event.pointee.data.scalar.length)
    }

    /// Whether it is the scalar `<<`.
    var isMergeKey: Bool {
        utf8.count == 2 && utf8[0] == UInt8(ascii: "<") && utf8[1] == UInt8(ascii: "<")
    }

    /// Whether it carries an anchor (`&name`).
    var hasAnchor: Bool {
        switch event.pointee.type {
        case YAML_SCALAR_EVENT: event.pointee.data.scalar.anchor != nil
        case YAML_SEQUENCE_START_EVENT: event.pointee.data.sequence_start.anchor != nil
        case YAML_MAPPING_START_EVENT: event.pointee.data.mapping_start.anchor != nil
        default: false
        }
    }

    /// Whether it carries a tag (`!name`).
    var hasTag: Bool {
        switch event.pointee.type {
        case YAML_SCALAR_EVENT: event.pointee.data.scalar.tag != nil
        case YAML_SEQUENCE_START_EVENT: event.pointee.data.sequence_start.tag != nil
        case YAML_MAPPING_START_EVENT: event.pointee.data.mapping_start.tag != nil
        default: false
        }
    }

    private func problem() -> YAMLProblem {
        let state = parser.pointee
        let problem = state.problem.map { String(cString: $0) } ?? "the text cannot be read"
        if state.error == YAML_READER_ERROR {
            // libyaml's mark stays at the beginning here; only the byte offset is right.
            return unreadable(at: min(state.problem_offset, input.count), problem)
        }
        let context = state.context.map { String(cString: $0) + ", " } ?? ""
        let mark = YAMLMark(from: state.problem_mark, to: state.problem_mark)
        let lines = SourceLines(input)
        // At the end of a text without a line break libyaml is one line too far.
        let place = mark.line > lines.count ? lines.mark(ofByte: input.count, in: input) : mark
        let range = lines.range(ofLine: Int(place.line), in: input)
        let rest = String(decoding: input[range], as: UTF8.self).unicodeScalars.dropFirst(Int(place.column) - 1)
        let hint = SyntaxAdvice.hint(for: problem, at: rest.first)
        return YAMLProblem(code: .syntax, mark: place, message: "this is not YAML: \(context)\(problem)", hint: hint)
    }

    /// libyaml reports bytes that are no UTF-8 and characters that YAML excludes in the same way.
    private func unreadable(at offset: Int, _ problem: String) -> YAMLProblem {
        let mark = SourceLines(input).mark(ofByte: offset, in: input)
        var rest = input[offset...].makeIterator()
        var decoder = UTF8()
        if case .scalarValue = decoder.decode(&rest) {
            return YAMLProblem(code: .controlCharacter, mark: mark, message: "a control character stands here")
        }
        return YAMLProblem(
            code: .invalidUTF8, mark: mark, message: "these bytes are not UTF-8: \(problem)",
            hint: "save the file as UTF-8")
    }
}

extension YAMLMark {
    /// libyaml counts from 0.
    fileprivate init(from start: yaml_mark_t, to end: yaml_mark_t) {
        let length = end.line == start.line && end.column > start.column ? end.column - start.column : 1
        self.init(
            line: UInt32(clamping: start.line + 1), column: UInt32(clamping: start.column + 1),
            length: UInt32(clamping: length))
    }
}
