import { spawn } from 'node:child_process'
import { readArguments } from './options.mjs'
import { ensureInstalled, isBuildStale, root, run } from './setup.mjs'

const USAGE = `npm start

Builds the app if its sources have changed, and starts the server with it.

  PORT=4000             port; 0 chooses a free one
  HOST=127.0.0.1        address
  PLACARD_DATA=data     folder of the data
  DATABASE_URL, REDIS_URL, PLACARD_CONFIG and others: src/server/README.md
`
readArguments({ usage: USAGE })
ensureInstalled()
if (isBuildStale()) {
  console.log('Building …')
  if (run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']) !== 0) {
    console.error('The build failed: the lines above say why. `npm run check` shows the screens’ own mistakes.')
    process.exit(1)
  }
}
const server = spawn(process.execPath, ['codegen/commands/bundled.mjs', 'src/server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 0))
