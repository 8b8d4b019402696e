import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../../../codegen/commands/setup.mjs'
import { TEST_DATA_KEY } from '../../../support/server/dataKey.ts'

const START_MS = 600_000

/** A server with its log, whose machine's clock can be set. */
export interface LoggedServer {
  origin: string
  /** Lines of the log so far. */
  lines: string[]
  /** Sets the clock of its machine, in milliseconds from the true one. */
  step(offsetMs: number): Promise<void>
  stop(): Promise<void>
}

/** Starts a server on a data folder; `stepFile` passes it the offset of its clock. */
export async function serveLogged(
  data: string,
  env: Readonly<Record<string, string>>,
  stepFile: string,
): Promise<LoggedServer> {
  writeFileSync(stepFile, '0')
  const child = spawn(
    process.execPath,
    ['--import', join(import.meta.dirname, 'steppedClock.mjs'), 'codegen/commands/bundled.mjs', 'src/server/main.ts'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: '0',
        LOG_LEVEL: 'info',
        SANDBOX: '0',
        READ_BUDGET: '0',
        PLACARD_DATA: data,
        PLACARD_DIST: '',
        PLACARD_DATA_KEY: TEST_DATA_KEY,
        CLOCK_STEP: stepFile,
        ...env,
      },
    },
  )
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void lines.push(...text.split('\n').filter(Boolean)))
  const originOf = (): string | undefined => /Server listening at (http:\S+?)"/.exec(lines.join('\n'))?.[1]
  for (const end = performance.now() + START_MS; originOf() === undefined; await sleep(50))
    if (child.exitCode !== null || performance.now() > end)
      throw new Error(`The server does not listen:\n${lines.join('\n')}`)
  return {
    origin: originOf() ?? '',
    lines,
    async step(offsetMs) {
      writeFileSync(stepFile, String(offsetMs))
      child.kill('SIGUSR2')
      // The signal is handled in the next turn of its event loop.
      await sleep(500)
    },
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
