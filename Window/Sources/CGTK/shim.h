#pragma once
#include <glib-unix.h>
#include <gtk/gtk.h>

/* Swift sees every widget as a GtkWidget; macros and variadic functions it cannot call. Texts are always set as texts,
   never as markup. */

static inline void window_set_title(GtkWidget *window, const char *title) { gtk_window_set_title(GTK_WINDOW(window), title); }
static inline void window_set_child(GtkWidget *window, GtkWidget *child) { gtk_window_set_child(GTK_WINDOW(window), child); }
static inline void window_set_size(GtkWidget *window, int width, int height) {
    gtk_window_set_default_size(GTK_WINDOW(window), width, height);
}
static inline void window_present(GtkWidget *window) { gtk_window_present(GTK_WINDOW(window)); }
static inline void window_set_startup_id(GtkWidget *window, const char *id) { gtk_window_set_startup_id(GTK_WINDOW(window), id); }
static inline void window_set_icon(GtkWidget *window, const char *name) { gtk_window_set_icon_name(GTK_WINDOW(window), name); }
static inline void window_set_focus(GtkWidget *window, GtkWidget *widget) { gtk_window_set_focus(GTK_WINDOW(window), widget); }
static inline GtkWidget *window_new_box(int vertical, int spacing) {
    return gtk_box_new(vertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, spacing);
}
static inline void window_box_append(GtkWidget *box, GtkWidget *child) { gtk_box_append(GTK_BOX(box), child); }
static inline void window_box_set_equal(GtkWidget *box) { gtk_box_set_homogeneous(GTK_BOX(box), TRUE); }
static inline void window_set_vertical(GtkWidget *box, int vertical) {
    gtk_orientable_set_orientation(
        GTK_ORIENTABLE(box), vertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
}

/* Attributes of a label. Where a word is divided, no hyphen that is not in the text appears. */
static inline PangoAttrList *window_new_attributes(void) {
    PangoAttrList *list = pango_attr_list_new();
    pango_attr_list_insert(list, pango_attr_insert_hyphens_new(FALSE));
    return list;
}
static inline void window_label_set_attributes(GtkWidget *label, PangoAttrList *list) {
    gtk_label_set_attributes(GTK_LABEL(label), list);
    pango_attr_list_unref(list);
}

/* A label that wraps anywhere if it must, and reads no markup. */
static inline GtkWidget *window_new_label(const char *text, int most_characters) {
    GtkWidget *widget = gtk_label_new(NULL);
    GtkLabel *label = GTK_LABEL(widget);
    gtk_label_set_use_markup(label, FALSE);
    gtk_label_set_use_underline(label, FALSE);
    gtk_label_set_text(label, text);
    gtk_label_set_wrap(label, TRUE);
    gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR);
    gtk_label_set_xalign(label, 0);
    gtk_label_set_max_width_chars(label, most_characters);
    window_label_set_attributes(widget, window_new_attributes());
    return widget;
}
static inline void window_label_set_text(GtkWidget *label, const char *text) { gtk_label_set_text(GTK_LABEL(label), text); }
static inline void window_label_set_unbroken(GtkWidget *label) { gtk_label_set_wrap(GTK_LABEL(label), FALSE); }
static inline void window_label_set_centred(GtkWidget *label) {
    gtk_label_set_xalign(GTK_LABEL(label), 0.5f);
    gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
}

/* Copies what is selected without its spaces: the groups of an address are for the eye. */
static inline void window_copy_without_spaces(GtkLabel *label, gpointer nothing) {
    (void)nothing;
    int start, end;
    if (!gtk_label_get_selection_bounds(label, &start, &end)) return;
    const char *text = gtk_label_get_text(label);
    char *selected = g_utf8_substring(text, start, end), *to = selected;
    for (const char *from = selected; *from != 0; from++)
        if (*from != ' ') *to++ = *from;
    *to = 0;
    gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(label)), selected);
    g_free(selected);
    g_signal_stop_emission_by_name(label, "copy-clipboard");
}
static inline void window_label_set_selectable(GtkWidget *label, int without_spaces) {
    gtk_label_set_selectable(GTK_LABEL(label), TRUE);
    if (without_spaces) g_signal_connect(label, "copy-clipboard", G_CALLBACK(window_copy_without_spaces), NULL);
}

/* Attributes of a part of a label, in bytes: 0 bold, 1 monospaced, 2 large. */
static inline void window_add_attribute(PangoAttrList *list, int kind, unsigned start, unsigned end) {
    PangoAttribute *attribute = kind == 0   ? pango_attr_weight_new(PANGO_WEIGHT_BOLD)
                                : kind == 1 ? pango_attr_family_new("monospace")
                                            : pango_attr_scale_new(1.25);
    attribute->start_index = start;
    attribute->end_index = end;
    pango_attr_list_insert(list, attribute);
}

static inline GtkWidget *window_new_button(const char *label) {
    GtkWidget *text = gtk_label_new(NULL);
    gtk_label_set_text(GTK_LABEL(text), label);
    gtk_label_set_ellipsize(GTK_LABEL(text), PANGO_ELLIPSIZE_END);
    GtkWidget *button = gtk_button_new();
    gtk_button_set_child(GTK_BUTTON(button), text);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    return button;
}

static inline GtkWidget *window_new_scroller(GtkWidget *child) {
    GtkWidget *widget = gtk_scrolled_window_new();
    GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW(widget);
    gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_overlay_scrolling(scroller, FALSE);
    gtk_scrolled_window_set_child(scroller, child);
    gtk_widget_set_vexpand(widget, TRUE);
    return widget;
}
static inline GtkAdjustment *window_adjustment(GtkWidget *scroller) {
    return gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller));
}
/* Whether the end of what scrolls is in sight. */
static inline int window_shows_end(GtkWidget *scroller) {
    GtkAdjustment *adjustment = window_adjustment(scroller);
    double page = gtk_adjustment_get_page_size(adjustment);
    return page > 1 && gtk_adjustment_get_value(adjustment) + page >= gtk_adjustment_get_upper(adjustment) - 2;
}
static inline void window_scroll_pages(GtkWidget *scroller, double pages) {
    GtkAdjustment *adjustment = window_adjustment(scroller);
    gtk_adjustment_set_value(
        adjustment, gtk_adjustment_get_value(adjustment) + pages * gtk_adjustment_get_page_size(adjustment) * 0.9);
}

static inline GtkWidget *window_new_entry(void) { return gtk_entry_new(); }
static inline const char *window_entry_text(GtkWidget *entry) { return gtk_editable_get_text(GTK_EDITABLE(entry)); }
static inline void window_entry_clear(GtkWidget *entry) { gtk_editable_set_text(GTK_EDITABLE(entry), ""); }

static inline GtkWidget *window_new_list(void) {
    GtkWidget *list = gtk_list_box_new();
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_SINGLE);
    gtk_list_box_set_activate_on_single_click(GTK_LIST_BOX(list), FALSE);
    return list;
}
static inline void window_list_append(GtkWidget *list, GtkWidget *child) { gtk_list_box_append(GTK_LIST_BOX(list), child); }
static inline GtkWidget *window_list_row(GtkWidget *list, int index) {
    return GTK_WIDGET(gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), index));
}
static inline void window_list_unselect(GtkWidget *list) { gtk_list_box_unselect_all(GTK_LIST_BOX(list)); }
static inline int window_list_selected(GtkWidget *list) {
    GtkListBoxRow *row = gtk_list_box_get_selected_row(GTK_LIST_BOX(list));
    return row == NULL ? -1 : gtk_list_box_row_get_index(row);
}

/* An icon by the path of its file, or by its name if the theme has it; a picture for programs otherwise. */
static inline GtkWidget *window_new_icon(const char *name) {
    GtkIconTheme *theme = gtk_icon_theme_get_for_display(gdk_display_get_default());
    GtkWidget *image = name[0] == '/'                            ? gtk_image_new_from_file(name)
                       : gtk_icon_theme_has_icon(theme, name) ? gtk_image_new_from_icon_name(name)
                                                                 : gtk_image_new_from_icon_name("application-x-executable");
    gtk_image_set_pixel_size(GTK_IMAGE(image), 32);
    return image;
}

/* A picture of `side` times `side` pixels in red, green and blue, shown `shown` units wide. */
static inline GtkWidget *window_new_picture(const unsigned char *pixels, int side, int shown) {
    GBytes *bytes = g_bytes_new(pixels, (gsize)side * side * 3);
    GdkTexture *texture = gdk_memory_texture_new(side, side, GDK_MEMORY_R8G8B8, bytes, (gsize)side * 3);
    g_bytes_unref(bytes);
    GtkWidget *image = gtk_image_new_from_paintable(GDK_PAINTABLE(texture));
    g_object_unref(texture);
    gtk_image_set_pixel_size(GTK_IMAGE(image), shown);
    gtk_widget_set_halign(image, GTK_ALIGN_START);
    gtk_widget_set_valign(image, GTK_ALIGN_START);
    return image;
}

static inline void window_set_label(GtkWidget *widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}
static inline void window_set_description(GtkWidget *widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}
/* Widgets with a role that only their maker can choose. */
static inline GtkWidget *window_new_region(int is_alert) {
    return GTK_WIDGET(g_object_new(
        GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "accessible-role",
        is_alert ? GTK_ACCESSIBLE_ROLE_ALERT : GTK_ACCESSIBLE_ROLE_GROUP, NULL));
}

/* Signals and keys reach Swift through one kind of function: with what it gave, and with a key or 0. */
typedef int (*window_handler)(void *context, unsigned key);
struct window_action {
    window_handler handler;
    void *context;
};
static inline struct window_action *window_new_action(window_handler handler, void *context) {
    struct window_action *action = g_new(struct window_action, 1);
    *action = (struct window_action){handler, context};
    return action;
}
static inline int window_do(gpointer given, unsigned key) {
    struct window_action *action = given;
    return action->handler(action->context, key);
}
static inline void window_notified(gpointer object, gpointer action) {
    (void)object;
    window_do(action, 0);
}
static inline void window_row_notified(gpointer list, gpointer row, gpointer action) {
    (void)list, (void)row;
    window_do(action, 0);
}
static inline void window_moved(gpointer controller, double x, double y, gpointer action) {
    (void)controller, (void)x, (void)y;
    window_do(action, 0);
}
static inline void window_laid_out(gpointer surface, int width, int height, gpointer action) {
    (void)surface, (void)width, (void)height;
    window_do(action, 0);
}
/* Closing is an answer, which the handler gives; the window stays until it is told to go. */
static inline gboolean window_closing(gpointer window, gpointer action) {
    (void)window;
    window_do(action, 0);
    return TRUE;
}
static inline gboolean window_key_pressed(gpointer controller, guint key, guint code, GdkModifierType state, gpointer action) {
    (void)controller, (void)code, (void)state;
    return window_do(action, key);
}
static inline void window_connect(gpointer object, const char *signal, window_handler handler, void *context) {
    GCallback callback = g_str_equal(signal, "row-selected")    ? G_CALLBACK(window_row_notified)
                         : g_str_equal(signal, "close-request") ? G_CALLBACK(window_closing)
                                                                : G_CALLBACK(window_notified);
    g_signal_connect(object, signal, callback, window_new_action(handler, context));
}
/* Keys before any widget sees them: the handler returns 1 to keep one from the widgets. */
static inline void window_connect_keys(GtkWidget *widget, window_handler handler, void *context) {
    GtkEventController *controller = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
    g_signal_connect(controller, "key-pressed", G_CALLBACK(window_key_pressed), window_new_action(handler, context));
    gtk_widget_add_controller(widget, controller);
}
static inline void window_connect_motion(GtkWidget *widget, window_handler handler, void *context) {
    GtkEventController *controller = gtk_event_controller_motion_new();
    g_signal_connect(controller, "motion", G_CALLBACK(window_moved), window_new_action(handler, context));
    gtk_widget_add_controller(widget, controller);
}
/* Calls the handler whenever the window gets another size. */
static inline void window_connect_size(GtkWidget *window, window_handler handler, void *context) {
    gtk_widget_realize(window);
    g_signal_connect(
        gtk_native_get_surface(GTK_NATIVE(window)), "layout", G_CALLBACK(window_laid_out),
        window_new_action(handler, context));
}
static inline int window_is_return(unsigned key) {
    return key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_ISO_Enter;
}
static inline int window_is_escape(unsigned key) { return key == GDK_KEY_Escape; }
/* 1 for the key that goes to the next widget, -1 for the one that goes back. */
static inline int window_steps(unsigned key) {
    return key == GDK_KEY_Tab || key == GDK_KEY_KP_Tab ? 1 : key == GDK_KEY_ISO_Left_Tab ? -1 : 0;
}
/* Pages to scroll for a key. */
static inline int window_pages(unsigned key) {
    return key == GDK_KEY_Page_Down || key == GDK_KEY_KP_Page_Down  ? 1
           : key == GDK_KEY_Page_Up || key == GDK_KEY_KP_Page_Up    ? -1
                                                                    : 0;
}

static inline gboolean window_elapsed(gpointer action) { return window_do(action, 0); }
/* Calls the handler after so many milliseconds, and again as long as it returns 1. */
static inline void window_after(unsigned milliseconds, window_handler handler, void *context) {
    g_timeout_add_full(
        G_PRIORITY_DEFAULT, milliseconds, window_elapsed, window_new_action(handler, context), g_free);
}
static inline gboolean window_readable(gint descriptor, GIOCondition condition, gpointer action) {
    (void)descriptor, (void)condition;
    return window_do(action, 0);
}
/* Calls the handler when the descriptor can be read, or its other side is gone, as long as it returns 1. */
static inline void window_when_readable(int descriptor, window_handler handler, void *context) {
    g_unix_fd_add_full(
        G_PRIORITY_DEFAULT, descriptor, G_IO_IN | G_IO_HUP | G_IO_ERR, window_readable,
        window_new_action(handler, context), g_free);
}

static inline void window_use_style(const char *css) {
    GtkCssProvider *provider = gtk_css_provider_new();
    gtk_css_provider_load_from_data(provider, css, -1);
    gtk_style_context_add_provider_for_display(
        gdk_display_get_default(), GTK_STYLE_PROVIDER(provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    g_object_unref(provider);
}
/* Tabbing into a text must not select it: that would replace what the person selected elsewhere. */
static inline void window_use_settings(void) {
    g_object_set(gtk_settings_get_default(), "gtk-label-select-on-focus", FALSE, NULL);
}

/* The height of the smallest screen, in the units of widgets; 768 if none is known. */
static inline int window_screen_height(void) {
    GListModel *monitors = gdk_display_get_monitors(gdk_display_get_default());
    int least = 0;
    for (guint i = 0; i < g_list_model_get_n_items(monitors); i++) {
        GdkMonitor *monitor = g_list_model_get_item(monitors, i);
        GdkRectangle area;
        gdk_monitor_get_geometry(monitor, &area);
        if (area.height > 0 && (least == 0 || area.height < least)) least = area.height;
        g_object_unref(monitor);
    }
    return least == 0 ? 768 : least;
}
/* The height that a widget needs where it has a width, in the units of widgets. */
static inline int window_height_for(GtkWidget *widget, int width) {
    int natural;
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
    return natural;
}
static inline int window_width(GtkWidget *window) { return gtk_widget_get_width(window); }
