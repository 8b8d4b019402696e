import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { compiler as sharedCompiler, projectFiles } from '../../../tests/support/project.ts'
import { loadProject } from '../../cli/load.ts'
import type { SymbolRef } from '../source/names/mention.ts'
import type { Compiler } from '../project.ts'
import { productCompiler } from '../../product.ts'
import { EDITABLE } from '../../../src/engine/language/editable.ts'
import { SymbolIndex, renameSymbol } from './symbols.ts'
import { LONG } from '../../../tests/support/long.ts'

const ROOT = join(import.meta.dirname, '../../..')

describe('the real catalogue', () => {
  const files = projectFiles
  // The index reads the sources of the last check, and other test files check with this compiler.
  const checked = sharedCompiler.check(files)
  const index = new SymbolIndex(sharedCompiler, checked, files)
  const declared = (): SymbolRef[] => {
    const found = new Map<string, SymbolRef>()
    for (const { used, file } of [
      ...checked.screens,
      ...[...checked.parts.values()].map(({ id, used: names }) => ({ used: names, file: `screens/parts/${id}.json` })),
    ])
      for (const { kind, name, owner, declares } of used.mentions)
        if (declares) found.set(`${kind} ${name} ${file}`, { kind, name, ...(owner !== undefined && { owner }) })
    for (const key of Object.keys(checked.locales.get('en') ?? {}))
      found.set(`text ${key}`, { kind: 'text', name: key.replace(/_(zero|one|two|few|many|other)$/, '') })
    return [...found.values()]
  }

  it('is the same program if every state, query, parameter and text has another name at all its uses', LONG, () => {
    const symbols = declared().filter(
      (symbolRef) =>
        symbolRef.kind !== 'part' &&
        // The name by which a screen takes what the next one returns.
        symbolRef.name !== 'result' &&
        // The text of an access rule is found by the name of the rule.
        !symbolRef.name.startsWith('gate.') &&
        // The parameter that the program gives when it opens a link.
        symbolRef.owner !== 'screens/webview/index.json' &&
        index.uses(symbolRef).every(({ file, composed }) => EDITABLE.test(file) && !composed),
    )
    expect(new Set(symbols.map(({ kind }) => kind))).toEqual(new Set(['state', 'query', 'param', 'text']))
    expect(symbols.length).toBeGreaterThan(500)
    const edits = new Map<string, Map<number, { end: number; text: string }>>()
    for (const symbol of symbols)
      for (const { file, start, end } of index.uses(symbol)) {
        const of = edits.get(file) ?? new Map<number, { end: number; text: string }>()
        edits.set(file, of.set(start, { end: Math.min(end, start + symbol.name.length), text: `${symbol.name}X` }))
      }
    const renamed = new Map(files)
    for (const [file, of] of edits) {
      let text = renamed.get(file) ?? ''
      for (const [start, { end, text: name }] of [...of].toSorted(([a], [b]) => b - a))
        text = text.slice(0, start) + name + text.slice(end)
      renamed.set(file, text)
    }
    expect(
      productCompiler()
        .check(renamed)
        .diagnostics.map(({ file, message }) => `${file}: ${message}`),
    ).toEqual([])
  })
})

describe('a renaming', () => {
  const CASES = join(ROOT, 'tests/cases/check/project')
  const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
  const PART = 'screens/parts/greeting.json'
  const SCREEN = 'screens/hall.json'
  const EN = 'locales/en.json'
  let files: Map<string, string>
  let compiler: Compiler

  beforeAll(() => {
    files = new Map(loadProject(CASES))
    const english = JSON.parse(files.get(EN) ?? '{}') as Record<string, string>
    for (const file of [...files.keys()].filter((key) => /^locales\/(?!operator)/.test(key)))
      files.set(
        file,
        json({ ...english, 'hall.guests_one': '{{count}} guest', 'hall.guests_other': '{{count}} guests' }),
      )
    files.set(
      PART,
      json({
        id: 'greeting',
        params: { many: { type: 'integer' }, rows: { type: 'array', items: { type: 'integer' }, maxItems: 9 } },
        body: [
          {
            widget: 'Text',
            visible: '=rows.exists(many1, many1 > many)',
            props: { text: { text: 'hall.guests', args: { count: '=many' } } },
          },
        ],
      }),
    )
    files.set(
      SCREEN,
      json({
        id: 'hall',
        route: '/hall',
        title: 'plain',
        state: { seats: 3 },
        body: [{ part: 'greeting', props: { many: '=state.seats', rows: [1] } }],
      }),
    )
    compiler = productCompiler()
  })
  const rename = (symbol: SymbolRef, to: string) => renameSymbol(compiler, files, symbol, to)
  const changesOf = (symbol: SymbolRef, to: string): Record<string, string | null> => {
    const result = rename(symbol, to)
    if ('refusal' in result) throw new Error(result.refusal)
    return result.changes
  }

  it('of a text changes its key with all plural forms, in all languages', () => {
    const changes = changesOf({ kind: 'text', name: 'hall.guests' }, 'hall.visitors')
    expect(changes[PART]).toContain('"hall.visitors"')
    expect(changes[EN]).toContain('"hall.visitors_one": "{{count}} guest"')
    expect(changes[EN]).not.toContain('hall.guests')
    expect(Object.keys(changes).filter((file) => file.startsWith('locales/')).length).toBeGreaterThan(0)
  })

  it('of a part moves its file', () => {
    const changes = changesOf({ kind: 'part', name: 'greeting' }, 'welcome')
    expect(changes[PART]).toBeNull()
    expect(changes['screens/parts/welcome.json']).toContain('"id": "welcome"')
    expect(changes[SCREEN]).toContain('"part": "welcome"')
  })

  it('of a parameter changes the part and its uses, and in expressions only what means it', () => {
    const changes = changesOf({ kind: 'param', name: 'many', owner: PART }, 'count')
    expect(changes[PART]).toContain('=rows.exists(many1, many1 > count)')
    expect(changes[PART]).toContain('"count": "=count"')
    expect(changes[SCREEN]).toContain('"count": "=state.seats"')
  })

  it('of a state changes its declaration and the expressions', () => {
    const changes = changesOf({ kind: 'state', name: 'seats', owner: SCREEN }, 'chairs')
    expect(changes).toEqual({ [SCREEN]: files.get(SCREEN)?.replaceAll('seats', 'chairs') })
  })

  it.each<[string, SymbolRef, string, string | RegExp]>([
    ['a name that is taken', { kind: 'param', name: 'many', owner: PART }, 'rows', /taken/],
    ['a name that an expression binds', { kind: 'param', name: 'many', owner: PART }, 'many1', /many1/],
    ['a path of no part', { kind: 'part', name: 'greeting' }, '../greeting', /no name/],
    ['no name', { kind: 'state', name: 'seats', owner: SCREEN }, 'two words', /./],
    ['a name of the contract', { kind: 'call', name: 'x' }, 'y', /those who write the program/],
    ['an unknown symbol', { kind: 'text', name: 'nothing.here' }, 'a.b', /Nothing declares/],
  ])('is refused: %s', (_title, symbol, to, reason) => {
    expect(rename(symbol, to)).toEqual({ refusal: expect.stringMatching(reason) as string })
  })
})
