import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { superviseApi } from './devApi.mjs'

const folder = mkdtempSync(join(tmpdir(), 'placard-dev-api-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program that needs a handler to start, and records each of its starts. */
const PROGRAM = `
const { appendFileSync, existsSync } = require('node:fs')
if (!existsSync('server/calls/handler.ts')) process.exit(3)
appendFileSync('starts', 'start\\n')
setInterval(() => undefined, 1000)
`
const starts = () =>
  existsSync(join(folder, 'starts')) ? readFileSync(join(folder, 'starts'), 'utf8').split('\n').length - 1 : 0

it('starts the API again when the missing handler is written, and after each change', async () => {
  mkdirSync(join(folder, 'server'))
  writeFileSync(join(folder, 'program.cjs'), PROGRAM)
  const said: string[] = []
  const api = superviseApi({
    command: process.execPath,
    args: ['program.cjs'],
    env: process.env,
    cwd: folder,
    folders: ['server'],
    say: (line) => said.push(line),
  })
  try {
    await vi.waitFor(() => expect(said).toEqual(['The API ended (status 3). It starts again when its code changes.']), {
      timeout: 60_000,
    })
    mkdirSync(join(folder, 'server/calls'))
    writeFileSync(join(folder, 'server/calls/handler.ts'), 'export {}\n')
    await vi.waitFor(() => expect(starts()).toBe(1), { timeout: 60_000 })
    writeFileSync(join(folder, 'server/calls/handler.ts'), 'export const handler = 1\n')
    await vi.waitFor(() => expect(starts()).toBe(2), { timeout: 60_000 })
  } finally {
    await api.stop()
  }
  expect(said).toHaveLength(1)
})
