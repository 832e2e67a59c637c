import RouterCSQLite

/// A prepared statement of SQLite.
///
/// SQLite copies bound values. Memory that it lends for a column stays valid until the next step, and is copied before
/// that.
@safe final class Statement {
    // Finalised when this object is destroyed; nothing else holds it.
    private let handle: OpaquePointer

    /// Nil if SQLite rejects it; the connection has the reason.
    init?(_ sql: String, _ connection: OpaquePointer) {
        var prepared: OpaquePointer?
        guard unsafe sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK,
            let handle = unsafe prepared
        else { return nil }
        unsafe self.handle = handle
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Runs the statement to its end with these values; nil if that fails.
    func rows(_ values: [DatabaseValue]) -> [[DatabaseValue]]? {
        for (value, index) in zip(values, Int32(1)...) {
            guard bind(value, at: index) == SQLITE_OK else { return nil }
        }
        var rows: [[DatabaseValue]] = []
        while true {
            switch unsafe sqlite3_step(handle) {
            case SQLITE_ROW: rows.append(unsafe (0..<sqlite3_column_count(handle)).map(column))
            case SQLITE_DONE: return rows
            default: return nil
            }
        }
    }

    /// Clears the values, so that it can run again. False if that fails.
    func reset() -> Bool {
        unsafe sqlite3_reset(handle) == SQLITE_OK && sqlite3_clear_bindings(handle) == SQLITE_OK
    }

    private func bind(_ value: DatabaseValue, at index: Int32) -> Int32 {
        switch value {
        case .null: unsafe sqlite3_bind_null(handle, index)
        case .integer(let number): unsafe sqlite3_bind_int64(handle, index, number)
        case .text(let text): unsafe sqlite3_bind_text_copy(handle, index, text, Int32(text.utf8.count))
        case .blob(let bytes): unsafe sqlite3_bind_blob_copy(handle, index, bytes, Int32(bytes.count))
        }
    }

    private func column(_ index: Int32) -> DatabaseValue {
        switch unsafe sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: .integer(unsafe sqlite3_column_int64(handle, index))
        case SQLITE_TEXT: text(unsafe bytes(unsafe sqlite3_column_text(handle, index), index))
        case SQLITE_BLOB: unsafe .blob(bytes(unsafe sqlite3_column_blob(handle, index), index))
        default: .null
        }
    }

    /// Text is UTF-8; invalid text becomes a blob, because repairing it would change it.
    private func text(_ bytes: [UInt8]) -> DatabaseValue {
        String(validating: bytes, as: UTF8.self).map(DatabaseValue.text) ?? .blob(bytes)
    }

    /// A copy of a column's bytes at `start`.
    private func bytes(_ start: UnsafeRawPointer?, _ index: Int32) -> [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
    }
}
