import { createServer, type Server } from 'node:http'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { root } from '../../../codegen/commands/setup.mjs'
import { createClassNames } from '../../../codegen/vite/cssNames.ts'
import type { Row } from './facts.ts'

/** `look` is React written by hand with the elements and the style sheets of the app, `react` the same with a plain look. */
export type Rival = 'look' | 'react' | 'stock RJSF' | 'json-render' | 'DivKit'
export const RIVALS: readonly Rival[] = ['look', 'react', 'stock RJSF', 'json-render', 'DivKit']
export const PEERS: readonly Rival[] = ['stock RJSF', 'json-render', 'DivKit']

const capital = (row: Row): string => `${row.charAt(0).toUpperCase()}${row.slice(1)}`
const ENTRIES: Readonly<Record<Rival, (row: Row) => string>> = {
  look: (row) => `browser/interaction/look${capital(row)}.tsx`,
  react: (row) => `browser/interaction/plain${capital(row)}.tsx`,
  'stock RJSF': (row) => `peers/rjsf/${row}.tsx`,
  'json-render': (row) => `peers/jsonRender/${row}.tsx`,
  DivKit: (row) => `peers/divkit/${row}.ts`,
}

const texts = JSON.parse(readFileSync(join(root, 'locales/en.json'), 'utf8')) as Record<string, string>
const textOf = (key: string): string => {
  const text = texts[key]
  if (text === undefined) throw new Error(`The app has no text ${key}.`)
  return text
}
/** Texts that the app shows in its page, by their names in the pages beside it. */
export const MESSAGES = {
  required: textOf('form.required'),
  tooShort: textOf('form.tooShort').replace(/\{\{[^}]*\}\}/, '3'),
  tooLong: textOf('form.tooLong').replace(/\{\{[^}]*\}\}/, '40'),
  differ: 'Must differ',
  optional: textOf('form.optional'),
  watch: textOf('market.watchToggle'),
  markets: textOf('market.title'),
}

export interface BuiltPage {
  script: string
  style: string
}

/** One script and one style of a page, built as a production page. */
export async function buildPage(rival: Rival, row: Row): Promise<BuiltPage> {
  const built = await build({
    configFile: false,
    root: join(root, 'tests/bench/browser'),
    mode: 'production',
    logLevel: 'warn',
    plugins: [react()],
    define: { APP_MESSAGES: JSON.stringify(MESSAGES) },
    css: { modules: { generateScopedName: createClassNames() } },
    // The compared packages have separate copies.
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      write: false,
      target: 'es2022',
      reportCompressedSize: false,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: join(root, 'tests/bench', ENTRIES[rival](row)),
        output: { entryFileNames: 'main.js', codeSplitting: false },
      },
    },
  })
  if (!('output' in built)) throw new Error('The page was not built at once.')
  const scripts = built.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
  const [script] = scripts
  if (script === undefined || scripts.length > 1) throw new Error(`${rival}, ${row}: ${scripts.length} scripts`)
  const styles = built.output.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  )
  return { script, style: styles.join('\n') }
}

export interface PageServer extends AsyncDisposable {
  url: string
  /** Sets the style sheets of a page of the same look, in order: those that the app has loaded for its own. */
  setStyles(row: Row, paths: readonly string[]): void
  addressOf(rival: Rival, row: Row): string
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/** Serves the pages beside the app. `rows`: the reply of the list's call. `feed`: the address of the live data. `dist`: where the app's style sheets are. */
export async function servePages(
  pages: ReadonlyMap<string, BuiltPage>,
  { rows, feed, dist }: { rows: string; feed: string; dist: string },
): Promise<PageServer> {
  const styles = new Map<string, readonly string[]>()
  const html = (key: string): string => {
    const [rival, row = ''] = key.split('/')
    const sheets = rival === 'look' ? styles.get(row) : ['style.css']
    if (!sheets) throw new Error(`The app has not drawn ${row} yet.`)
    return `<!doctype html><html lang="en" dir="ltr" data-theme="dark" data-up-color="green" data-feed="${feed}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Bench</title><link rel="icon" href="data:,">${sheets.map((path) => `<link rel="stylesheet" href="${path}">`).join('')}</head><body><script type="module" src="main.js"></script></body></html>`
  }
  const read = (path: string): string | Buffer | undefined => {
    if (path === '/rows.json') return rows
    if (/^\/h5\/assets\/[\w.-]+\.css$/.test(path)) return readFileSync(join(dist, path.slice('/h5/'.length)))
    const [, key = '', file] = /^\/(.+)\/([^/]*)$/.exec(decodeURIComponent(path)) ?? []
    const page = pages.get(key)
    if (!page) return undefined
    return file === 'main.js' ? page.script : file === 'style.css' ? page.style : html(key)
  }
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const body = read(path)
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': TYPES[extname(path)] ?? 'text/html' })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url,
    setStyles: (row, paths) => void styles.set(row, paths),
    addressOf: (rival, row) => `${url}/${encodeURIComponent(rival)}/${row}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
