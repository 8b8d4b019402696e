import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** Builds the studio (src/studio) after the app, into the folder `studio` of its output. */
export function studio(root: string): Plugin {
  let outDir = ''
  return {
    name: 'placard:studio',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir, 'studio')
    },
    async closeBundle(error?: Error) {
      if (error) return
      await build({
        configFile: join(root, 'src/studio/vite.config.ts'),
        logLevel: 'warn',
        build: { outDir, emptyOutDir: true },
      })
    },
  }
}
