import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { AddressInfo } from 'node:net'
import { chromium, type Page } from 'playwright'
import { build } from 'vite'
import { launch, WAIT_MS } from '../../../e2e/kit/browser.ts'
import type { Json, Shape } from '../../../../src/engine/language/expressions/program.ts'
import type { Drawing, drawAll } from './page.tsx'
import { createFormCompiler } from '../../../../codegen/forms/validators.ts'
import { leaflet } from '../../../../codegen/vite/leaflet.ts'

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'
/** The browser would refuse and report any injected script. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src * data:; frame-src *; require-trusted-types-for 'script'"

interface PageModule {
  drawAll: typeof drawAll
}

export interface Drawer {
  draw(drawings: readonly Drawing[], config: Record<string, Json>): Promise<string[][]>
}

/** The production renderer and every widget, in a browser limited to this page. */
export async function withDrawer<T>(use: (drawer: Drawer) => Promise<T>): Promise<T> {
  const outDir = mkdtempSync(join(tmpdir(), 'placard-robust-'))
  await build({
    configFile: false,
    root: import.meta.dirname,
    mode: 'production',
    logLevel: 'error',
    plugins: [react(), leaflet()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      reportCompressedSize: false,
      chunkSizeWarningLimit: 5_000,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(import.meta.dirname, 'page.tsx'),
        output: { entryFileNames: 'main.js' },
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const styles = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => `<link rel="stylesheet" href="/${file}">`)
  const html = `<!doctype html><html lang="en" data-theme="dark"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${styles.join('')}<body>`
  const compileForm = createFormCompiler()
  /** Validators by address: modules of the same origin, as for a published screen. */
  const modules = new Map<string, string>()
  const addressOf = (schema: Shape): string => {
    const text = compileForm(schema)
    const address = `/validators/${createHash('sha256').update(text).digest('hex')}.js`
    modules.set(address, text)
    return address
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    response.setHeader('Content-Security-Policy', POLICY)
    const type = TYPES[extname(path)]
    response.setHeader('Content-Type', path === '/' ? 'text/html' : (type ?? 'image/svg+xml'))
    response.end(
      path === '/' ? html : (modules.get(path) ?? (type ? readFileSync(join(outDir, decodeURI(path))) : PICTURE)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await chromium.launch(launch)
  const errors: string[] = []
  try {
    const page = await openPage(() => browser.newPage({ viewport: { width: 390, height: 844 } }), origin, errors)
    return await use({
      async draw(drawings, config) {
        const complete = drawings.map((drawing) => ({
          ...drawing,
          validators: Object.fromEntries(
            Object.entries(drawing.screen.forms).map(([id, { schema }]) => [id, addressOf(schema)]),
          ),
        }))
        const wrong = await page.evaluate(
          async ([cases, settings]) => {
            const page = (await import(/* @vite-ignore */ `${location.origin}/main.js`)) as PageModule
            return page.drawAll(JSON.parse(cases) as Drawing[], JSON.parse(settings) as Record<string, Json>)
          },
          [JSON.stringify(complete), JSON.stringify(config)] as const,
        )
        if (errors.length > 0) wrong[0]?.push(...errors.splice(0).map((error) => `one of ${drawings.length}: ${error}`))
        return wrong
      },
    })
  } finally {
    await browser.close()
    server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}

async function openPage(make: () => Promise<Page>, origin: string, errors: string[]): Promise<Page> {
  const page = await make()
  page.setDefaultTimeout(WAIT_MS)
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/^Failed to load resource|net::ERR/.test(message.text()))
      errors.push(`logged: ${(message.text().split('\n')[0] ?? '').slice(0, 200)}`)
  })
  page.on('dialog', (dialog) => {
    errors.push(`a dialog opened: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.route(
    (url) => url.origin !== origin,
    (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
  )
  await page.goto(origin)
  return page
}
