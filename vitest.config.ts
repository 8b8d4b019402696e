import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { LONG } from './tests/support/long.ts'
import { patientForks } from './tests/support/patientWorker.ts'
import { unitTestFiles } from './tests/gate/testFiles.mjs'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

// Apart from vite.config.ts, which loads the compiler.

/** Folders whose modules hold the state of the app. */
const STATEFUL = /^src\/(app|worker|engine\/(state|catalogue))\//
/** A test that replaces modules, or loads them again. */
const REPLACES_MODULES = /\bvi\.(mock|doMock|hoisted|resetModules)\(/
const NEEDS_DOCUMENT = /^\/\/ @vitest-environment jsdom$/m

type ProjectName = 'isolated' | 'app' | 'document' | 'node'

/** The project of a test file, by what it needs: modules of its own, an app of its own, a document, or none of these. */
function projectOf(file: string): ProjectName {
  const text = readFileSync(file, 'utf8')
  const needsDocument = NEEDS_DOCUMENT.test(text)
  if (REPLACES_MODULES.test(text)) return 'isolated'
  if (STATEFUL.test(file)) return needsDocument ? 'app' : 'isolated'
  return needsDocument ? 'document' : 'node'
}

const files = unitTestFiles('.').map((file) => ({ file, of: projectOf(file) }))

type TestOptions = NonNullable<ViteUserConfig['test']>

/** The projects run one after the other, since a worker ends where the next file has another environment. */
const project = (groupOrder: number, name: ProjectName, test: TestOptions) => ({
  extends: true as const,
  test: {
    name,
    include: files.flatMap(({ file, of }) => (of === name ? [file] : [])),
    sequence: { groupOrder },
    ...test,
  },
})

export default defineConfig({
  plugins: [react()],
  publicDir: false,
  test: {
    setupFiles: ['tests/setup.ts'],
    pool: patientForks,
    environment: 'node',
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    tags: LONG.tags.map((name) => ({ name, description: 'left to `npm run prove unit`' })),
    // Each worker loads the project once more.
    maxWorkers: 2,
    // A hang is found all the same; a busy machine is no failure.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // The gate reports the message of a failure, without the difference: the message has the values.
    chaiConfig: { truncateThreshold: 2000 },
    // Only files of "isolated" have a process of their own. The others share a worker, which loads React with a document, the server and the
    // compiler once; those of "app" load the modules of the project for each file.
    projects: [
      project(0, 'isolated', {}),
      project(1, 'app', { isolate: false, setupFiles: ['tests/freshModules.ts'] }),
      project(2, 'document', { isolate: false }),
      project(3, 'node', { isolate: false }),
    ],
  },
})
