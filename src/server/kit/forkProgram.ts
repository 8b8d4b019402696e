import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the project. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Runs a program from its bundle. */
const BUNDLED = join(ROOT, 'codegen/commands/bundled.mjs')

/** Starts a program of this project (its path in it) in a separate process, which sends its result as a message. */
export const forkProgram = (entry: string, args: readonly string[] = [], execArgv: string[] = []): ChildProcess =>
  fork(BUNDLED, [entry, ...args], {
    cwd: ROOT,
    // The server's environment is not passed on: it contains secrets.
    env: { PATH: process.env.PATH },
    execArgv,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
