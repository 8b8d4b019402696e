import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { ROUTER_BASE } from './src/core/constants.ts'

const api = process.env.PLACARD_API ?? 'http://127.0.0.1:4000'

export default defineConfig(async ({ mode }) => ({
  root: mode === 'test' ? '.' : 'src/app',
  base: ROUTER_BASE,
  // The compiler is loaded only where a catalogue is made: unit tests start without it.
  plugins: mode === 'test' ? [react()] : [react(), (await import('./codegen/vite.ts')).catalogue(), (await import('./codegen/worker.ts')).worker(), (await import('./codegen/leaflet.ts')).leaflet()],
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
    include: ['src/**/*.test.{ts,tsx}', 'codegen/**/*.test.ts', 'tests/{conformance,cases,unit}/**/*.test.{ts,tsx}'],
    environment: 'node',
    css: { modules: { classNameStrategy: 'non-scoped' as const } },
    restoreMocks: true,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
}))
