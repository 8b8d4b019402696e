import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, run, tsx } from './setup.mjs'

ensureInstalled()
const generate = () => run(process.execPath, [...tsx, 'codegen/generate.ts'])
if (generate() !== 0) process.exit(1)

const apiPort = process.env.API_PORT ?? '4001'
const port = process.env.PORT ?? '4000'
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', ...tsx, 'src/server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: apiPort, PUBLIC_PORT: port, PLACARD_DATA: process.env.PLACARD_DATA ?? 'data/dev' },
  }),
  spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', '--port', port, '--host', process.env.HOST ?? '127.0.0.1'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PLACARD_API: `http://127.0.0.1:${apiPort}` },
    },
  ),
]

// Regenerates types and validators when the contract changes.
let due
for (const folder of ['schemas', 'src/widgets', 'src/actions', 'src/product']) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (!file?.endsWith('.json') || (folder === 'schemas' && /^\w+\.schema\.json$/.test(file))) return
    clearTimeout(due)
    due = setTimeout(generate, 100)
  })
}

const stop = (code) => {
  for (const child of children) child.kill('SIGTERM')
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0))
for (const child of children) child.on('exit', (code) => stop(code ?? 1))
