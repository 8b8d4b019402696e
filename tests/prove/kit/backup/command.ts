import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../../../codegen/commands/setup.mjs'
import { TEST_DATA_KEY } from '../../../support/server/dataKey.ts'

export interface Ran {
  /** Null: killed. */
  status: number | null
  output: string
  ms: number
}

/** Runs `npm run backup` or `npm run restore` as npm does; with `killAfterMs`, it is killed then. */
export async function runCommand(
  command: 'backup' | 'restore',
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  killAfterMs?: number,
): Promise<Ran> {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    ['codegen/commands/ts.mjs', '--bundle', '--omit=dev', 'src/server/kit/backup/cli.ts', command, ...args],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PLACARD_DATA_KEY: TEST_DATA_KEY, ...env },
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const ended = once(child, 'close') as Promise<[number | null]>
  if (killAfterMs !== undefined) void sleep(killAfterMs, undefined, { ref: false }).then(() => child.kill('SIGKILL'))
  const [status] = await ended
  return { status, output, ms: Math.round(performance.now() - started) }
}
