import react from '@vitejs/plugin-react'
import { resolve } from 'node:path'
import { build, type Plugin } from 'vite'

/** Builds the studio (src/studio), a separate program beside the app, into the folder `outDir`. */
export async function buildStudio(root: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: resolve(root, 'src/studio'),
    base: '/studio/',
    plugins: [react()],
    logLevel: 'warn',
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // Inlined assets would be data: URLs, which the policy of the page refuses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
      // The time of each plugin depends on the machine.
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
  })
}

/** Builds the studio after the app, into the folder `studio` of its output. */
export function studio(root: string): Plugin {
  let outDir = ''
  return {
    name: 'placard:studio',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir, 'studio')
    },
    async closeBundle(error?: Error) {
      if (!error) await buildStudio(root, outDir)
    },
  }
}
