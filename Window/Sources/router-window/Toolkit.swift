import CGTK

/// A widget of GTK. It lives as long as its window, which is never destroyed before the program ends.
///
/// Everything here runs in the thread of GTK's main loop.
@safe struct Widget {
    // Safe: made by GTK, and alive until the program ends.
    fileprivate let pointer: UnsafeMutablePointer<GtkWidget>

    private init(_ pointer: UnsafeMutablePointer<GtkWidget>) { unsafe self.pointer = pointer }

    static func window() -> Widget { unsafe Widget(gtk_window_new()) }

    static func box(vertical: Bool = true, spacing: Int32 = 0, _ children: [Widget] = []) -> Widget {
        let box = unsafe Widget(window_new_box(vertical ? 1 : 0, spacing))
        for child in children { box.append(child) }
        return box
    }

    /// A box that a screen reader names as a group, or reads at once if it is an alert.
    static func region(isAlert: Bool, _ children: [Widget]) -> Widget {
        let box = unsafe Widget(window_new_region(isAlert ? 1 : 0))
        for child in children { box.append(child) }
        return box
    }

    /// A text that is never read as markup.
    static func label(_ text: String, most characters: Int32 = 62) -> Widget {
        unsafe Widget(window_new_label(text, characters))
    }

    static func button(_ text: String) -> Widget { unsafe Widget(window_new_button(text)) }
    static func entry() -> Widget { unsafe Widget(window_new_entry()) }
    static func secretField() -> Widget { unsafe Widget(secret_new()) }
    static func list() -> Widget { unsafe Widget(window_new_list()) }
    static func icon(_ name: String) -> Widget { unsafe Widget(window_new_icon(name)) }
    static func spinner() -> Widget {
        let spinner = unsafe Widget(gtk_spinner_new())
        unsafe gtk_spinner_start(OpaquePointer(spinner.pointer))
        return spinner
    }

    /// - Parameters:
    ///   - pixels: three bytes for each of `side` times `side` pixels.
    ///   - shown: how wide it is shown, in the units of widgets.
    static func picture(_ pixels: [UInt8], side: Int32, shown: Int32) -> Widget {
        precondition(pixels.count == Int(side) * Int(side) * 3, "a picture with all of its pixels")
        return unsafe Widget(window_new_picture(pixels, side, shown))
    }

    static func scroller(_ child: Widget) -> Widget { unsafe Widget(window_new_scroller(child.pointer)) }
}

extension Widget {
    func append(_ child: Widget) { unsafe window_box_append(pointer, child.pointer) }
    /// Makes all children of a box equally wide.
    func setEqual() { unsafe window_box_set_equal(pointer) }
    func setVertical(_ isVertical: Bool) { unsafe window_set_vertical(pointer, isVertical ? 1 : 0) }
    func addClass(_ name: String) { unsafe gtk_widget_add_css_class(pointer, name) }
    func setVisible(_ isVisible: Bool) { unsafe gtk_widget_set_visible(pointer, isVisible ? 1 : 0) }
    func setSensitive(_ isSensitive: Bool) { unsafe gtk_widget_set_sensitive(pointer, isSensitive ? 1 : 0) }
    func setText(_ text: String) { unsafe window_label_set_text(pointer, text) }
    func setUnbroken() { unsafe window_label_set_unbroken(pointer) }
    func setCentred() { unsafe window_label_set_centred(pointer) }
    func setMargins(_ margin: Int32) {
        unsafe gtk_widget_set_margin_top(pointer, margin)
        unsafe gtk_widget_set_margin_bottom(pointer, margin)
        setSideMargins(margin)
    }
    func setSideMargins(_ margin: Int32) {
        unsafe gtk_widget_set_margin_start(pointer, margin)
        unsafe gtk_widget_set_margin_end(pointer, margin)
    }
    func expand() { unsafe gtk_widget_set_hexpand(pointer, 1) }
    func alignTop() { unsafe gtk_widget_set_valign(pointer, GTK_ALIGN_START) }
    func grabFocus() { unsafe _ = gtk_widget_grab_focus(pointer) }

    /// What a screen reader calls it.
    func setName(_ name: String) { unsafe window_set_label(pointer, name) }
    func setDescription(_ text: String) { unsafe window_set_description(pointer, text) }

    /// - Parameter withoutSpaces: whether what is copied has no spaces.
    func setSelectable(withoutSpaces: Bool) { unsafe window_label_set_selectable(pointer, withoutSpaces ? 1 : 0) }

    enum Emphasis: Int32 {
        case bold, monospaced, large
    }

    /// Emphasises parts of a label, in bytes of its text.
    func emphasise(_ parts: [(Emphasis, Range<Int>)]) {
        guard !parts.isEmpty else { return }
        let list = unsafe window_new_attributes()
        for (emphasis, range) in parts {
            unsafe window_add_attribute(list, emphasis.rawValue, UInt32(range.lowerBound), UInt32(range.upperBound))
        }
        unsafe window_label_set_attributes(pointer, list)
    }

    /// The text of an entry.
    var text: String { unsafe String(cString: window_entry_text(pointer)) }
    func clearText() { unsafe window_entry_clear(pointer) }

    /// The bytes of a secret field.
    var secretLength: Int { unsafe Int(secret_count(pointer)) }
    /// Writes a secret to `descriptor` and forgets it. Returns its length; nil if it cannot be written.
    func writeSecret(to descriptor: Int32) -> Int? {
        let count = unsafe secret_write(pointer, descriptor)
        return count < 0 ? nil : count
    }
    func clearSecret() { unsafe secret_clear(pointer) }

    func appendRow(_ child: Widget) { unsafe window_list_append(pointer, child.pointer) }
    /// The widget of a row of a list, for its name.
    func row(_ index: Int) -> Widget { unsafe Widget(window_list_row(pointer, Int32(index))) }
    func unselect() { unsafe window_list_unselect(pointer) }
    /// The selected row of a list; nil if none is.
    var selected: Int? {
        let index = unsafe window_list_selected(pointer)
        return index < 0 ? nil : Int(index)
    }

    /// Whether a scroller shows the end of its contents.
    var showsEnd: Bool { unsafe window_shows_end(pointer) != 0 }
    func scroll(pages: Int32) { unsafe window_scroll_pages(pointer, Double(pages)) }
}

/// Windows.
extension Widget {
    func setTitle(_ title: String) { unsafe window_set_title(pointer, title) }
    func setChild(_ child: Widget) { unsafe window_set_child(pointer, child.pointer) }
    func setSize(_ width: Int32, _ height: Int32) { unsafe window_set_size(pointer, width, height) }
    func setStartupID(_ id: String) { unsafe window_set_startup_id(pointer, id) }
    func setIcon(_ name: String) { unsafe window_set_icon(pointer, name) }
    func present() { unsafe window_present(pointer) }
    func setFocus(_ widget: Widget) { unsafe window_set_focus(pointer, widget.pointer) }
    func height(for width: Int32) -> Int32 { unsafe window_height_for(pointer, width) }
    var width: Int { unsafe Int(window_width(pointer)) }
}

/// What is done when something happens.
private final class Action {
    let run: (UInt32) -> Bool

    init(_ run: @escaping (UInt32) -> Bool) { self.run = run }

    convenience init(_ body: @escaping () -> Void) {
        self.init { _ in
            body()
            return true
        }
    }

    /// For C, which keeps it until the program ends.
    var context: UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

    static func run(_ context: UnsafeMutableRawPointer?, _ key: UInt32) -> Bool {
        guard let context = unsafe context else { return false }
        // Made by `context` above, and never released.
        return unsafe Unmanaged<Action>.fromOpaque(context).takeUnretainedValue().run(key)
    }
}

/// What C calls: the context is that of an action, which lives until the program ends.
private let callAction: @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Int32 = { context, key in
    unsafe Action.run(context, key) ? 1 : 0
}

extension Widget {
    /// Does something whenever this widget emits a signal; a window that is to be closed stays.
    func on(_ signal: String, _ body: @escaping () -> Void) {
        unsafe window_connect(pointer, signal, callAction, Action(body).context)
    }

    /// Does something whenever what a scroller shows changes.
    func onScroll(_ body: @escaping () -> Void) {
        for signal in ["changed", "value-changed"] {
            unsafe window_connect(window_adjustment(pointer), signal, callAction, Action(body).context)
        }
    }

    /// Sees every key before the widgets do; the result says whether it keeps the key from them.
    func onKey(_ body: @escaping (Key) -> Bool) {
        unsafe window_connect_keys(pointer, callAction, Action { body(Key($0)) }.context)
    }

    /// Does something whenever the pointer moves over it.
    func onMotion(_ body: @escaping () -> Void) {
        unsafe window_connect_motion(pointer, callAction, Action(body).context)
    }

    /// Does something whenever a window gets another size.
    func onSize(_ body: @escaping () -> Void) {
        unsafe window_connect_size(pointer, callAction, Action(body).context)
    }
}

/// A key, as far as the window handles it itself.
enum Key {
    case enter
    case escape
    /// So many pages down.
    case page(Int32)
    /// To the next widget, or back.
    case tab(isForward: Bool)
    case other

    fileprivate init(_ value: UInt32) {
        if window_is_return(value) != 0 {
            self = .enter
        } else if window_is_escape(value) != 0 {
            self = .escape
        } else if window_steps(value) != 0 {
            self = .tab(isForward: window_steps(value) > 0)
        } else if window_pages(value) != 0 {
            self = .page(window_pages(value))
        } else {
            self = .other
        }
    }
}

/// GTK itself.
enum Toolkit {
    /// Connects to the display. Returns false if there is none.
    static func start() -> Bool {
        guard gtk_init_check() != 0 else { return false }
        window_use_settings()
        return true
    }

    static func use(style: String) { unsafe window_use_style(style) }

    /// The height of the smallest screen, in the units of widgets.
    static var screenHeight: Int32 { window_screen_height() }

    /// Calls `body` after so many milliseconds, and again as long as it returns true.
    static func after(_ milliseconds: UInt32, _ body: @escaping () -> Bool) {
        unsafe window_after(milliseconds, callAction, Action { (_: UInt32) in body() }.context)
    }

    /// Calls `body` whenever `descriptor` can be read or its other side is gone, as long as it returns true.
    static func whenReadable(_ descriptor: Int32, _ body: @escaping () -> Bool) {
        unsafe window_when_readable(descriptor, callAction, Action { (_: UInt32) in body() }.context)
    }

    /// Handles events until the program ends.
    static func run() -> Never {
        while true { _ = g_main_context_iteration(nil, 1) }
    }
}
