import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type Page, chromium } from 'playwright'
import { isBuildStale, root, run } from '../../../codegen/commands/setup.mjs'
import { launch as options } from '../../e2e/kit/browser.ts'

/** Starts a headless Chromium. The caller closes it. */
export const launch = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ ...options, args: [...(options.args ?? []), ...more] })

/** Builds the app where its build is stale. */
export function buildApp(): void {
  if (isBuildStale() && run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']) !== 0)
    throw new Error('the build failed')
}

/** A sandbox server with the built app and its own data; it ends when disposed. */
export async function startServer(env: Record<string, string> = {}): Promise<{ url: string } & AsyncDisposable> {
  const data = mkdtempSync(join(tmpdir(), 'placard-bench-'))
  const server = spawn(process.execPath, ['codegen/commands/bundled.mjs', 'src/server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', PLACARD_DATA: data, ...env },
  })
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    server.stdout.on('data', (chunk: Buffer) => {
      printed += String(chunk)
      const address = /http:\/\/[^\s/"]+/.exec(printed)
      if (address) resolve(address[0])
    })
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${printed}`)))
  })
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** The built app on a separate sandbox server, and a phone-sized page; closed when disposed. */
export async function openApp(
  env: Record<string, string> = {},
): Promise<{ page: Page; url: string } & AsyncDisposable> {
  buildApp()
  const server = await startServer(env)
  const browser = await launch()
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    userAgent: phone,
  })
  return {
    page,
    url: server.url,
    async [Symbol.asyncDispose]() {
      await browser.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

export const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
