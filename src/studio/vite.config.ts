import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'

/** The studio is a program of its own beside the app: `codegen/studio.ts` builds it with the app, into dist/studio. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/studio/',
  plugins: [react()],
  publicDir: 'public',
  worker: { format: 'es' },
  build: {
    outDir: join(import.meta.dirname, '../../dist/studio'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
  },
})
