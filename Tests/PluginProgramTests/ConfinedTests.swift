import Foundation
import RouterLinux
import RouterPluginPrograms
import RouterTestSupport
import SchemeRouter
import Testing

/// What a plugin program cannot do, told by one that tries.
@Suite(Sample.needsPython) struct ConfinedTests {
    private static let missing = Comment(
        "this kernel has no Landlock: files stay readable, which “router doctor” must say")

    /// What came of a Python expression in a confined program: its text, or the name of its error.
    private func tried(_ expression: String, setup: String = "") throws -> String {
        let program = try TestProgram.sample(
            """
            import ctypes, errno, fcntl, os, resource, signal, socket, struct, threading, time
            \(setup)
            def attempt():
                try: return str((\(expression.replacing("SECRET", with: "os.path.dirname(sys.argv[0]) + '/secret'"))))
                except OSError as error: return errno.errorcode[error.errno]
                except BaseException as error: return type(error).__name__
            def refuse(asked): raise Refusal("dust", "<" + attempt() + ">")
            ANSWERS["request"] = refuse
            """)
        let error = try #require(throws: RequestError.self) { try program.router().read(Sample.pay) }
        let parts = error.message.split(whereSeparator: { $0 == "<" || $0 == ">" })
        try #require(error.code == .dust && parts.count == 3, "\(error.message)")
        return String(parts[1])
    }

    @Test(
        "S8: a program reads no file of the person's, and nothing of other processes",
        .enabled(if: Landlock.version != nil, missing),
        arguments: [
            "open(SECRET).read()", "open('/etc/passwd').read()", "os.listdir('/')", "os.listdir('/home')",
            "open('/proc/self/environ').read()", "os.listdir('/proc/self/fd')", "os.listdir('/tmp')",
            "open('/proc/1/maps').read()",
        ])
    func files(expression: String) throws {
        #expect(try tried(expression) == "EACCES")
    }

    @Test(
        "S8: it has no network, not even to this computer, starts nothing, and writes nothing",
        arguments: [
            ("socket.socket()", ["EPERM"]), ("socket.socket(socket.AF_UNIX)", ["EPERM"]),
            ("socket.socket(socket.AF_INET, socket.SOCK_DGRAM)", ["EPERM"]), ("socket.socketpair()", ["EPERM"]),
            ("socket.create_connection(('127.0.0.1', 80))", ["EPERM"]),
            ("os.fork()", ["EPERM"]), ("os.posix_spawn('/bin/true', ['true'], {})", ["EPERM"]),
            ("[os.fork() for _ in range(100000)]", ["EPERM"]),
            ("os.kill(os.getppid(), 0)", ["EPERM"]), ("os.kill(-1, 0)", ["EPERM"]), ("os.setsid()", ["EPERM"]),
            ("open('/tmp/made', 'w')", ["EACCES"]), ("os.mkdir('/tmp/made')", ["EPERM", "EACCES"]),
            ("os.chmod(sys.argv[0], 0o777)", ["EPERM"]), ("os.utime(sys.argv[0])", ["EPERM"]),
            ("os.unlink(sys.argv[0])", ["EPERM", "EACCES"]), ("os.truncate(sys.argv[0], 0)", ["EPERM", "EACCES"]),
            ("os.write(os.memfd_create('x'), b'x')", ["EFBIG"]),
            ("resource.setrlimit(resource.RLIMIT_NOFILE, (1, 1))", ["EPERM", "ValueError"]),
            ("resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1))", ["EPERM", "PermissionError"]),
            ("os.sched_setaffinity(os.getppid(), {0})", ["EPERM"]),
            ("fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid())", ["EPERM"]), ("fcntl.fcntl(0, 10, 9)", ["EPERM"]),
            ("fcntl.fcntl(0, fcntl.F_SETFL, os.O_ASYNC)", ["EPERM"]), ("fcntl.ioctl(0, 0x8901, b'1234')", ["EPERM"]),
            ("fcntl.ioctl(0, 0x5452, b'1234')", ["EPERM"]), ("fcntl.fcntl(0, fcntl.F_GETFL) >= 0", ["True"]),
            ("bytearray(512 << 20)", ["MemoryError"]),
            ("os.execv('/bin/sh', ['sh'])", ["ENOSYS"]), ("os.execv('/usr/bin/python3', ['python3'])", ["ENOSYS"]),
            ("elsewhere(lambda: os.execv('/usr/bin/python3', ['python3']))", ["ENOSYS"]),
            ("elsewhere(lambda: call(execveat, 9999, b'/usr/bin/python3', None, None, 0x1000))", ["ENOSYS"]),
            // With other credentials the kernel would not end it with us. Landlock hides no attribute of a file.
            ("os.setresuid(-1, os.getuid(), -1)", ["EPERM"]), ("os.setresgid(-1, os.getgid(), -1)", ["EPERM"]),
            ("os.setgroups([])", ["EPERM"]), ("call(capset, None, None)", ["EPERM"]),
            ("os.getxattr(SECRET, 'user.note')", ["EPERM"]), ("os.listxattr(SECRET)", ["EPERM"]),
            // A filter of its own could decide about exec instead of ours.
            ("call(seccomp, 1, 8, None)", ["EPERM"]), ("call(prctl, 22, 2, None)", ["EPERM"]),
            ("call(prctl, 1, 0)", ["EPERM"]),
            // Queues and semaphores of other processes, whose numbers can be guessed.
            ("[call(number, 0, 0, 0, 0) for number in queues]", ["EPERM"]),
            ("[tried_all(number) for number in queues]", ["[1, 1, 1, 1, 1, 1, 1, 1]"]),
            // What is in pipes does not count as memory of the program.
            ("[tried_all(number) for number in pipes]", ["[1, 1, 1, 1]"]),
            ("fcntl.fcntl(os.pipe()[1], 1031, 1 << 20)", ["EPERM"]),
            // The addresses and mounts of this computer, and what its kernel logs.
            ("fcntl.ioctl(0, 0x8912, bytes(64))", ["EPERM"]), ("[call(n, 0, 0, 0, 0) for n in (457, 458)]", ["ENOSYS"]),
            ("call(syslog, 3, 0, 0)", ["EPERM"]),
            // Who started it, which processes there are, and what else none needs.
            ("[peer(option) for option in (17, 31, 59, 77)]", ["[1, 1, 1, 1]"]), ("peer(3)", ["0"]),
            ("os.getsid(os.getppid())", ["EPERM"]), ("os.getpgid(os.getppid())", ["EPERM"]),
            ("os.getpgid(0) == os.getpid()", ["True"]),
            ("[tried_all(number) for number in others]", ["[1, 1, 1, 1]"]),
            ("[call(n, 0, 0, 0, 0) for n in (428, 447)]", ["ENOSYS"]), ("call(447, 0)", ["ENOSYS"]),
            // Locks and its own name are there for every user to see.
            ("[tried_with(0, command) for command in (5, 6, 7, 36, 37, 38)]", ["[1, 1, 1, 1, 1, 1]"]),
            ("fcntl.fcntl(0, fcntl.F_GETFD) >= 0", ["True"]), ("call(prctl, 15, b'seen')", ["EPERM"]),
            // Who runs beside it, and how long already.
            ("os.getppid()", ["-1"]), ("os.getpriority(os.PRIO_PROCESS, 1)", ["EPERM"]),
            ("os.sched_getaffinity(1)", ["EPERM"]), ("len(os.sched_getaffinity(0)) > 0", ["True"]),
            ("time.clock_gettime(~1 << 3 | 2)", ["EINVAL"]), ("time.monotonic() > 0", ["True"]),
            // Memory that no limit counts: stacks, shared pages without a mapping, rules, timers.
            ("call(mmap, 0, 1 << 20, 3, 0x122, -1, 0)", ["EPERM"]),
            ("call(mmap, 0, 1 << 20, 3, 0x21, -1, 0)", ["EPERM"]), ("len(bytearray(8 << 20)) > 0", ["True"]),
            ("[call(n, 0, 0, 0, 0) for n in (444, 445, 446)]", ["ENOSYS"]), ("call(453, 0, 4096, 0)", ["ENOSYS"]),
            ("[call(timer, 0, None, ctypes.byref(ctypes.c_int())) for _ in range(100)]", ["EAGAIN"]),
            // Flags, generations and hints of files that are open for reading. What runtimes ask is allowed.
            ("fcntl.ioctl(os.open(sys.argv[0], 0), 0x40087602, bytes(8))", ["EPERM"]),
            ("fcntl.ioctl(os.open(sys.argv[0], 0), 0x40086602, bytes(8))", ["EPERM"]),
            ("fcntl.ioctl(os.open(sys.argv[0], 0), 0x401c5820, bytes(28))", ["EPERM"]),
            ("[tried_with(0, command) for command in (8, 10, 1024, 1026, 1036, 1038)]", ["[1, 1, 1, 1, 1, 1]"]),
            ("os.isatty(0)", ["False"]), ("os.set_inheritable(0, True)", ["None"]),
            ("os.set_blocking(0, True)", ["None"]),
            ("os.dup(0) > 2", ["True"]), ("struct.unpack('i', fcntl.ioctl(0, 0x541B, bytes(4)))", ["(0,)"]),
        ] as [(String, [String])])
    func abilities(expression: String, allowed: [String]) throws {
        // The signal ends a program unless it is ignored.
        let setup = """
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            intel = os.uname().machine == "x86_64"
            execveat, seccomp, prctl, capset = (322, 317, 157, 126) if intel else (281, 277, 167, 91)
            def call(number, *arguments):
                if ctypes.CDLL(None, use_errno=True).syscall(number, *arguments) < 0:
                    raise OSError(ctypes.get_errno(), "")
            # shmctl, semop, semctl, msgsnd, msgrcv, msgctl, semtimedop, shmat
            queues = [31, 65, 66, 69, 70, 71, 220, 30] if intel else [195, 193, 191, 189, 188, 187, 192, 196]
            # vmsplice, splice, tee, io_setup
            pipes = [278, 275, 276, 206] if intel else [75, 76, 77, 0]
            syslog = 103 if intel else 116
            # ioprio_get, sync, syncfs, name_to_handle_at
            others = [252, 162, 306, 303] if intel else [31, 81, 267, 264]
            def peer(option):
                value, size = ctypes.create_string_buffer(64), ctypes.c_uint(64)
                try: call(55 if intel else 209, 0, 1, option, value, ctypes.byref(size)); return 0
                except OSError as error: return error.errno
            mmap, timer = (9, 222) if intel else (222, 107)
            def tried_with(*arguments):
                try: fcntl.fcntl(*arguments, bytes(32)); return 0
                except OSError as error: return error.errno
            def tried_all(number):
                try: call(number, 0, 0, 0, 0)
                except OSError as error: return error.errno
            def elsewhere(body):
                raised = []
                def run():
                    try: body()
                    except OSError as error: raised.append(error)
                thread = threading.Thread(target=run)
                thread.start(); thread.join()
                raise raised[0]
            """
        let result = try tried(expression, setup: setup)
        #expect(allowed.contains(result), "\(result)")
    }

    @Test("S8: it inherits three streams and no more, and the environment is the language and the path")
    func inherited() throws {
        // Open in this process without closing on exec, as a library might leave it.
        let stray = unsafe open("/etc/hosts", O_RDONLY)
        defer { close(stray) }
        let open = """
            def is_open(number):
                try: os.fstat(number)
                except OSError: return False
                return True
            """
        #expect(try tried("[n for n in range(64) if is_open(n)]", setup: open) == "[0, 1, 2]")
        #expect(try tried("sorted(os.environ)") == "['LANG', 'PATH']")
        #expect(try tried("os.environ['PATH'], os.environ['LANG']") == "('/usr/local/bin:/usr/bin:/bin', 'C.UTF-8')")
        #expect(try tried("os.getcwd(), os.getsid(0) == os.getpid()") == "('/', True)")
    }

    @Test("threads and what a program needs to start stay")
    func threads() throws {
        let setup = """
            done = []
            def run():
                threads = [threading.Thread(target=lambda: done.append(1)) for _ in range(4)]
                [t.start() for t in threads]; [t.join() for t in threads]
                return len(done)
            """
        #expect(try tried("run()", setup: setup) == "4")
        #expect(try tried("resource.getrlimit(resource.RLIMIT_FSIZE)") == "(0, 0)")
        #expect(try tried("open('/usr/share/common-licenses/GPL-2').read(3) == 'x'", setup: "") != "EPERM")
    }

    @Test("a program is gone when it failed, and when nobody has the plugin any more")
    func gone() throws {
        let told = "import os\nHELLO['name'] = str(os.getpid())\n"
        func pid(_ plugin: ProgramPlugin) throws -> pid_t { try #require(pid_t(try plugin.hello().name.text)) }
        let failing = try TestProgram.sample(told + "import time\nANSWERS['request'] = lambda a: time.sleep(1e6)")
        var limits = Sample.patient
        limits.answer = .milliseconds(100)
        let plugin = failing.plugin(limits)
        let process = try pid(plugin)
        #expect(kill(process, 0) == 0)
        #expect(throws: RequestError.self) { try Sample.router(plugin).read(Sample.pay) }
        #expect(isGone(process))
        let fine = try TestProgram.sample(told)
        var other = Optional(fine.plugin())
        let second = try pid(try #require(other))
        #expect(kill(second, 0) == 0)
        other = nil
        #expect(isGone(second))
    }

    @Test("a program that ignores that its time is over is killed all the same")
    func stubborn() throws {
        let program = try TestProgram.sample(
            """
            import os, signal, time
            for number in range(1, 65):
                try: signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError): pass
            HELLO['name'] = str(os.getpid())
            def hang(asked):
                while True:
                    try: time.sleep(1e6)
                    except BaseException: pass
            ANSWERS['request'] = hang
            """)
        var limits = Sample.patient
        limits.answer = .milliseconds(100)
        let plugin = program.plugin(limits)
        let process = try #require(pid_t(try plugin.hello().name.text))
        #expect(throws: RequestError.self) { try Sample.router(plugin).read(Sample.pay) }
        #expect(isGone(process))
    }
}
