import ArgumentParser

/// All commands, in the order of the help. A new command is a file or a folder next to this one, and a line here.
enum CommandList {
    static let all: [any ParsableCommand.Type] = [
        OpenHelp.self,
        ExplainHelp.self,
        PayCommand.self,
        BumpCommand.self,
        SchemesCommand.self,
        CheckCommand.self,
        WalletCommand.self,
        KeysCommand.self,
        SandboxCommand.self,
        HandlersCommand.self,
        WhyCommand.self,
        UseCommand.self,
        RequestCommand.self,
        HistoryCommand.self,
        ResumeCommand.self,
        UnlockCommand.self,
        RegisterCommand.self,
        UnregisterCommand.self,
        StatusCommand.self,
        DoctorCommand.self,
        RegisterTableCommand.self,
        DescriptorSchemaCommand.self,
        ManualCommand.self,
        DemoPageCommand.self,
        NewCoinCommand.self,
    ]
}
