import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { BUILD_RECORD, hashOfInputs } from '../commands/inputs.mjs'

/** Writes the hash of the build's inputs into its output, after everything else: a build without it is not complete. */
export function buildRecord(): Plugin {
  let inputs = ''
  let folder = ''
  return {
    name: 'placard:build-record',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    buildStart() {
      inputs = hashOfInputs()
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler(error) {
        if (!error) writeFileSync(resolve(folder, BUILD_RECORD), JSON.stringify({ inputs }))
      },
    },
  }
}
