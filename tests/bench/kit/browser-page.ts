import { createServer } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { Page } from 'playwright'
import { root } from '../../../codegen/commands/setup.mjs'
import { rjsf } from '../../../codegen/vite/rjsf.ts'
import { launch } from './app.ts'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds tests/bench/browser/<name>.tsx with production React, and returns the result of `use` for its page in a browser. */
export async function runInBrowser<Result>(name: string, use: (page: Page) => Promise<Result>): Promise<Result> {
  const outDir = mkdtempSync(join(tmpdir(), `placard-bench-${name}-`))
  await build({
    configFile: false,
    root: join(root, 'tests/bench/browser'),
    mode: 'production',
    logLevel: 'warn',
    plugins: [react(), rjsf(root)],
    // The compared packages have separate copies.
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, 'tests/bench/browser', `${name}.tsx`),
        output: { entryFileNames: 'main.js' },
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const page404 = '<!doctype html><html data-theme="dark"><meta charset="utf-8"><body>'
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    // Isolated pages have a clock of 5 µs instead of 100.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    response.setHeader('Content-Type', TYPES[extname(path)] ?? 'text/html')
    try {
      response.end(path === '/' ? page404 : readFileSync(join(outDir, path)))
    } catch {
      response.statusCode = path === '/favicon.ico' ? 204 : 404
      response.end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.stack ?? String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('favicon')) faults.push(message.text())
    })
    await page.goto(`http://127.0.0.1:${port}/`)
    const result = await use(page)
    if (faults.length > 0) throw new Error(`${name}: ${faults.join('\n')}`)
    return result
  } finally {
    await browser.close()
    server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}
