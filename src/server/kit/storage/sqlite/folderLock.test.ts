import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockDataFolder } from './folderLock.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'placard-lock-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** A process that locks the folder and lives until it is killed. */
async function otherProcess() {
  const program = join(folder, 'other.mjs')
  writeFileSync(
    program,
    `const { lockDataFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'folderLock.ts'))})
lockDataFolder(${JSON.stringify(folder)})
process.send('locked')
setInterval(() => undefined, 1000)`,
  )
  const child = fork(program, { execArgv: ['--import', import.meta.resolve('tsx')] })
  await once(child, 'message')
  return child
}

it('a data folder is refused while another process has it, and free once that was killed', async () => {
  const other = await otherProcess()
  expect(() => lockDataFolder(folder, 0)).toThrow(`is in use by another server (process ${other.pid})`)
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(() => lockDataFolder(folder)).not.toThrow()
})
