import RouterPluginPrograms
import Synchronization

/// The plugins that are programs. Each is one object in this process, however often settings are read, so that no program
/// is started twice.
enum RunningPrograms {
    private static let known = Mutex<[ProgramPlugin]>([])

    static func plugins(for programs: [PluginProgram]) -> [ProgramPlugin] {
        // Nothing is made without any: most people have none.
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
