import RouterCLibYAML

/// libyaml's parser, positioned at one event at a time.
///
/// Uses only the event interface. libyaml's document interface builds the whole tree first and takes quadratic time for
/// nested brackets; with events the reader stops at its own limits.
@safe struct YAMLEvents: ~Copyable {
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

    private(set) var kind = Kind.streamStart
    private(set) var mark = YAMLMark.start
    /// Whether it carries an anchor (`&name`).
    private(set) var hasAnchor = false
    /// Whether it carries a tag (`!name`).
    private(set) var hasTag = false

    // Safe: libyaml keeps the addresses of its parser and of the text, so all three are allocated here, never move, and
    // are freed together. Only values leave this type.
    private let event: UnsafeMutablePointer<yaml_event_t>
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>
    private let input: ArraySlice<UInt8>

    /// Creates a parser for `input`. Terminates the program if memory cannot be allocated.
    init(_ input: ArraySlice<UInt8>) {
        self.input = input
        unsafe text = .allocate(capacity: input.count)
        unsafe _ = text.initialize(fromContentsOf: input)
        unsafe parser = .allocate(capacity: 1)
        unsafe event = .allocate(capacity: 1)
        unsafe event.initialize(to: yaml_event_t())
        precondition(unsafe yaml_parser_initialize(parser) == 1, "out of memory for the YAML parser")
        // Without this, libyaml guesses the encoding, and an editor could show a file differently from how it is read
        // here.
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        unsafe yaml_event_delete(event)
        unsafe event.deallocate()
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe text.deallocate()
    }

    /// Advances to the next event. Must not be called after `streamEnd` or an error.
    mutating func advance() throws(YAMLProblem) {
        unsafe yaml_event_delete(event)
        guard unsafe yaml_parser_parse(parser, event) == 1 else { throw problem() }
        mark = unsafe YAMLMark(from: event.pointee.start_mark, to: event.pointee.end_mark)
        (hasAnchor, hasTag) = (false, false)
        // Safe: the type says which member of the union libyaml has set.
        switch unsafe event.pointee.type {
        case YAML_STREAM_START_EVENT: kind = .streamStart
        case YAML_DOCUMENT_START_EVENT:
            let start = unsafe event.pointee.data.document_start
            let hasTags = unsafe start.tag_directives.start != start.tag_directives.end
            kind = .documentStart(hasDirectives: unsafe start.version_directive != nil || hasTags)
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_ALIAS_EVENT: kind = .alias
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.pointee.data.scalar
            kind = .scalar(isQuoted: unsafe scalar.style != YAML_PLAIN_SCALAR_STYLE)
            (hasAnchor, hasTag) = unsafe (scalar.anchor != nil, scalar.tag != nil)
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe event.pointee.data.sequence_start
            kind = .sequenceStart
            (hasAnchor, hasTag) = unsafe (start.anchor != nil, start.tag != nil)
        case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            let start = unsafe event.pointee.data.mapping_start
            kind = .mappingStart(isFlow: unsafe start.style == YAML_FLOW_MAPPING_STYLE)
            (hasAnchor, hasTag) = unsafe (start.anchor != nil, start.tag != nil)
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        default: kind = .streamEnd
        }
    }

    /// Appends the bytes of a scalar, in UTF-8; nothing for other events.
    func appendScalar(to bytes: inout [UInt8]) {
        guard case .scalar = kind else { return }
        let scalar = unsafe event.pointee.data.scalar
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: scalar.value, count: scalar.length))
    }

    private func problem() -> YAMLProblem {
        // Safe: libyaml's messages are static.
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "the text cannot be read"
        let input = Array(input)
        if unsafe parser.pointee.error == YAML_READER_ERROR {
            // libyaml's mark stays at the beginning in this case; only the byte offset is right.
            return unreadable(at: unsafe min(parser.pointee.problem_offset, input.count), problem, in: input)
        }
        let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) + ", " } ?? ""
        let mark = unsafe YAMLMark(from: parser.pointee.problem_mark, to: parser.pointee.problem_mark)
        let lines = SourceLines(input)
        // At the end of a text without a final line break, libyaml's line is one too high.
        let place = mark.line > lines.count ? lines.mark(ofByte: input.count, in: input) : mark
        let range = lines.range(ofLine: Int(place.line), in: input)
        let rest = String(decoding: input[range], as: UTF8.self).unicodeScalars.dropFirst(Int(place.column) - 1)
        let hint = SyntaxAdvice.hint(for: problem, at: rest.first)
        return YAMLProblem(code: .syntax, mark: place, message: "this is not YAML: \(context)\(problem)", hint: hint)
    }

    /// libyaml reports invalid UTF-8 and characters that YAML excludes in the same way.
    private func unreadable(at offset: Int, _ problem: String, in input: [UInt8]) -> YAMLProblem {
        let mark = SourceLines(input).mark(ofByte: offset, in: input)
        var rest = input[offset...].makeIterator()
        var decoder = UTF8()
        if case .scalarValue = decoder.decode(&rest) {
            return YAMLProblem(code: .controlCharacter, mark: mark, message: "control characters are not allowed")
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
