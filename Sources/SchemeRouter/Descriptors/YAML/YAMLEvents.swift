import CLibYAML

/// libyaml's parser, one event at a time.
///
/// Only the event interface is used. libyaml's document interface builds a whole tree before anybody can look at it and
/// takes quadratic time for nested brackets; with events the reader stops at its own limits.
struct YAMLEvents: ~Copyable {
    /// One event: what it is and where it begins.
    struct Event {
        let kind: Kind
        let mark: YAMLMark
        /// Whether it carries an anchor (`&name`).
        var hasAnchor = false
        /// Whether it carries a tag (`!name`).
        var hasTag = false
    }

    enum Kind {
        case streamStart
        case streamEnd
        case documentStart(hasDirectives: Bool)
        case documentEnd
        case alias
        case scalar(String, isQuoted: Bool)
        case sequenceStart
        case sequenceEnd
        case mappingStart(isFlow: Bool)
        case mappingEnd
    }

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeBufferPointer<UInt8>

    /// A parser over `input`, which must outlive it. Ends the program where the system gives no memory.
    init(_ input: UnsafeBufferPointer<UInt8>) {
        parser = .allocate(capacity: 1)
        self.input = input
        precondition(yaml_parser_initialize(parser) == 1, "no memory for the YAML parser")
        // Without this the encoding is guessed, and a file could mean one thing to an editor and another here.
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// The next event. After `streamEnd` or an error it must not be called again.
    mutating func next() throws(YAMLProblem) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw problem() }
        defer { yaml_event_delete(&event) }
        let mark = YAMLMark(from: event.start_mark, to: event.end_mark)
        switch event.type {
        case YAML_STREAM_START_EVENT:
            return Event(kind: .streamStart, mark: mark)
        case YAML_DOCUMENT_START_EVENT:
            let start = event.data.document_start
            let hasDirectives = start.version_directive != nil || start.tag_directives.start != start.tag_directives.end
            return Event(kind: .documentStart(hasDirectives: hasDirectives), mark: mark)
        case YAML_DOCUMENT_END_EVENT:
            return Event(kind: .documentEnd, mark: mark)
        case YAML_ALIAS_EVENT:
            return Event(kind: .alias, mark: mark)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let kind = Kind.scalar(
                String(decoding: bytes, as: UTF8.self), isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE)
            return Event(kind: kind, mark: mark, hasAnchor: scalar.anchor != nil, hasTag: scalar.tag != nil)
        case YAML_SEQUENCE_START_EVENT:
            let sequence = event.data.sequence_start
            return Event(
                kind: .sequenceStart, mark: mark, hasAnchor: sequence.anchor != nil, hasTag: sequence.tag != nil)
        case YAML_SEQUENCE_END_EVENT:
            return Event(kind: .sequenceEnd, mark: mark)
        case YAML_MAPPING_START_EVENT:
            let mapping = event.data.mapping_start
            return Event(
                kind: .mappingStart(isFlow: mapping.style == YAML_FLOW_MAPPING_STYLE), mark: mark,
                hasAnchor: mapping.anchor != nil, hasTag: mapping.tag != nil)
        case YAML_MAPPING_END_EVENT:
            return Event(kind: .mappingEnd, mark: mark)
        default:
            return Event(kind: .streamEnd, mark: mark)
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
        return YAMLProblem(code: .syntax, mark: place, message: "this is not YAML: \(context)\(problem)")
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
