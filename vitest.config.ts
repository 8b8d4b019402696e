import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { LONG } from './tests/support/long.ts'
import { patientForks } from './tests/support/patientWorker.ts'
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config'

// Apart from vite.config.ts, which loads the compiler.

/** All test files, so that none is left out; those of the proof `seams` work on a copy of the project, and run by their own configuration. */
const TESTS = ['{src,codegen,tests}/**/*.test.{ts,tsx}']
const NOT_TESTS = [...configDefaults.exclude, 'tests/prove/kit/seams/**']
/** Folders whose modules hold the state of the app. */
const STATEFUL = /^src\/(app|state|catalogue|worker)\//
/** A test that replaces modules, or loads them again. */
const REPLACES_MODULES = /\bvi\.(mock|doMock|hoisted|resetModules)\(/
const NEEDS_DOCUMENT = /^\/\/ @vitest-environment jsdom$/m

/** Test files that need modules of their own, an app of their own, or a document. */
const special = { isolated: [] as string[], app: [] as string[], document: [] as string[] }
for (const folder of ['src', 'codegen', 'tests'])
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name).replaceAll('\\', '/')
    if (!/\.test\.tsx?$/.test(name) || file.startsWith('tests/prove/kit/seams/')) continue
    const text = readFileSync(file, 'utf8')
    const needsDocument = NEEDS_DOCUMENT.test(text)
    if (REPLACES_MODULES.test(text)) special.isolated.push(file)
    else if (STATEFUL.test(file)) (needsDocument ? special.app : special.isolated).push(file)
    else if (needsDocument) special.document.push(file)
  }

type TestOptions = NonNullable<ViteUserConfig['test']>

/** The projects run one after the other, since a worker ends where the next file has another environment. */
const project = (groupOrder: number, test: TestOptions) => ({
  extends: true as const,
  test: { ...test, sequence: { groupOrder } },
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
      project(0, { name: 'isolated', include: special.isolated }),
      project(1, { name: 'app', include: special.app, isolate: false, setupFiles: ['tests/freshModules.ts'] }),
      project(2, { name: 'document', include: special.document, isolate: false }),
      project(3, {
        name: 'node',
        include: TESTS,
        isolate: false,
        exclude: [...NOT_TESTS, ...Object.values(special).flat()],
      }),
    ],
  },
})
