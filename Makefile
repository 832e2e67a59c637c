# One target for each thing a person does here. `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help packages build test crash lint demo demo-page bench release clean

PACKAGES := $(shell sed -n 's/^build //p' system-packages.txt)
TEST_PACKAGES := $(shell sed -n 's/^test //p' system-packages.txt)

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

packages: ## Install missing system packages (as root), or say how
	@Scripts/install-packages $(PACKAGES)

build: packages ## Build everything for debugging
	swift build

test: packages ## Run every test
	swift build --build-tests
	swift test --skip-build

crash: packages ## Kill the program 1,000 times while it pays, and explore more crashes in the model
	swift build --build-tests
	"$$(swift build --show-bin-path)/CrashRun" "$$(swift build --show-bin-path)/router" --kills 1000
	CRASHES=4 swift test --skip-build --filter CrashExplorationTests

lint: ## Check the format of all Swift code
	swift format lint --strict --recursive Package.swift Sources Tests Benchmarks Demo Examples

demo: packages ## Take a Dash link from click to callback on the practice network
	swift build --product router
	swift build --product demo-prompt
	swift build --product demo-receiver
	@Demo/run "$$(swift build --show-bin-path)"

demo-page: packages ## Serve a page to try every link with practice money
	swift build --product router
	swift build --product demo-prompt
	swift build --product demo-receiver
	swift build --product demo-page
	@exec "$$(swift build --show-bin-path)/router" demo-page

release: packages ## Build router and courier as they are installed: libc, cryptography and libcurl outside, all else inside
	@Scripts/build-release

bench: release ## Measure: tokens, requests, start-up
	@Benchmarks/run

clean: ## Remove what was built
	rm -rf .build build
