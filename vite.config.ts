import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { ROUTER_BASE } from './src/core/constants.ts'

const TESTS = [
  'src/**/*.test.{ts,tsx}',
  'codegen/**/*.test.ts',
  'tests/*.test.ts',
  'tests/{conformance,cases,unit}/**/*.test.{ts,tsx}',
]
/** What keeps nothing in its modules, and puts nothing in their place: to load React and a document, or the compiler, anew for each file takes most of the time. */
const TOGETHER = ['src/widgets/!(Icon)/*.test.tsx', 'codegen/**/*.test.ts', 'tests/cases/*.test.ts']

const api = process.env.PLACARD_API ?? 'http://127.0.0.1:4000'

export default defineConfig(async ({ mode }) => ({
  root: mode === 'test' ? '.' : 'src/app',
  base: ROUTER_BASE,
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
          ...(await import('./codegen/chunks.ts')).chunkPlugins(),
          (await import('./codegen/studio.ts')).studio(import.meta.dirname),
        ],
  publicDir: mode === 'test' ? (false as const) : 'public',
  build: {
    outDir: '../../dist',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined assets would be data: URLs, which the content security policy of scripts and styles refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/live', '/sandbox', '/pc', '/h5/config.json', '/media'].map((path) => [
        path,
        { target: api, ws: path === '/live', changeOrigin: false },
      ]),
    ),
  },
  test: {
    setupFiles: ['tests/setup.ts'],
    environment: 'node',
    css: { modules: { classNameStrategy: 'non-scoped' as const } },
    restoreMocks: true,
    // One more than a small machine has cores: some tests wait.
    maxWorkers: 3,
    // A hang is found all the same; a busy machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true as const, test: { name: 'each on its own', include: TESTS, exclude: TOGETHER } },
      { extends: true as const, test: { name: 'together', include: TOGETHER, isolate: false } },
    ],
  },
}))
