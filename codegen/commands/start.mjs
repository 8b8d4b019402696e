import { createRequire } from 'node:module'
import { loadBundle } from './bundle.mjs'
import { readArguments } from './options.mjs'
import { ensureInstalled } from './packages.mjs'
import { isBuildStale, root, start, stop } from './setup.mjs'

const USAGE = `npm start

Installs what is missing, builds the app if its sources have changed, and starts the server with it.

  PORT=4000             port; 0 chooses a free one
  HOST=127.0.0.1        address
  PLACARD_DATA=data     folder of the data
  DATABASE_URL, REDIS_URL, PLACARD_CONFIG and others: src/server/README.md

A supervisor or a container runs node codegen/commands/start.mjs: a shell that npm starts takes the signals of npm.
`
readArguments({ usage: USAGE })
stopWithNpm()
await ensureInstalled({ development: false })
if (isBuildStale()) await build()
console.log('Starting …')
process.chdir(root)
process.env.NODE_ENV = 'production'
const { main } = await loadBundle('src/server/main.ts')
await main()

async function build() {
  console.log('Building the app …')
  const vite = createRequire(import.meta.url)
    .resolve('vite/package.json')
    .replace('package.json', 'bin/vite.js')
  const { status, output } = await start(process.execPath, [vite, 'build', '--logLevel', 'warn'])
  if (status === 0) return
  if (output.includes('ENOSPC')) stop('The disk is full: free about 200 MB and run the command again.')
  if (/EACCES|EPERM|EROFS/.test(output))
    stop(`The folder ${root}/dist cannot be written: correct its permissions and run the command again.`)
  stop('The build failed: the lines above say why. `npm run check` shows the mistakes of screens and texts.')
}

/** A signal to npm ends its shell, but not the programs of the shell: the installation, the build or the server stops when the shell has ended. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
