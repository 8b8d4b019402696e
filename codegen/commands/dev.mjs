import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { superviseApi } from './devApi.mjs'
import { readArguments } from './options.mjs'
import { ensureInstalled } from './packages.mjs'
import { root, run, stop, tsx } from './setup.mjs'

const USAGE = `npm run dev

The app with hot reload of screens, texts, schemas and code, and the API beside it.

  PORT=4000             port of the app
  API_PORT=4001         port of the API
  HOST=127.0.0.1        address of the app
  PLACARD_DATA=data/dev folder of the data
`
readArguments({ usage: USAGE })

const host = process.env.HOST ?? '127.0.0.1'
const port = process.env.PORT ?? '4000'
const apiPort = process.env.API_PORT ?? '4001'

const isFree = (number, address) =>
  new Promise((resolve) => {
    const server = createServer().once('error', ({ code }) => resolve(code !== 'EADDRINUSE'))
    server.listen(Number(number), address, () => server.close(() => resolve(true)))
  })

for (const [name, number, address] of [
  ['PORT', port, host],
  ['API_PORT', apiPort, '127.0.0.1'],
]) {
  if (!/^\d{1,5}$/.test(number) || Number(number) > 65_535)
    stop(`${name} is "${number}": a port is a number from 0 to 65535.`)
  if (!(await isFree(number, address)))
    stop(
      `Port ${number} (${name}) is taken, perhaps by another npm run dev or npm start. Stop it, or choose other ports: ` +
        `PORT=${Number(port) + 10} API_PORT=${Number(port) + 11} npm run dev`,
    )
}

await ensureInstalled()
console.log('Writing types and validators, then starting the app and the API: a minute or two the first time …')
const generate = () => run(process.execPath, [...tsx, 'codegen/generate.ts'])
if (generate() !== 0) process.exit(1)

const api = superviseApi({
  command: process.execPath,
  args: [...tsx, 'src/server/main.ts'],
  cwd: root,
  env: { ...process.env, PORT: apiPort, PUBLIC_PORT: port, PLACARD_DATA: process.env.PLACARD_DATA ?? 'data/dev' },
  folders: ['src/server', 'src/engine/language', 'src/product', 'src/generated'],
})
console.log(`The app: http://${host}:${port}/h5/ · in the frame of a phone: http://${host}:${port}/pc/`)
const app = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', port, '--host', host], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PLACARD_API: `http://127.0.0.1:${apiPort}` },
})

// Regenerates types and validators when the contract or the source language changes.
let due
for (const folder of ['schemas', 'locales', 'src/engine/widgets', 'src/engine/actions', 'src/product']) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (!file?.endsWith('.json') || (folder === 'schemas' && /^\w+\.schema\.json$/.test(file))) return
    if (folder === 'locales' && file !== 'en.json') return
    clearTimeout(due)
    due = setTimeout(generate, 100)
  })
}

const end = async (code) => {
  app.kill('SIGTERM')
  await api.stop()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end(0))
app.on('exit', (code) => void end(code ?? 1))
