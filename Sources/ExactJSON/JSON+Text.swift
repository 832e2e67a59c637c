extension JSON {
    /// The value on one line, without spaces.
    public var text: String { written.string }

    /// The UTF-8 of ``text``.
    public var bytes: [UInt8] { written.bytes }

    private var written: JSONWriter {
        var writer = JSONWriter()
        writer.write(self)
        return writer
    }

    /// Parses what `write` writes: for output that is usually written without a value.
    package init(_ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        do throws(JSONError) {
            try self.init(reading: writer.bytes, limits: JSONLimits(bytes: .max, depth: .max))
        } catch {
            preconditionFailure("what was written is JSON: \(error.message)")
        }
    }
}
