import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Browser } from 'playwright'
import { build } from 'vite'
import { reach } from '../../codegen/chunks.ts'
import { root } from '../../codegen/commands/setup.mjs'
import { icons } from '../../codegen/icons.ts'
import type { Screen } from '../../src/core/program.ts'
import { launch, phone } from './app.ts'
import { form, node, TEXTS } from './browser/fifteen.ts'
import { typical } from './browser/measure.ts'
import type { Measure } from './run.ts'

export const about = 'First load to a form of 15 fields that takes letters, CPU ÷ 4, 1.6 Mbps, 150 ms, against one in hand-written React'

const ROUNDS = 9
const LINE = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const PAGES = ['firstOurs', 'firstFloor'] as const
type Name = (typeof PAGES)[number]

const SCREEN: Screen = {
  id: 'bench', route: '/bench', title: '', nav: 'none', access: [], params: {}, state: {}, data: {}, onShow: [], body: [node],
  requires: { widgets: ['Form'], actions: [], functions: [] }, calls: {}, forms: { bench: form },
}
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }
/** As the app's page: its first lines ask for what is not code, so that it is there when the code is. */
const FIRST = "early = {}; for (const name of ['screen', 'texts']) early[name] = fetch(`/${name}.json`).then((reply) => reply.json())"
const PRELOADS = ['screen', 'texts'].map((name) => `<link rel="preload" href="/${name}.json" as="fetch" crossorigin>`).join('')

/** The files of one page by path, as a host sends them: one script and one style, asked for by its head; in ours its screen and texts too. */
async function filesOf(name: Name): Promise<Map<string, Buffer>> {
  const entry = join(root, 'tests/bench/browser', `${name}.tsx`)
  let needed: ReadonlySet<string> | undefined
  const made = await build({
    configFile: false,
    root: join(root, 'tests/bench/browser'),
    mode: 'production',
    logLevel: 'warn',
    plugins: [react(), icons(root)],
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
          // As the app's first chunk: all that is there from the start.
          codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: 'first', name: (id, graph) => ((needed ??= reach([entry], graph)).has(id) ? 'first' : null) }] },
        },
      },
    },
  })
  if (!('output' in made)) throw new Error('The page was not built at once.')
  const { output } = made
  const loaded = new Set(['main.js'])
  const scripts: string[] = []
  const styles = new Set<string>()
  for (const file of loaded) {
    const chunk = output.find((one) => one.fileName === file)
    if (chunk?.type !== 'chunk') continue
    for (const one of chunk.imports) loaded.add(one)
    // An entry that only imports is left out of a page.
    if (chunk.moduleIds.length > 0) scripts.unshift(file)
    for (const one of chunk.viteMetadata?.importedCss ?? []) styles.add(one)
  }
  const head = [...styles].map((file) => `<link rel="stylesheet" href="/${file}">`).join('') + scripts.map((file) => `<script type="module" src="/${file}"></script>`).join('')
  const html = `<!doctype html><html lang="en" data-theme="dark"><head><meta charset="utf-8"><title>Form</title><link rel="icon" href="data:,">${name === 'firstOurs' ? `${PRELOADS}<script src="/first.js"></script>` : ''}${head}</head><body></body></html>`
  return new Map([
    ...output.map((file) => [`/${file.fileName}`, gzipSync(file.type === 'chunk' ? file.code : file.source)] as const),
    ['/', gzipSync(html)],
    ['/first.js', gzipSync(FIRST)],
    ['/screen.json', gzipSync(JSON.stringify(SCREEN))],
    ['/texts.json', gzipSync(JSON.stringify(TEXTS))],
  ])
}

/** Milliseconds from the address to the last field, and then to one that has taken letters and found them too few. */
async function firstLoad(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: phone })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, ...LINE })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector('input[name=field14]')) return
        performance.mark('drawn')
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(url)
    await page.locator('input[name=field0]').pressSequentially('ab')
    await page.locator('input[name=field1]').focus()
    await page.getByText('Too short').waitFor()
    return await page.evaluate(() => performance.getEntriesByName('drawn')[0]?.startTime ?? Number.NaN)
  } finally {
    await context.close()
  }
}

export async function bench(): Promise<Measure[]> {
  const servers = await Promise.all(
    PAGES.map(async (name) => {
      const files = await filesOf(name)
      const server = createServer((request, response) => {
        const path = new URL(request.url ?? '/', 'http://x').pathname
        const body = files.get(path)
        response.writeHead(body ? 200 : 404, { 'Content-Type': TYPES[extname(path)] ?? 'text/html', 'Content-Encoding': body ? 'gzip' : 'identity' })
        response.end(body)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return { name, server }
    }),
  )
  const browser = await launch()
  try {
    const taken: Record<Name, number[]> = { firstOurs: [], firstFloor: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { name, server } of round % 2 === 0 ? servers : servers.toReversed()) {
        const address = server.address()
        taken[name].push(await firstLoad(browser, `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`))
      }
    }
    const [ours = Number.NaN, floor = Number.NaN] = PAGES.map((name) => typical(taken[name]))
    if (!(ours > 0 && floor > 0)) throw new Error('Nothing was measured.')
    return [{ name: 'first load to a form that takes letters, CPU ÷ 4, 1.6 Mbps', ours, floor, unit: 'ms', budget: 1.2 }]
  } finally {
    await browser.close()
    for (const { server } of servers) server.close()
  }
}
