#pragma once
#include <errno.h>
#include <gtk/gtk.h>
#include <string.h>
#include <unistd.h>

/* A field for a secret.

   GtkPasswordEntry keeps its text in locked memory, but GTK 4.8 tells every program on the accessibility bus: it sends
   what is typed as "text-changed", and answers Text.GetText with it. So the text of this entry consists of dots, one for
   each character, and the characters are in a buffer of the same kind that no widget has. Both are changed together, by
   the two signals that every change of an editable widget emits first. Handlers that come later, such as those of
   accessibility, are not called for insertions, which are the only ones that carry characters. */

static inline GtkEntryBuffer *secret_buffer(gpointer entry) {
    return GTK_ENTRY_BUFFER(g_object_get_data(G_OBJECT(entry), "secret-buffer"));
}
static inline GtkEditable *secret_text(GtkWidget *entry) { return gtk_editable_get_delegate(GTK_EDITABLE(entry)); }

static inline void secret_inserted(GtkEditable *text, const char *given, int length, int *position, gpointer entry) {
    g_signal_stop_emission_by_name(text, "insert-text");
    GtkEntryBuffer *secret = secret_buffer(entry);
    const char *end = given + (length < 0 ? (int)strlen(given) : length);
    while (given < end) {
        /* Line feeds come with what is pasted; they are no part of a passcode. */
        gsize line = 0;
        while (given + line < end && given[line] != '\n' && given[line] != '\r') line++;
        glong count = line == 0 ? 0 : g_utf8_strlen(given, (gssize)line);
        if (count > 0 && gtk_entry_buffer_get_bytes(secret) + line <= 1024) {
            guint inserted = gtk_entry_buffer_insert_text(secret, (guint)*position, given, (int)count);
            for (guint i = 0; i < inserted; i++)
                gtk_entry_buffer_insert_text(gtk_text_get_buffer(GTK_TEXT(text)), (guint)(*position)++, "\u2022", 1);
        }
        given += line;
        while (given < end && (*given == '\n' || *given == '\r')) given++;
    }
    g_signal_emit_by_name(entry, "changed");
}
static inline void secret_deleted(GtkEditable *text, int start, int end, gpointer entry) {
    (void)text;
    gtk_entry_buffer_delete_text(secret_buffer(entry), (guint)start, end < 0 ? -1 : end - start);
}

static inline GtkWidget *secret_new(void) {
    GtkWidget *entry = gtk_password_entry_new();
    gtk_password_entry_set_show_peek_icon(GTK_PASSWORD_ENTRY(entry), FALSE);
    g_object_set_data_full(G_OBJECT(entry), "secret-buffer", gtk_password_entry_buffer_new(), g_object_unref);
    GtkEditable *text = secret_text(entry);
    g_signal_connect(text, "insert-text", G_CALLBACK(secret_inserted), entry);
    g_signal_connect(text, "delete-text", G_CALLBACK(secret_deleted), entry);
    return entry;
}
static inline unsigned long secret_count(GtkWidget *entry) { return gtk_entry_buffer_get_bytes(secret_buffer(entry)); }
static inline void secret_clear(GtkWidget *entry) { gtk_editable_delete_text(GTK_EDITABLE(entry), 0, -1); }

/* Writes the secret straight from its locked memory, and forgets it. Returns its length in bytes, or -1. */
static inline long secret_write(GtkWidget *entry, int descriptor) {
    const char *text = gtk_entry_buffer_get_text(secret_buffer(entry));
    size_t length = strlen(text), written = 0;
    while (written < length) {
        ssize_t count = write(descriptor, text + written, length - written);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return -1;
        written += (size_t)count;
    }
    secret_clear(entry);
    return (long)length;
}
