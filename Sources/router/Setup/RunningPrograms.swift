import RouterPluginPrograms
import Synchronization

/// The plugin programs. Each is one object in this process, however often settings are read, so that no program is
/// started twice.
enum RunningPrograms {
    private static let known = Mutex<[ProgramPlugin]>([])

    static func plugins(for programs: [PluginProgram]) -> [ProgramPlugin] {
        // Most people have no plugin programs: do no work for them.
        guard !programs.isEmpty else { return [] }
        return known.withLock { known in
            programs.map { program in
                if let plugin = known.first(where: { $0.program == program }) { return plugin }
                let plugin = ProgramPlugin(program)
                known.append(plugin)
                return plugin
            }
        }
    }
}
