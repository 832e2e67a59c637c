# One target for each task. `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help packages test-packages window-packages build window test-window descriptors test test-desktop test-release test-addresses sanitize agree fuzz replay corpora mutation coverage crash soak lint \
	demo demo-monero demo-page bench docs example-plugin example-server release release-tests install uninstall deb release-files clean

PACKAGES := $(shell sed -n 's/^build //p' system-packages.txt)
# Without browsers and desktops: tests that need one say so.
TEST_PACKAGES := $(shell sed -n 's/^test //p' system-packages.txt)

# Tests that open browsers and desktops. They run after all others.
DESKTOP := ^DesktopEndToEnd
# None is an XCTest: the leak sanitizer reports a leak for an empty run of XCTest.
RUN_TESTS := swift test --skip-build --no-parallel --disable-xctest
# The tests as built for `make test-release`, and with the sanitizers. Each build has its own folder, because different
# options would rebuild everything.
OPTIMISED := -c release --scratch-path .build-release -Xswiftc -enable-testing -Xswiftc -use-ld=lld -debug-info-format none
ADDRESSES := --sanitize=address --scratch-path .build-address -Xswiftc -use-ld=lld
# They go through thousands of states of a model, with code that other tests run, too.
COUNTING := CrashExplorationTests|NotConfigurableTests
LEAKS := LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.txt:print_suppressions=0
THREADS := --sanitize=thread --scratch-path .build-thread -Xswiftc -use-ld=lld -Xlinker $(CURDIR)/.build-thread/mutex.o

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 18

packages: ## Install missing system packages (as root), or say how
	@Scripts/install-packages $(PACKAGES)

test-packages: ## The same, with what the tests drive
	@Scripts/install-packages $(PACKAGES) $(TEST_PACKAGES)

window-packages: packages
	@Scripts/install-packages $(shell sed -n 's/^window //p' system-packages.txt)

build: packages ## Build everything for debugging
	swift build

descriptors: packages ## Compile schemes.yaml into what a click reads
	COMPILE_DESCRIPTORS=yes swift test --filter CompiledDescriptorsTests.current

test: test-packages ## Run every test but those of the window; those that need a browser or a desktop say so
	swift build --build-tests
	Scripts/run-tests "$$(swift build --show-bin-path)"
	$(RUN_TESTS) --filter '$(DESKTOP)'

test-window: window-packages ## Build the consent window and the reader of pictures, and test them on a desktop without a screen
	@Scripts/install-packages $(shell sed -n 's/^window-test //p' system-packages.txt)
	swift build --product router
	swift build --product courier
	Scripts/test-window

test-desktop: test-packages ## Run the tests that open browsers and desktops, and install those
	@Scripts/install-packages $(shell sed -n 's/^desktop //p' system-packages.txt)
	swift build --build-tests
	$(RUN_TESTS) --filter '$(DESKTOP)'

# Tests start the programs next to them: here, the ones that are installed.
release-tests: release
	swift build --build-tests $(OPTIMISED)
	cp build/router build/courier "$$(swift build --show-bin-path $(OPTIMISED))"

test-release: release-tests ## Run every test optimised, with router and courier as they are installed
	Scripts/run-tests "$$(swift build --show-bin-path $(OPTIMISED))"
	$(RUN_TESTS) $(OPTIMISED) --filter '$(DESKTOP)'
	set -e; for program in router courier; do cmp build/$$program "$$(swift build --show-bin-path $(OPTIMISED))/$$program"; done

test-addresses: packages ## Run the tests of what touches C or pointers under the address sanitizer
	swift build --build-tests $(ADDRESSES)
	$(LEAKS) Scripts/run-tests "$$(swift build --show-bin-path $(ADDRESSES))" \
		--skip '^(RouterTests|ConformanceTests)' --skip '$(COUNTING)'

# The thread sanitizer ends programs that may not write large files, because it keeps data in one.
sanitize: packages ## Run every test but two that count states under the address sanitizer, then under the thread sanitizer
	swift build --build-tests $(ADDRESSES)
	$(LEAKS) Scripts/run-tests "$$(swift build --show-bin-path $(ADDRESSES))" --skip '$(COUNTING)'
	$(LEAKS) $(RUN_TESTS) $(ADDRESSES) --filter '$(DESKTOP)'
	mkdir -p .build-thread
	clang -fsanitize=thread -O1 -Wall -c Tests/mutex.c -o .build-thread/mutex.o
	swift build --build-tests $(THREADS)
	Scripts/run-tests "$$(swift build --show-bin-path $(THREADS))" --skip '$(COUNTING)|FaultTests/full'
	$(RUN_TESTS) $(THREADS) --filter '$(DESKTOP)'

# SEED selects the links; the same seed gives the same links.
LINKS ?= 1000000
SEED ?= 1
agree: release ## Compare `router explain` with an independent model of the link grammars: LINKS=1000000 SEED=1
	cd Tests/Model && python3 -m unittest --quiet
	Tests/Model/agree --links $(LINKS) --seed $(SEED) --router "$$PWD/build/router"

# Scripts/fuzz names the folders.
fuzz: packages ## Run every fuzz target for SECONDS=60, two at a time: TARGETS="link json" chooses some
	Scripts/fuzz run $(or $(SECONDS),60) $(TARGETS)

replay: packages ## Run the kept inputs of all fuzz targets once, and each target for SECONDS=3
	Scripts/fuzz replay $(or $(SECONDS),3) $(TARGETS)

corpora: packages ## Replace the kept inputs by the smallest that reach what all that was found reaches
	Scripts/fuzz corpora $(TARGETS)

# SAMPLE=200 SEED=1 chooses at random. Tests/Mutation/README.md says how it works.
mutation: packages ## Change the code one place at a time and see whether a test fails: AREAS="amounts limits" SAMPLE=200 SEED=1
	cd Tests/Mutation && python3 -m unittest --quiet
	Tests/Mutation/mutate $(if $(AREAS),--areas $(AREAS)) $(if $(SAMPLE),--sample $(SAMPLE)) --seed $(SEED)

coverage: packages ## Run the tests and print the lines that none of them reaches
	Scripts/coverage $(FOLDERS)

crash: release-tests ## Kill the installed program 1,000 times while it pays, and explore any number of crashes in a model
	"$$(swift build --show-bin-path $(OPTIMISED))/CrashRun" "$$PWD/build/router" --kills 1000
	CRASHES=any $(RUN_TESTS) $(OPTIMISED) --filter CrashExplorationTests

# SEED repeats a run. Its disks are mounted in a separate mount namespace, which needs root: in a user namespace, every
# directory above would appear to belong to someone else, and router refuses such directories.
PAYMENTS ?= 10000
soak: release-tests ## Let everything fail together while the installed program pays (as root): PAYMENTS=10000 SEED=n
	set -e; programs=$$(swift build --show-bin-path $(OPTIMISED)); \
	clang -O1 -Wall -shared -fPIC Tests/CrashRun/Soak/clock.c -o "$$programs/clock.so"; \
	$$([ "$$(id -u)" = 0 ] || echo sudo) unshare --mount "$$programs/CrashRun" "$$PWD/build/router" \
		--soak $(PAYMENTS) --clock "$$programs/clock.so" $(if $(filter command environment,$(firstword $(origin SEED))),--seed $(SEED))

lint: ## Check the format of all Swift code
	swift format lint --strict --recursive Package.swift Sources Tests Benchmarks Demo Examples Fuzz Window

example-plugin: packages ## Build and test a plugin of another package, with the conformance kit
	@Scripts/check-example-plugin

example-server: packages ## Build and test the server, with PostgreSQL, and kill its workers: KILL_SECONDS=30
	@Scripts/check-example-server

docs: packages ## Build the documentation of all products, in build/docs
	@Scripts/build-docs

demo: packages ## Take a Dash link from click to callback on the practice network
	swift build --product router
	@Demo/run "$$(swift build --show-bin-path)"

demo-monero: packages ## Take a Monero link from click to callback, with Debian's monerod and monero-wallet-rpc
	@Scripts/install-packages monero libnettle8
	swift build --product router
	@Demo/monero "$$(swift build --show-bin-path)"

demo-page: packages ## Open a page of links to try with practice money
	swift build --product router
	@exec Demo/page/start "$$(swift build --show-bin-path)/router"

release: packages ## Build router and courier as they are installed: libc, cryptography and libcurl outside, all else inside
	@Scripts/build-release

window: window-packages ## Build router-window, the consent window, and scanner, which reads pictures, as they are installed
	@Scripts/build-window

PREFIX ?= /usr/local
install: ## Install what `make release` built: PREFIX=/usr/local DESTDIR=
	@Scripts/install-files install "$(abspath $(PREFIX))" "$(DESTDIR)"

uninstall: ## Take away what `make install` put there: PREFIX=/usr/local DESTDIR=
	@Scripts/install-files uninstall "$(abspath $(PREFIX))" "$(DESTDIR)"

deb: release window ## Make packages for Debian of what `make release` and `make window` build, in build
	@Scripts/install-packages $(shell sed -n 's/^package //p' system-packages.txt)
	@Scripts/build-deb

release-files: deb ## Gather what a release consists of, signed, in build/release: SIGNING_KEY=FILE
	@Scripts/sign-release "$(SIGNING_KEY)"

bench: release ## Measure: tokens, requests, start-up
	@Benchmarks/run

clean: ## Remove what was built
	rm -rf .build .build-release .build-address .build-thread .build-fuzz .build-coverage .build-mutation .build-window build
