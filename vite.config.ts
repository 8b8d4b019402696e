import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createLogger, type Logger } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
import { buildTargets } from './codegen/browsers.ts'
import { createClassNames } from './codegen/cssNames.ts'
import { ROUTER_BASE } from './src/core/constants.ts'

/** All test files, so that none is left out; those of the proof `seams` work on a copy of the project, and run by their own configuration. */
const TESTS = ['{src,codegen,tests}/**/*.test.{ts,tsx}']
const NOT_TESTS = [...configDefaults.exclude, 'tests/prove/kit/seams/**']
/** Folders whose modules hold the state of the app. */
const STATEFUL = ['src/app/', 'src/state/', 'src/catalogue/', 'src/worker/']
/** A test that replaces modules, or loads them again. */
const REPLACES_MODULES = /\bvi\.(mock|doMock|hoisted|resetModules)\(/

/**
 * Test files that need modules of their own. The others share those of a worker: React with a document, the server and the compiler are loaded
 * once for each worker, not for each file.
 */
const isolated = (): string[] =>
  ['src', 'codegen', 'tests']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /\.test\.tsx?$/.test(file) && !/node_modules/.test(file))
    .filter(
      (file) => STATEFUL.some((folder) => file.startsWith(folder)) || REPLACES_MODULES.test(readFileSync(file, 'utf8')),
    )

const api = process.env.PLACARD_API ?? 'http://127.0.0.1:4000'

/** Log of the dev server: an API that does not listen yet is one line, not a stack for each request of the page. */
function devLogger(): Logger {
  const logger = createLogger()
  const { error } = logger
  logger.error = (message, options) => {
    if (!/(http|ws) proxy (socket )?error/.test(message)) return error(message, options)
    logger.warnOnce(`The API at ${api} does not answer yet: the page tries again.`, { timestamp: true })
  }
  return logger
}

export default defineConfig(async ({ command, mode }) => ({
  root: mode === 'test' ? '.' : 'src/app',
  base: ROUTER_BASE,
  ...(command === 'serve' && mode !== 'test' && { customLogger: devLogger() }),
  // The compiler is loaded only where a catalogue is made: unit tests start without it.
  plugins:
    mode === 'test'
      ? [react()]
      : [
          react(),
          (await import('./codegen/vite.ts')).catalogue(),
          (await import('./codegen/worker.ts')).worker(),
          (await import('./codegen/leaflet.ts')).leaflet(),
          (await import('./codegen/rjsf.ts')).rjsf(import.meta.dirname),
          (await import('./codegen/icons.ts')).icons(import.meta.dirname),
          (await import('./codegen/router.ts')).router(),
          (await import('./codegen/i18next.ts')).i18next(),
          (await import('./codegen/socket.ts')).socket(),
          ...(await import('./codegen/splash.ts')).splash(),
          ...(await import('./codegen/chunks.ts')).chunkPlugins(),
          (await import('./codegen/studio.ts')).studio(import.meta.dirname),
        ],
  css: { modules: { generateScopedName: createClassNames() } },
  publicDir: mode === 'test' ? (false as const) : 'public',
  build: {
    outDir: '../../dist',
    emptyOutDir: true,
    target: buildTargets(import.meta.dirname),
    // Inlined assets would be data: URLs, which the content security policy of scripts and styles refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // All code of the first screens is one chunk; `npm run bench bytes` measures it.
    chunkSizeWarningLimit: 600,
    // The time of each plugin depends on the machine.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    strictPort: true,
    proxy: Object.fromEntries(
      // The draft of the studio is the built app: its chunks are those of the API's server.
      ['/api', '/live', '/sandbox', '/pc', '/h5/config.json', '/h5/assets', '/media', '/studio', '/draft'].map(
        (path) => [path, { target: api, ws: path === '/live', changeOrigin: false }],
      ),
    ),
  },
  test: {
    setupFiles: ['tests/setup.ts'],
    environment: 'node',
    css: { modules: { classNameStrategy: 'non-scoped' as const } },
    restoreMocks: true,
    // Each worker loads the project once more, and other parts of the gate run beside it.
    maxWorkers: 2,
    // A hang is found all the same; a busy machine is no failure.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    projects: (mode === 'test' ? [isolated()] : []).flatMap((alone) => [
      { extends: true as const, test: { name: 'isolated', include: alone } },
      {
        extends: true as const,
        test: { name: 'shared', include: TESTS, exclude: [...alone, ...NOT_TESTS], isolate: false },
      },
    ]),
  },
}))
