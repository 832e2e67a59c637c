/// The keys of texts without a scheme that are read as links of one: of codes on invoices, and of wallets' pages.
extension DescriptorSection {
    package static let lineForm = DescriptorSection(
        "a text of “texts”",
        DescriptorKey("mark", .label(20), also: "first-line", "The whole first line of such texts."),
        DescriptorKey("beginning", .label(20), also: "starts", "What such texts begin with, if no line is a mark."),
        DescriptorKey("max", .integer(1...4_096), standard: "4096", also: "bytes", "The most bytes of the text."),
        DescriptorKey(
            "lines", .list({ lineRule }), also: "fields", "The lines that may have a value, besides the first one."),
        DescriptorKey(
            "link", .anyText, also: "becomes",
            "The link, with {7} for line 7; a part in [ ] or a parameter is left out if a line is empty."),
        DescriptorKey("why", .label(200), also: "reason", "Why such texts are refused, as a sentence."))

    package static let lineRule = DescriptorSection(
        "a line of a text",
        DescriptorKey(
            "line", .integer(2...Int64(LineForm.mostLines)), also: "number", "Its number; the first line is 1."),
        DescriptorKey("values", .texts, also: "enum choices", "The texts that are allowed."),
        DescriptorKey("prefix", .anyText, "What it begins with, besides its value."),
        DescriptorKey(
            "decimals", .integer(0...18), also: "precision", "For a number: the most digits behind its point."),
        DescriptorKey("max", .integer(1...1_000), also: "most maximum", "The most characters of its value."),
        DescriptorKey("required", .boolean, also: "mandatory", "Whether it must have a value."),
        DescriptorKey("unless", .label(20), "It needs no value if another line is this text."))

    package static let linkPage = DescriptorSection(
        "a page of “pages”",
        DescriptorKey(
            "begins", .anyText, also: "starts host",
            "A host with a path, behind “https://”: what follows it is the link behind its scheme."),
        DescriptorKey(
            "prefix", .anyText, "What the link has between its scheme and what follows the page's beginning."),
        DescriptorKey(
            "parameters", .texts, also: "params in",
            "Parameters of the page that may have the whole link, encoded, instead of what follows its beginning."))
}
