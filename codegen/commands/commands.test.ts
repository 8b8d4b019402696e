import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { root } from './setup.mjs'
import { LONG } from '../../tests/support/long.ts'

interface Ended {
  status: number | null
  out: string
}

/** Runs a script of package.json as npm does. */
async function runScript(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const [, ...words] = script.split(' ')
  const child = spawn(process.execPath, [...words, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: '', NO_COLOR: '1', ...env },
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (out += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, out }
}

const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> }

describe('the command line of each script of package.json', LONG, () => {
  expect(Object.keys(scripts).length).toBeGreaterThan(8)
  for (const [name, script] of Object.entries(scripts)) {
    it(`${name} describes its arguments with --help`, async () => {
      const { status, out } = await runScript(script, ['--help'])
      expect(out).toMatch(new RegExp(`^npm (run )?${name}\\b`))
      expect(status).toBe(0)
    })

    it(`${name} names an unknown option without a stack`, async () => {
      const { status, out } = await runScript(script, ['--no-such-option'])
      expect(out.split('\n')[0]).toContain('--no-such-option')
      expect(out).not.toMatch(/^\s+at /m)
      expect(status).toBe(2)
    })
  }
})

it('dev stops with advice if its port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  try {
    const { port } = other.address() as AddressInfo
    const { status, out } = await runScript(scripts.dev ?? '', [], { PORT: String(port), API_PORT: '0' })
    expect(out.trim().split('\n')).toEqual([
      `Port ${port} (PORT) is taken, perhaps by another npm run dev or npm start. Stop it, or choose other ports: PORT=${port + 10} API_PORT=${port + 11} npm run dev`,
    ])
    expect(status).toBe(1)
  } finally {
    other.close()
  }
})
