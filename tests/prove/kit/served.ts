import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export interface Served {
  /** With -9, and waits until it is gone. */
  kill(): Promise<void>
}

/** The server as a process of its own, on a folder, with an operator's file and on a port; it answers when this does. */
export async function serve(data: string, config: string, port: number): Promise<Served> {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), PLACARD_DATA: data, PLACARD_CONFIG: config, PLACARD_DIST: join(data, 'none'), SANDBOX: '0', TRUST_PROXY: '1', TICK_RATE: '0', NODE_ENV: 'production' },
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`The server ended with ${String(code)} before it listened`)))
  })
  return {
    kill: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
        return undefined
      }),
  }
}
