import Glibc
import RouterDialogue

/// The window: one question at a time, and its answer.
///
/// Whatever is shown, nothing agrees but the button that says so, the typed word or the passcode: the return key alone never
/// does, the keyboard's focus never starts on that button, and it waits until the end of the text was in sight (S5).
final class ConsentWindow {
    /// Keys and clicks that were on their way when the window appeared answer nothing.
    private static let settling: UInt32 = 600
    /// How long a window waits for the next question before it hides.
    private static let patience: UInt32 = 300
    /// Below this width, what stands beside each other stands below each other.
    private static let narrow = 480
    /// Lines longer than this are hard to read: a wider window has wider margins.
    private static let widest = 620
    private static let margin: Int32 = 22
    /// How wide it is until the person or the desktop changes that.
    private static let width: Int32 = 600

    private let link: Link
    private let window = Widget.window()
    private var question: WindowQuestion?
    private var parts: Parts?
    private var isAnswered = true
    private var isSettled = false
    private var isEndSeen = false
    private var lastSign: Int = 0
    /// Counts what was shown, so that a timer knows its question.
    private var shows = 0

    /// The widgets of a question.
    private struct Parts {
        let scroller: Widget
        let field: Widget?
        let list: Widget?
        let mistake: Widget
        let mistakeText: Widget
        let hint: Widget
        let busy: Widget
        let agree: Widget
        let otherwise: Widget?
        let refuse: Widget
        /// What becomes no wider than ``widest``.
        let columns: [Widget]
        /// What changes its direction with the width.
        let besides: [Widget]
    }

    /// - Parameter startupID: the token of the click that led here, by which the desktop brings the window to the front.
    init(link: Link, startupID: String?) {
        self.link = link
        window.setIcon("schemerouter")
        if let startupID { window.setStartupID(startupID) }
        window.on("close-request") { [unowned self] in leave() }
        window.onKey { [unowned self] key in handle(key) }
        window.onMotion { [unowned self] in lastSign = Self.now }
    }

    func obey(_ order: WindowOrder) {
        switch order {
        case .ask(let question): show(question)
        case .again(let id, let nonce, let mistake):
            guard var question else { Link.fail("there is nothing to ask again") }
            (question.id, question.nonce, question.mistake) = (id, nonce, mistake)
            self.question = question
            isAnswered = false
            lastSign = Self.now
            parts?.field?.clearText()
            showMistake()
            update()
            if let field = parts?.field { window.setFocus(field) }
        case .finish:
            isAnswered = true
            window.setVisible(false)
        }
    }

    /// Looks whether the person gave a sign lately.
    func checkTime() {
        guard let question, !isAnswered, Self.now - lastSign >= question.seconds else { return }
        answer(.timedOut)
    }

    private static var now: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec
    }

    // MARK: showing

    private func show(_ question: WindowQuestion) {
        self.question = question
        isAnswered = false
        isSettled = false
        isEndSeen = false
        lastSign = Self.now
        shows += 1
        let number = shows
        window.setTitle(question.title)
        let parts = build(question)
        self.parts = parts
        showMistake()
        update()
        // Realised before it is shown, so that its first size already arranges it.
        if number == 1 {
            window.onSize { [unowned self] in Toolkit.after(0) { [unowned self] in arrange() } }
        } else {
            _ = arrange()
        }
        fit(parts)
        window.setFocus(start(of: question, parts))
        window.present()
        Toolkit.after(Self.settling) { [unowned self] in
            guard number == shows else { return false }
            isSettled = true
            look()
            update()
            // A button that could not be pressed yet has no focus.
            if parts.field == nil { window.setFocus(start(of: question, parts)) }
            return false
        }
    }

    /// Makes the window as high as its text needs, if the screen is: then everything is on one page. A scroller does not ask
    /// how high its contents are at its own width.
    private func fit(_ parts: Parts) {
        let needed =
            window.height(for: Self.width) - parts.scroller.height(for: Self.width)
            + parts.columns[0].height(for: Self.width)
        window.setSize(Self.width, min(needed + 2, Toolkit.screenHeight - 90))
    }

    /// Where the keyboard begins: never on the button that agrees.
    private func start(of question: WindowQuestion, _ parts: Parts) -> Widget {
        if case .tell = question.form { return parts.agree }
        return parts.field ?? parts.refuse
    }

    private func build(_ question: WindowQuestion) -> Parts {
        let paragraphs = Paragraphs(question.content)
        let content = Widget.box(spacing: 16, paragraphs.widgets)
        var list: Widget?
        if case .select(let options) = question.form {
            let made = OptionList.widget(of: options, named: question.title)
            made.on("row-selected") { [unowned self] in update() }
            // By itself, this key would go through the rows and select the last one on the way.
            made.onKey { [unowned self] key in
                guard case .tab(let isForward) = key, let parts else { return false }
                window.setFocus(isForward || !canGoOn ? parts.refuse : parts.agree)
                return true
            }
            content.append(made)
            list = made
        }
        content.setMargins(Self.margin)
        let scroller = Widget.scroller(content)
        scroller.onScroll { [unowned self] in
            lastSign = Self.now
            look()
        }

        let mistakeText = Widget.label("")
        mistakeText.addClass("mistake")
        let mistake = Widget.region(isAlert: true, [mistakeText])
        mistake.setName("Mistake")
        let hint = Widget.label("Scroll to the end to go on.")
        hint.addClass("hint")
        let busy = Widget.box(vertical: false, spacing: 8, [.spinner(), .label("One moment…", most: 30)])
        let agree = Widget.button(question.agree), refuse = Widget.button(question.refuse)
        agree.addClass("suggested-action")
        let isTelling = if case .tell = question.form { true } else { false }
        agree.onKey { key in if case .enter = key { !isTelling } else { false } }
        agree.on("clicked") { [unowned self] in goOn() }
        refuse.on("clicked") { [unowned self] in leave() }
        var otherwise: Widget?
        if case .choose(let label) = question.form {
            let button = Widget.button(label)
            button.onKey { key in if case .enter = key { true } else { false } }
            button.on("clicked") { [unowned self] in if canGoOn { answer(.otherwise) } }
            otherwise = button
        }
        let field = field(of: question)
        let buttons = Widget.box(vertical: false, spacing: 10)
        buttons.setEqual()
        for button in isTelling ? [agree] : [refuse, otherwise, agree].compactMap(\.self) {
            button.expand()
            buttons.append(button)
        }
        var rows = [mistake]
        if let field { rows.append(field.row) }
        let answers = Widget.box(spacing: 10, rows + [hint, busy, buttons])
        answers.setSideMargins(Self.margin)
        let bar = Widget.box([answers])
        bar.addClass("bar")

        let whole = Widget.box()
        if question.content.isPractice { whole.append(Self.practiceBand()) }
        whole.append(scroller)
        whole.append(bar)
        window.setChild(whole)
        return Parts(
            scroller: scroller, field: field?.field, list: list, mistake: mistake, mistakeText: mistakeText,
            hint: hint, busy: busy, agree: agree, otherwise: otherwise, refuse: refuse, columns: [content, answers],
            besides: paragraphs.besides + (otherwise == nil ? [] : [buttons]))
    }

    /// Practice money looks different at a glance (S14).
    private static func practiceBand() -> Widget {
        let label = Widget.label("PRACTICE – no real money")
        label.setCentred()
        label.addClass("practice")
        let stripes = Widget.box()
        stripes.addClass("stripes")
        let band = Widget.region(isAlert: true, [label, stripes])
        band.setName("Practice")
        return band
    }

    private func field(of question: WindowQuestion) -> (row: Widget, field: Widget)? {
        let name: String
        let field: Widget
        switch question.form {
        case .confirm(let typed?):
            name = "Type \(typed) to agree:"
            field = .entry()
        case .secret(let label):
            name = "\(label):"
            field = .secretField()
        case .line(let label):
            name = label
            field = .entry()
        case .confirm(nil), .choose, .select, .tell: return nil
        }
        field.setName(name)
        field.expand()
        field.on("changed") { [unowned self] in
            lastSign = Self.now
            update()
        }
        field.on("activate") { [unowned self] in goOn() }
        let label = Widget.label(name, most: 30)
        return (.box(spacing: 4, [label, field]), field)
    }

    private func showMistake() {
        guard let parts else { return }
        parts.mistakeText.setText(question?.mistake ?? "")
        parts.mistake.setVisible(question?.mistake != nil)
    }

    /// Notes whether the end is in sight.
    private func look() {
        guard let parts, isSettled, !isEndSeen, parts.scroller.showsEnd else { return }
        isEndSeen = true
        update()
    }

    private func arrange() -> Bool {
        let width = window.width
        for box in parts?.besides ?? [] { box.setVertical(width < Self.narrow) }
        let margin = max(Self.margin, Int32(width - Self.widest) / 2)
        for column in parts?.columns ?? [] { column.setSideMargins(margin) }
        return false
    }

    // MARK: answering

    /// Whether the person can agree now.
    private var canGoOn: Bool {
        guard let question, let parts, !isAnswered, isSettled else { return false }
        switch question.form {
        case .tell: return true
        case .confirm(let typed): return isEndSeen && (typed == nil || parts.field?.text == typed)
        case .secret: return isEndSeen && (parts.field?.secretLength ?? 0) > 0
        case .line: return isEndSeen && parts.field?.text.isEmpty == false
        case .choose: return isEndSeen
        case .select: return parts.list?.selected != nil
        }
    }

    private func update() {
        guard let parts, let question else { return }
        let isTelling = if case .tell = question.form { true } else { false }
        let isSelecting = if case .select = question.form { true } else { false }
        parts.agree.setSensitive(canGoOn)
        parts.otherwise?.setSensitive(canGoOn)
        parts.refuse.setSensitive(isSettled && !isAnswered)
        parts.field?.setSensitive(!isAnswered)
        parts.list?.setSensitive(!isAnswered)
        parts.hint.setVisible(isSettled && !isEndSeen && !isTelling && !isSelecting && !isAnswered)
        parts.busy.setVisible(isAnswered)
    }

    private func goOn() {
        guard let question, let parts, canGoOn else { return }
        switch question.form {
        case .confirm, .choose, .tell: answer(.agreed)
        case .line:
            if let text = parts.field?.text { answer(.typed(text)) }
        case .select:
            if let position = parts.list?.selected { answer(.selected(position)) }
        case .secret:
            guard let count = parts.field?.writeSecret(to: WindowProtocol.secretDescriptor) else { exit(0) }
            answer(.secret(bytes: count))
        }
    }

    /// Refuses, or closes what only tells something.
    private func leave() {
        guard let question, !isAnswered, isSettled else { return }
        if case .tell = question.form { return answer(.agreed) }
        answer(.refused)
    }

    private func answer(_ answer: WindowAnswer) {
        guard let question, !isAnswered else { return }
        isAnswered = true
        link.report(.answer(id: question.id, nonce: question.nonce, answer))
        update()
        // What was typed is being checked meanwhile, and another try may follow.
        if case .secret = answer { return }
        let number = shows
        Toolkit.after(Self.patience) { [unowned self] in
            if number == shows, isAnswered { window.setVisible(false) }
            return false
        }
    }

    private func handle(_ key: Key) -> Bool {
        lastSign = Self.now
        switch key {
        case .escape:
            leave()
            return true
        case .page(let pages):
            parts?.scroller.scroll(pages: pages)
            return true
        case .enter, .tab, .other: return false
        }
    }
}
