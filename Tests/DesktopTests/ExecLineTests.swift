import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct Exec {
        func entry() throws -> DesktopEntry {
            let text = "[Desktop Entry]\nType=Application\nName=My App\nIcon=icon\n"
            return try #require(DesktopEntry(KeyFile(Array(text.utf8)), path: "/e.desktop"))
        }

        @Test(
            "Exec lines are taken apart by the specification",
            arguments: [
                ("/p/app %u", ["/p/app", "L"]), ("app %U", ["app", "L"]),
                ("app open -- %u", ["app", "open", "--", "L"]), ("app --url=%u", ["app", "--url=L"]),
                ("\"/p with space/app\" \"a b\" %u", ["/p with space/app", "a b", "L"]),
                ("app  \t %u  ", ["app", "L"]), ("app \"\" %u", ["app", "", "L"]),
                ("app a\"b c\"d %u", ["app", "ab cd", "L"]),
                (#"app "\$HOME \`x\` \"q\" \\" %u"#, ["app", #"$HOME `x` "q" \"#, "L"]),
                ("app 100%% \"%%\" %u", ["app", "100%", "%", "L"]),
                ("app %i %c %k %u", ["app", "--icon", "icon", "My App", "/e.desktop", "L"]),
                ("app %d %D %n %N %v %m %u", ["app", "L"]), ("app --name=%c %u", ["app", "--name=My App", "L"]),
                (
                    "app $(touch X) `id` ;x| & * ? < > ~ %u",
                    ["app", "$(touch", "X)", "`id`", ";x|", "&", "*", "?", "<", ">", "~", "L"]
                ),
                ("flatpak run org.x @@u %u @@", ["flatpak", "run", "org.x", "@@u", "L", "@@"]),
            ])
        func good(line: String, expected: [String]) throws {
            for link in ["L", "shop://a=%u&b=\"%c\" '$(id)'\\"] {
                let arguments = try ExecLine(line).arguments(opening: link, of: entry())
                #expect(arguments == expected.map { $0.hasSuffix("L") ? $0.dropLast() + link : $0 })
            }
        }

        @Test(
            "Exec lines that could mean several things are refused",
            arguments: [
                ("", "no program"), ("   ", "no program"), ("%u", "no program"), ("\"\" %u", "no program"),
                ("app", "without a place"), ("app --flag", "without a place"), ("app %%u", "without a place"),
                ("app %u %u", "more than one"), ("app %f %U", "not a file"), ("app %f", "not a file"),
                ("app %F", "not a file"), ("app --a=%u --b=%u", "more than one"),
                ("app \"%u\"", "inside quotes"), ("app \"a %c\" %u", "inside quotes"),
                ("app 'a b' %u", "outside double quotes"),
                (#"app a\ b %u"#, "outside double quotes"), ("app \"a %u", "inside quotes"),
                ("app %u \"a", "never closed"),
                (#"app "\n" %u"#, "escapes nothing"), ("app %x %u", "an invalid % code"),
                ("app %u %", "an invalid % code"),
                ("app x%i %u", "%i inside"), ("./app %u", "not a program"), ("bin/app %u", "not a program"),
                ("A=1 app %u", "not a program"),
            ])
        func bad(line: String, problem: String) {
            #expect {
                try ExecLine(line)
            } throws: {
                ($0 as? ExecLine.Problem)?.text.contains(problem) ?? false
            }
        }
    }
}
