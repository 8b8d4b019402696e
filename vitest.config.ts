import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Apart from vite.config.ts, which loads the compiler.

const TESTS = ['src/**/*.test.{ts,tsx}', 'codegen/**/*.test.ts', 'tests/{gate,conformance,cases}/**/*.test.{ts,tsx}']
/** Folders whose modules hold the state of the app. */
const STATEFUL = ['src/app/', 'src/state/', 'src/catalogue/', 'src/worker/']
/** A test that replaces modules, or loads them again. */
const REPLACES_MODULES = /\bvi\.(mock|doMock|hoisted|resetModules)\(/
const NEEDS_DOCUMENT = /^\/\/ @vitest-environment jsdom$/m

const testFiles = ['src', 'codegen', 'tests']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /\.test\.tsx?$/.test(file))

/** Test files that need modules of their own. */
const isolated = testFiles.filter(
  (file) => STATEFUL.some((folder) => file.startsWith(folder)) || REPLACES_MODULES.test(readFileSync(file, 'utf8')),
)
const withDocument = testFiles.filter(
  (file) => !isolated.includes(file) && NEEDS_DOCUMENT.test(readFileSync(file, 'utf8')),
)

export default defineConfig({
  plugins: [react()],
  publicDir: false,
  test: {
    setupFiles: ['tests/setup.ts'],
    environment: 'node',
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    // Each worker loads the project once more, and other parts of the gate run beside it.
    maxWorkers: 2,
    // A hang is found all the same; a busy machine is no failure.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // The files of a project that is not isolated share the modules of a worker: React with a document, the server and the compiler are
    // loaded once for each worker, not for each file. The projects run one after the other: a worker ends where the next file has another
    // environment.
    projects: [
      { extends: true, test: { name: 'isolated', include: isolated, sequence: { groupOrder: 0 } } },
      { extends: true, test: { name: 'document', include: withDocument, isolate: false, sequence: { groupOrder: 1 } } },
      {
        extends: true,
        test: {
          name: 'node',
          include: TESTS,
          exclude: [...isolated, ...withDocument],
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
