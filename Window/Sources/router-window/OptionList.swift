import RouterDialogue

/// The rows of a list, with their icons.
enum OptionList {
    static func widget(of options: [WindowOption], named name: String) -> Widget {
        let list = Widget.list()
        list.setName(name)
        for (index, option) in options.enumerated() {
            let label = Widget.label(option.label, most: 44)
            var texts = [label]
            if let detail = option.detail {
                let label = Widget.label(detail, most: 48)
                label.addClass("option-detail")
                texts.append(label)
            }
            let text = Widget.box(spacing: 2, texts)
            text.expand()
            let row = Widget.box(
                vertical: false, spacing: 12, [.icon(option.icon ?? "application-x-executable"), text])
            row.addClass("option")
            list.appendRow(row)
            list.row(index).setName([option.label, option.detail].compactMap(\.self).joined(separator: ", "))
        }
        list.unselect()
        return list
    }
}
