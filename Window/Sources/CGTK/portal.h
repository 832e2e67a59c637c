#pragma once
#include <gio/gio.h>

/* Asks the desktop for a picture of the screen (org.freedesktop.portal.Screenshot). The desktop lets the person choose the part
   and agree; it writes a file, and its answer is a signal to whoever asked, which must still be connected then. */

enum portal_end { PORTAL_GAVE, PORTAL_CANCELLED, PORTAL_MISSING, PORTAL_SILENT };

struct portal_request {
    GMainLoop *loop;
    enum portal_end end;
    char *address; /* of the file */
};

static inline void portal_answered(
    GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *signal, GVariant *values,
    gpointer data) {
    (void)bus, (void)sender, (void)path, (void)interface, (void)signal;
    struct portal_request *request = data;
    request->end = PORTAL_MISSING;
    if (g_variant_is_of_type(values, G_VARIANT_TYPE("(ua{sv})"))) {
        guint32 response;
        GVariant *results;
        g_variant_get(values, "(u@a{sv})", &response, &results);
        if (response == 0 && g_variant_lookup(results, "uri", "s", &request->address)) request->end = PORTAL_GAVE;
        else if (response == 1) request->end = PORTAL_CANCELLED;
        g_variant_unref(results);
    }
    g_main_loop_quit(request->loop);
}
static inline gboolean portal_waited(gpointer loop) {
    g_main_loop_quit(loop);
    return G_SOURCE_REMOVE;
}

/* The address of the picture's file, for the caller to free; NULL with the reason in `end`. */
static inline char *portal_screenshot(unsigned seconds, enum portal_end *end) {
    struct portal_request request = {NULL, PORTAL_MISSING, NULL};
    GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
    if (bus != NULL) {
        const char *portal = "org.freedesktop.portal.Desktop";
        request.loop = g_main_loop_new(NULL, FALSE);
        char *token = g_strdup_printf("router%08x%08x", g_random_int(), g_random_int());
        /* The portal's documentation says how this path is made; listening first misses no answer. */
        char *name = g_strdup(g_dbus_connection_get_unique_name(bus) + 1);
        g_strdelimit(name, ".", '_');
        char *path = g_strdup_printf("/org/freedesktop/portal/desktop/request/%s/%s", name, token);
        guint listener = g_dbus_connection_signal_subscribe(
            bus, portal, "org.freedesktop.portal.Request", "Response", path, NULL, G_DBUS_SIGNAL_FLAGS_NONE,
            portal_answered, &request, NULL);
        GVariantBuilder options;
        g_variant_builder_init(&options, G_VARIANT_TYPE_VARDICT);
        g_variant_builder_add(&options, "{sv}", "handle_token", g_variant_new_string(token));
        g_variant_builder_add(&options, "{sv}", "interactive", g_variant_new_boolean(TRUE));
        GVariant *answer = g_dbus_connection_call_sync(
            bus, portal, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Screenshot", "Screenshot",
            g_variant_new("(sa{sv})", "", &options), G_VARIANT_TYPE("(o)"), G_DBUS_CALL_FLAGS_NONE, 20000, NULL, NULL);
        if (answer != NULL) {
            g_variant_unref(answer);
            request.end = PORTAL_SILENT;
            g_timeout_add_seconds(seconds, portal_waited, request.loop);
            g_main_loop_run(request.loop);
        }
        g_dbus_connection_signal_unsubscribe(bus, listener);
        g_free(path), g_free(name), g_free(token);
        g_main_loop_unref(request.loop);
        g_object_unref(bus);
    }
    *end = request.end;
    return request.address;
}
