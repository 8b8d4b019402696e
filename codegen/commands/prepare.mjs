// node codegen/commands/prepare.mjs: makes what a first start would make after an installation, the bundles of the programs and the compressed files of the app.
import { join } from 'node:path'
import { loadBundle } from './bundle.mjs'
import { root } from './setup.mjs'

const PROGRAMS = [
  'src/server/main.ts',
  'src/server/kit/publishing/worker.ts',
  'src/server/kit/storage/sqlite/integrityWorker.ts',
  'src/server/kit/backup/cli.ts',
]

for (const program of PROGRAMS) await loadBundle(program)
const { precompress } = await loadBundle('src/server/kit/http/precompress.ts')
await precompress(join(root, 'dist'))
