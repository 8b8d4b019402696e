import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stops, type Stop } from '../../../e2e/kit/catalogue.ts'
import { registerUser } from '../../../e2e/kit/flows/user.ts'
import { createApp } from './app.ts'
import type { Engine, EngineName } from './driver.ts'
import type { TextBox } from './probe.ts'
import { startSite } from './site.ts'

type Layouts = Map<string, TextBox[]>

/** A difference between an engine and the first one on a screen. */
export interface Difference {
  route: string
  engine: EngineName
  text: string
  what: string
}

/**
 * A picture of every screen in each engine, for one user of one server, and a page that has them side by side. Differences of layout
 * are compared by texts: those that are missing, cut, or take another number of lines.
 */
export async function takePictures(
  engines: readonly Engine[],
  folder: string,
  log: (line: string) => void,
): Promise<Difference[]> {
  mkdirSync(folder, { recursive: true })
  const site = await startSite()
  try {
    const { token } = await registerUser(site.request)
    const all = await stops(site.request, token)
    const layouts: [EngineName, Layouts][] = []
    const failures: Difference[] = []
    for (const engine of engines) layouts.push([engine.name, await visit(engine)])
    const differences = [...failures, ...compare(layouts)]
    writeFileSync(join(folder, 'differences.json'), JSON.stringify(differences, null, 1))
    writeFileSync(join(folder, 'index.html'), pageOf(all, engines, differences))
    return differences

    async function visit(engine: Engine): Promise<Layouts> {
      const browser = await engine.launch()
      const found: Layouts = new Map()
      try {
        const tab = await browser.newTab()
        const app = createApp(tab, site)
        await app.start('/pages/index/index', { token })
        for (const { route, address } of all) {
          await app
            .go(address)
            .catch((error: unknown) => failures.push({ route, engine: engine.name, text: '', what: String(error) }))
          await new Promise((resume) => setTimeout(resume, 300))
          writeFileSync(join(folder, fileOf(route, engine.name)), await tab.picture())
          found.set(route, await app.call('layout'))
        }
        log(`${engine.name} ${browser.version}: ${found.size} pictures`)
        await tab.close()
      } finally {
        await browser.close()
      }
      return found
    }
  } finally {
    await site.stop()
  }
}

const fileOf = (route: string, engine: EngineName): string =>
  `${route.replace(/^\/pages\//, '').replaceAll('/', '-')}.${engine}.png`

/** The texts of a screen, each with its occurrences in order. */
function group(boxes: readonly TextBox[]): Map<string, TextBox[]> {
  const groups = new Map<string, TextBox[]>()
  for (const box of boxes) groups.set(box.text, [...(groups.get(box.text) ?? []), box])
  return groups
}

function compare(layouts: readonly [EngineName, Layouts][]): Difference[] {
  const [first, ...others] = layouts
  if (!first) return []
  const differences: Difference[] = []
  for (const [route, boxes] of first[1]) {
    const expected = group(boxes)
    for (const [engine, layout] of others) {
      const actual = group(layout.get(route) ?? [])
      const report = (text: string, what: string) =>
        void differences.push({ route, engine, text: text.slice(0, 80), what })
      for (const text of actual.keys()) if (!expected.has(text)) report(text, `not in ${first[0]}`)
      for (const [text, theirs] of expected) {
        const own = actual.get(text)
        if (!own) report(text, `only in ${first[0]}`)
        theirs.forEach((their, index) => {
          const other = own?.[index]
          if (!other) return
          if (other.lines !== their.lines) report(text, `${other.lines} lines instead of ${their.lines}`)
          if (other.isClipped !== their.isClipped) report(text, other.isClipped ? 'cut' : `cut in ${first[0]}`)
        })
      }
    }
  }
  return differences
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function pageOf(all: readonly Stop[], engines: readonly Engine[], differences: readonly Difference[]): string {
  const rows = all.map(({ route }) => {
    const pictures = engines.map(
      ({ name }) => `<img src="${fileOf(route, name)}" alt="${name}" width="390" height="844">`,
    )
    const found = differences.filter((difference) => difference.route === route)
    const list = found.map(({ engine, text, what }) => `<li>${engine}: “${escape(text)}” ${what}`)
    return `<h2>${route}</h2>${pictures.join(' ')}<ul>${list.join('')}</ul>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Engines</title><h1>${engines.map(({ name }) => name).join(' · ')}</h1>${rows.join('')}`
}
