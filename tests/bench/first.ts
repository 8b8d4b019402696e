import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Browser } from 'playwright'
import { build, type Plugin } from 'vite'
import { chunkPlugins, reach } from '../../codegen/vite/chunks.ts'
import { root } from '../../codegen/commands/setup.mjs'
import { compileFormValidators } from '../../codegen/forms/validators.ts'
import { icons } from '../../codegen/vite/icons.ts'
import { rjsf } from '../../codegen/vite/rjsf.ts'
import type { Screen } from '../../src/engine/language/expressions/program.ts'
import { launch, phone } from './app.ts'
import { form, node, TEXTS } from './browser/fifteen.ts'
import { orderOf, typical } from './browser/measure.ts'
import { installPeers } from './install-peers.ts'
import { spec } from './peers/form/spec.ts'
import type { Measure } from './run.ts'

export const about =
  'First load to a form of 15 fields that takes letters, CPU ÷ 4, 1.6 Mbps, 150 ms, against one in hand-written React, beside two libraries in the same run'

const ROUNDS = 15
const LINE = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

const VALIDATORS = compileFormValidators(form.schema)
const digest = createHash('sha256').update(VALIDATORS).digest()
const MODULE = digest.toString('hex')

const SCREEN: Screen = {
  id: 'bench',
  route: '/bench',
  title: '',
  navigationBar: 'none',
  access: [],
  params: {},
  state: {},
  queries: {},
  onShow: [],
  body: [node],
  requires: { widgets: ['Form'], actions: [], functions: [] },
  calls: {},
  forms: { bench: { ...form, validator: MODULE } },
}

interface PageDef {
  /** Path within tests/bench. */
  entry: string
  /** JSON that the first lines of the page request while its code loads, by name: as in the app, so that it is available to the code. */
  asked: Record<string, unknown>
  head?: string
  plugins?: Plugin[]
}

const PAGES = {
  ours: {
    entry: 'browser/firstOurs.tsx',
    asked: { screen: SCREEN, texts: TEXTS },
    // A separate file, whose bytes the browser compares with its hash. Last: a browser requests six files at once from an HTTP/1.1 host, and the code is the largest.
    head: `<link rel="modulepreload" href="/catalogue/${MODULE}.js" integrity="sha256-${digest.toString('base64')}">`,
    plugins: [icons(root), ...rjsf(root), ...chunkPlugins()],
  },
  floor: { entry: 'browser/firstFloor.tsx', asked: {} },
  'stock RJSF': { entry: 'peers/first/rjsf.tsx', asked: {} },
  'json-render': { entry: 'peers/first/jsonRender.tsx', asked: { spec } },
} as const satisfies Record<string, PageDef>
type Name = keyof typeof PAGES
const NAMES = Object.keys(PAGES) as Name[]
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }

/** Compresses like src/server/http/precompress.ts. */
const pack = (content: string | Uint8Array): Buffer =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })

/** The files of one page by path, as served by a host: one script and one style, requested in its head. */
async function filesOf({ entry: file, asked, head: more = '', plugins = [] }: PageDef): Promise<Map<string, Buffer>> {
  const entry = join(root, 'tests/bench', file)
  let needed: ReadonlySet<string> | undefined
  const built = await build({
    configFile: false,
    root: join(root, 'tests/bench/browser'),
    mode: 'production',
    logLevel: 'warn',
    plugins: [react(), ...plugins],
    // The compared packages have separate copies.
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      write: false,
      target: 'es2022',
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        output: {
          entryFileNames: 'main.js',
          assetFileNames: '[name][extname]',
          // As the app's first chunk: everything needed at the start.
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              {
                debugName: 'first',
                name: (id, graph) => ((needed ??= reach([entry], graph)).has(id) ? 'first' : null),
              },
            ],
          },
        },
      },
    },
  })
  if (!('output' in built)) throw new Error('The page was not built at once.')
  const { output } = built
  const loaded = new Set(['main.js'])
  const scripts: string[] = []
  const styles = new Set<string>()
  for (const file of loaded) {
    const chunk = output.find((chunk) => chunk.fileName === file)
    if (chunk?.type !== 'chunk') continue
    for (const file of chunk.imports) loaded.add(file)
    // A page omits an entry with imports only.
    if (chunk.moduleIds.length > 0) scripts.unshift(file)
    for (const file of chunk.viteMetadata?.importedCss ?? []) styles.add(file)
  }
  const names = Object.keys(asked)
  const preloads = names.map((name) => `<link rel="preload" href="/${name}.json" as="fetch" crossorigin>`).join('')
  const first = `early = {}; for (const name of ${JSON.stringify(names)}) early[name] = fetch(\`/\${name}.json\`).then((reply) => reply.json())`
  const head =
    [...styles].map((style) => `<link rel="stylesheet" href="/${style}">`).join('') +
    scripts.map((script) => `<script type="module" src="/${script}"></script>`).join('')
  const html = `<!doctype html><html lang="en" data-theme="dark"><head><meta charset="utf-8"><title>Form</title><link rel="icon" href="data:,">${preloads}${names.length > 0 ? '<script src="/first.js"></script>' : ''}${head}${more}</head><body></body></html>`
  return new Map([
    ...output.map((chunk) => [`/${chunk.fileName}`, pack(chunk.type === 'chunk' ? chunk.code : chunk.source)] as const),
    ...Object.entries(asked).map(([name, value]) => [`/${name}.json`, pack(JSON.stringify(value))] as const),
    ['/', pack(html)],
    ['/first.js', pack(first)],
    [`/catalogue/${MODULE}.js`, pack(VALIDATORS)],
  ])
}

/** Milliseconds from the navigation to the last field, and then to one that shows an error for too few letters. */
async function firstLoad(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    userAgent: phone,
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, ...LINE })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector('input[id$=field14]')) return
        performance.mark('drawn')
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(url)
    await page.locator('input[id$=field0]').pressSequentially('ab')
    await page.locator('input[id$=field1]').focus()
    await page.getByText('Too short').first().waitFor()
    return await page.evaluate(() => performance.getEntriesByName('drawn')[0]?.startTime ?? Number.NaN)
  } finally {
    await context.close()
  }
}

/** Measures the first load of the form in all implementations in turns: milliseconds, and kB after brotli. */
export async function bench(): Promise<Measure[]> {
  installPeers()
  const servers = await Promise.all(
    NAMES.map(async (name) => {
      const files = await filesOf(PAGES[name])
      const sent = new Map<string, number>()
      const server = createServer((request, response) => {
        const path = new URL(request.url ?? '/', 'http://x').pathname
        const body = files.get(path)
        response.writeHead(body ? 200 : 404, {
          'Content-Type': TYPES[extname(path)] ?? 'text/html',
          'Content-Encoding': body ? 'br' : 'identity',
        })
        if (body) sent.set(path, body.length)
        response.end(body)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return { name, server, sent }
    }),
  )
  const browser = await launch()
  try {
    const taken: Record<Name, number[]> = { ours: [], floor: [], 'stock RJSF': [], 'json-render': [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { name, server } of orderOf(servers, round)) {
        const address = server.address()
        taken[name].push(
          await firstLoad(browser, `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`),
        )
      }
    }
    const [ours = Number.NaN, floor = Number.NaN, stock = Number.NaN, jsonRender = Number.NaN] = NAMES.map((name) =>
      typical(taken[name]),
    )
    if (![ours, floor, stock, jsonRender].every((ms) => ms > 0)) throw new Error('Nothing was measured.')
    const [ourKb = Number.NaN, floorKb = Number.NaN, stockKb = Number.NaN, jsonRenderKb = Number.NaN] = servers.map(
      ({ sent }) => [...sent.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000,
    )
    return [
      { name: 'first load to a form that takes letters, CPU ÷ 4, 1.6 Mbps', ours, floor, unit: 'ms', budget: 1.25 },
      { name: '  the same by stock RJSF', ours: stock, floor, unit: 'ms' },
      { name: '  the same by json-render', ours: jsonRender, floor, unit: 'ms' },
      { name: '  the same, beside json-render', ours, floor: jsonRender, unit: 'ms', budget: 1 },
      { name: 'what that page loads, brotli', ours: ourKb, floor: floorKb, unit: 'kB' },
      { name: '  the same by stock RJSF', ours: stockKb, floor: floorKb, unit: 'kB' },
      { name: '  the same by json-render', ours: jsonRenderKb, floor: floorKb, unit: 'kB' },
    ]
  } finally {
    await browser.close()
    for (const { server } of servers) server.close()
  }
}
