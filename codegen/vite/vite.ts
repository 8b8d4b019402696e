import { readFileSync, existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, ViteDevServer } from 'vite'
import { canonicalJson } from '../../src/engine/language/values/canonicalJson.ts'
import { widgetChunks } from './chunks.ts'
import { FOLDERS, isProjectFile, loadProject } from '../cli/load.ts'
import { pretty } from '../cli/report/pretty.ts'
import type { Diagnostic } from '../compiler/source/findings/diagnostics.ts'
import { buildCatalogue } from '../compiler/catalogue.ts'
import type { Catalogue } from '../compiler/catalogue.ts'
import { createFormCompiler } from '../forms/validators.ts'
import { SOURCE_LANGUAGE } from '../compiler/locales/localeFiles.ts'
import type { Compiler } from '../compiler/project.ts'
import { productCompiler } from '../product.ts'

/** Debounce of file events, in milliseconds: editors write a file in several steps. */
const DEBOUNCE_MS = 25
/** Delay in milliseconds after which the files are read a second time. */
const RECHECK_MS = 200
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** Errors in translations are printed in the terminal and do not block the screen under edit. */
const TRANSLATION = new RegExp(`^locales/(?!${SOURCE_LANGUAGE}\\.json$)`)
const PATH = /\/catalogue\/(?:(manifest|[0-9a-f]{16,64})\.json|([0-9a-f]{64})\.js)$/

/** Event sent to the app after a save without errors; with errors the last good catalogue stays. */
export interface CatalogueEvent {
  revision: string
  routes: string[]
}

/** Compiles the screens: into dist/catalogue in a build, which fails on an error; from memory while developing. */
export function catalogue(root: string = ROOT): Plugin {
  const compiler = productCompiler()
  const compileForm = createFormCompiler()
  let files = new Map<string, string>()
  let lastGood: Catalogue | undefined
  let lastErrors: readonly Diagnostic[] | undefined

  const check = (): ReturnType<Compiler['check']> => compiler.check(files)
  const load = (): void => {
    files = new Map(loadProject(root))
  }

  /** Undefined, with a message in the terminal, if the catalogue cannot be built. */
  function built(server: ViteDevServer, checked: ReturnType<typeof check>): Catalogue | undefined {
    try {
      return buildCatalogue(checked, { omitInvalid: true, compileForm })
    } catch (error) {
      server.config.logger.error(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }

  function recompile(server: ViteDevServer, saved: ReadonlySet<string> = new Set()): void {
    const checked = check()
    const errors = checked.diagnostics.filter(
      (diagnostic) => diagnostic.severity === 'error' && !TRANSLATION.test(diagnostic.file),
    )
    const translationFindings = checked.diagnostics.filter((diagnostic) => TRANSLATION.test(diagnostic.file))
    const findings = checked.diagnostics.filter((diagnostic) => !TRANSLATION.test(diagnostic.file))
    if (findings.length > 0)
      server.config.logger.warn(`\n${pretty(findings, files, process.stdout.isTTY)}`, { timestamp: true })
    if (translationFindings.length > 0)
      server.config.logger.warn(`${translationFindings.length} findings in translations: npm run check lists them.`, {
        timestamp: true,
      })
    // Order: syntax errors, then findings in the saved files, then others.
    const urgency = ({ rule, file }: Diagnostic): number => (rule === 'json-syntax' ? 0 : saved.has(file) ? 1 : 2)
    lastErrors = errors.length > 0 ? errors.toSorted((a, b) => urgency(a) - urgency(b)) : undefined
    if (lastErrors) {
      server.ws.send('placard:errors', { diagnostics: lastErrors })
      // There is no good catalogue yet: only the screens without errors are served.
      lastGood ??= checked.shell && built(server, checked)
      return
    }
    const before = lastGood
    const after = built(server, checked)
    if (!after) return
    lastGood = after
    const event: CatalogueEvent = { revision: lastGood.manifest.revision, routes: changedRoutes(before, lastGood) }
    server.config.logger.info(
      `catalogue ${event.revision.slice(0, 8)}: ${checked.stats.screens} screens in ${checked.stats.milliseconds} ms`,
      { timestamp: true },
    )
    server.ws.send('placard:catalogue', event)
  }

  return {
    name: 'placard:catalogue',

    config: (_config, { command }) => (command === 'build' ? widgetChunks(root) : undefined),

    configureServer(server) {
      load()
      recompile(server)
      let timer: ReturnType<typeof setTimeout> | undefined
      const touched = new Set<string>()
      const readTouched = (): boolean => {
        let news = false
        for (const file of touched) {
          const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined
          if (text === files.get(file)) continue
          news = true
          if (text === undefined) files.delete(file)
          else files.set(file, text)
        }
        return news
      }
      const onQuiet = (): void => {
        if (readTouched()) recompile(server, touched)
        // The watcher may report a file during a write, and not again after it.
        timer = setTimeout(() => {
          if (readTouched()) recompile(server, touched)
          touched.clear()
        }, RECHECK_MS)
      }
      const changed = (path: string): void => {
        const file = relative(root, path).replaceAll('\\', '/')
        if (!isProjectFile(file)) return
        touched.add(file)
        clearTimeout(timer)
        timer = setTimeout(onQuiet, DEBOUNCE_MS)
      }
      server.watcher.add(FOLDERS.map((folder) => join(root, folder)))
      for (const event of ['add', 'change', 'unlink'] as const) server.watcher.on(event, changed)
      // A page requests the state when it is ready: earlier events did not reach it.
      server.ws.on('placard:ready', (_data, client) => {
        if (lastErrors) client.send('placard:errors', { diagnostics: lastErrors })
        else if (lastGood)
          client.send('placard:catalogue', {
            revision: lastGood.manifest.revision,
            routes: [],
          } satisfies CatalogueEvent)
      })
      server.httpServer?.once('close', () => clearTimeout(timer))
      server.middlewares.use((request, response, next) => {
        const [, name, module] = PATH.exec((request.url ?? '').split('?')[0] ?? '') ?? []
        if (name === undefined && module === undefined) return next()
        const body =
          module !== undefined
            ? lastGood?.modules.get(module)
            : name === 'manifest'
              ? lastGood && JSON.stringify(lastGood.manifest)
              : lastGood?.files.get(name ?? '')
        response.statusCode = body === undefined ? 404 : 200
        response.setHeader(
          'Content-Type',
          module !== undefined && body !== undefined
            ? 'text/javascript; charset=utf-8'
            : 'application/json; charset=utf-8',
        )
        response.setHeader('Cache-Control', 'no-store')
        response.end(body ?? '{"message":"There is no such file in the catalogue."}')
      })
    },

    // Changed screens are announced by the event above, without a Vite update.
    hotUpdate({ file }) {
      return isProjectFile(relative(root, file).replaceAll('\\', '/')) && !file.endsWith('.ts') ? [] : undefined
    },

    generateBundle() {
      load()
      const checked = check()
      for (const file of files.keys()) this.addWatchFile(join(root, file))
      if (checked.diagnostics.some((diagnostic) => diagnostic.severity === 'error')) {
        this.error(`The catalogue has errors.\n\n${pretty(checked.diagnostics, files, false)}`)
      }
      const { manifest, files: texts, modules } = buildCatalogue(checked, { compileForm })
      this.emitFile({ type: 'asset', fileName: 'catalogue/manifest.json', source: JSON.stringify(manifest) })
      // For a host that serves files and nothing else: the app asks for these as it asks a server that publishes.
      const { revision } = manifest
      this.emitFile({
        type: 'asset',
        fileName: `catalogue/${revision}.json`,
        source: canonicalJson({ ...manifest, revision: undefined }),
      })
      this.emitFile({
        type: 'asset',
        fileName: 'catalogue/live.json',
        source: JSON.stringify({ seq: 0, revision, urgent: 0, recent: [revision] }),
      })
      for (const [hash, content] of texts)
        this.emitFile({ type: 'asset', fileName: `catalogue/${hash}.json`, source: content })
      for (const [hash, text] of modules)
        this.emitFile({ type: 'asset', fileName: `catalogue/${hash}.js`, source: text })
    },
  }
}

/** Routes whose screen changed; all of them when texts, tabs or calls of the shell changed. */
function changedRoutes(before: Catalogue | undefined, after: Catalogue): string[] {
  const routes = Object.keys(after.manifest.routes)
  if (
    !before ||
    JSON.stringify([before.manifest.locales, before.manifest.shell, before.manifest.calls]) !==
      JSON.stringify([after.manifest.locales, after.manifest.shell, after.manifest.calls])
  )
    return routes
  return routes.filter((route) => before.manifest.routes[route]?.hash !== after.manifest.routes[route]?.hash)
}
