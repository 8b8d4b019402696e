import react from '@vitejs/plugin-react'
import { createLogger, defineConfig, type Logger } from 'vite'
import { buildTargets } from './codegen/vite/browsers.ts'
import { createClassNames } from './codegen/vite/cssNames.ts'
import { ROUTER_BASE } from './src/engine/language/constants.ts'

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

export default defineConfig(async ({ command }) => ({
  root: 'src/app',
  base: ROUTER_BASE,
  ...(command === 'serve' && { customLogger: devLogger() }),
  // The compiler is loaded only where a catalogue is made.
  plugins: [
    react(),
    (await import('./codegen/vite/vite.ts')).catalogue(),
    (await import('./codegen/vite/worker.ts')).worker(),
    (await import('./codegen/vite/leaflet.ts')).leaflet(),
    (await import('./codegen/vite/rjsf.ts')).rjsf(import.meta.dirname),
    (await import('./codegen/vite/icons.ts')).icons(import.meta.dirname),
    (await import('./codegen/vite/router.ts')).router(),
    ...(await import('./codegen/vite/splash.ts')).splash(),
    (await import('./codegen/vite/requiredChunks.ts')).requiredChunks(),
    ...(await import('./codegen/vite/chunks.ts')).chunkPlugins(),
    (await import('./codegen/vite/studio.ts')).studio(import.meta.dirname),
    (await import('./codegen/vite/buildRecord.ts')).buildRecord(),
  ],
  css: { modules: { generateScopedName: createClassNames() } },
  publicDir: 'public',
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
}))
