#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT, with which SQLite copies bound values, is a cast macro, which Swift cannot import.
static inline int sqlite3_bind_text_copy(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

// sqlite3_config takes a variable number of arguments, which Swift cannot pass.
static inline int sqlite3_config_page_cache(void *memory, int size, int count) {
    return sqlite3_config(SQLITE_CONFIG_PAGECACHE, memory, size, count);
}

static inline int sqlite3_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}
