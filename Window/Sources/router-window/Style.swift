/// The look of the window, in the colours of the person's theme.
enum Style {
    static let sheet = """
        .practice { background-color: #f6d32d; color: #241f00; font-weight: 800; padding: 7px 16px; }
        .stripes {
            min-height: 9px;
            background-image: repeating-linear-gradient(-45deg, #241f00 0, #241f00 9px, #f6d32d 9px, #f6d32d 18px);
        }
        .caption { opacity: 0.8; }
        .amount { font-size: 2.3em; font-weight: 800; }
        .address {
            font-family: monospace; padding: 10px 12px; border-radius: 8px;
            background-color: alpha(@theme_fg_color, 0.07);
        }
        .fact-name { opacity: 0.8; }
        .fact { font-weight: 600; }
        .warning {
            border-left: 4px solid #e5a50a; border-radius: 6px; padding: 8px 12px;
            background-color: alpha(#e5a50a, 0.16); font-weight: 600;
        }
        .quote { border-left: 4px solid alpha(@theme_fg_color, 0.35); padding-left: 12px; font-style: italic; }
        .bar { border-top: 1px solid @borders; padding: 14px 0; background-color: @theme_bg_color; }
        .mistake { color: @error_color; font-weight: 700; }
        .hint { opacity: 0.8; }
        .option { padding: 8px 10px; }
        .option-detail { opacity: 0.75; font-size: 0.9em; }
        list { border: 1px solid @borders; border-radius: 8px; }
        """
}
