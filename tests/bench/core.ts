import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { root } from '../../codegen/commands/setup.mjs'
import type { Measure } from './run.ts'

export const about = 'The renderer with the state doors and the part of core it runs on, gzip'

const ENTRY = ['src/engine/renderer/ScreenView.tsx', 'src/engine/renderer/form.ts', 'src/engine/renderer/press.ts']
  .map((file) => `export * from '${root}/${file}'`)
  .join('\n')
const LIBRARIES = [/^react/, /^jotai/, /^i18next/, /^@tanstack/]

/** Measures the size of the bundled and minified renderer, in kB after gzip. */
export async function bench(): Promise<Measure[]> {
  const bundle = await rolldown({
    input: 'renderer',
    external: LIBRARIES,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'renderer' ? id : null),
        load: (id) => (id === 'renderer' ? ENTRY : null),
      },
    ],
  })
  const { output } = await bundle.generate({ minify: true })
  const bytes = output.reduce(
    (sum, chunk) => sum + (chunk.type === 'chunk' ? gzipSync(chunk.code, { level: 9 }).length : 0),
    0,
  )
  if (bytes < 1_000) throw new Error('The bundle is empty.')
  return [{ name: 'renderer core without React and libraries, gzip', ours: bytes / 1000, unit: 'kB', budget: 15 }]
}
