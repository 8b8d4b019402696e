import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export interface Served {
  /** Where it answers, e.g. "http://127.0.0.1:4321". */
  origin: string
  pid: number
  /** With -9, and waits until it is gone. */
  kill(): Promise<void>
}

/** The server as a process of its own, on a folder; it answers when this does. `env`: its settings, the port among them if it is not to choose one. */
export async function serve(data: string, env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', PLACARD_DATA: data, PLACARD_DIST: join(data, 'none'), SANDBOX: '0', TRUST_PROXY: '1', NODE_ENV: 'production', ...env },
  })
  const origin = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = /(http:\/\/127\.0\.0\.1:\d+)\/h5\//.exec(text)
      if (found?.[1]) resolve(found[1])
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${String(code)} before it listened`)))
  })
  return {
    origin,
    pid: child.pid ?? 0,
    kill: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
        return undefined
      }),
  }
}
