import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fieldsOf, uiOptions } from '../../src/engine/language/forms/forms.ts'
import type { Json, Screen } from '../../src/engine/language/expressions/program.ts'
import { loadProject } from '../cli/load.ts'
import { buildCatalogue } from './catalogue.ts'
import { productCompiler } from '../product.ts'

const base = loadProject(join(import.meta.dirname, '../../tests/cases/check/project'))
const withScreen = (
  body: unknown,
  more: Record<string, unknown> = {},
  files: Record<string, unknown> = {},
): Map<string, string> =>
  new Map([
    ...base,
    ['screens/case.json', JSON.stringify({ id: 'case', route: '/case', body, ...more })],
    ...Object.entries(files).map(([file, content]): [string, string] => [file, JSON.stringify(content)]),
  ])

function lowered(body: unknown, more?: Record<string, unknown>, files?: Record<string, unknown>): unknown {
  const { diagnostics, screens } = productCompiler().check(withScreen(body, more, files))
  expect(diagnostics.filter((diagnostic) => diagnostic.severity === 'error')).toEqual([])
  return screens.find((screen) => screen.route === '/case')?.screen?.body
}

describe('lowering', () => {
  test('literals stay, expressions and texts are evaluated, lists with an expression in them become operations', () => {
    expect(
      lowered(
        [
          {
            widget: 'Tabs',
            props: { items: [{ id: 'a', label: 'plain' }], value: '=state.tab' },
            on: { change: [{ action: 'set', name: 'tab', value: '=event.value' }] },
          },
        ],
        { state: { tab: 'a' } },
      ),
    ).toEqual([
      {
        widget: 'Tabs',
        exprs: { items: ['list', ['map', 'id', 'a', 'label', ['t', 'plain']]], value: ['@', 'state', 'tab'] },
        on: {
          change: [
            {
              action: 'set',
              args: { name: 'tab' },
              exprs: { value: ['.', ['v', 'event'], 'value'] },
              sourcePath: 'body/0/on/change/0',
            },
          ],
        },
        sourcePath: 'body/0',
      },
    ])
  })

  test('a row named like what a handler is given has another name in the lowered form', () => {
    expect(
      lowered([
        {
          widget: 'Button',
          each: "event, form in ['a', 'b']",
          key: '=event',
          props: { label: 'plain' },
          on: { press: [{ action: 'copy', text: '=event + string(form)' }] },
        },
      ]),
    ).toMatchObject([
      {
        each: { as: ':event', index: ':form', key: ['v', ':event'] },
        on: { press: [{ exprs: { text: ['s+', ['v', ':event'], ['f', 'string', ['v', ':form']]] } }] },
      },
    ])
  })

  test('a part is lowered to its root with its parameters bound, the user’s condition before its own', () => {
    const part = {
      id: 'cell',
      params: { name: { type: 'string' }, tone: { type: 'string', enum: ['normal', 'muted'], default: 'normal' } },
      body: [{ widget: 'Text', visible: "=name != ''", props: { text: '=name', tone: '=tone' } }],
    }
    expect(
      lowered(
        [{ part: 'cell', props: { name: '=word' }, each: "word in ['a', 'b']", key: '=word', visible: "=word != 'b'" }],
        {},
        { 'screens/parts/cell.json': part },
      ),
    ).toEqual([
      {
        widget: 'Text',
        each: { as: 'word', in: ['list', 'a', 'b'], key: ['v', 'word'] },
        let: { 'cell:name': ['v', 'word'], 'cell:tone': 'normal' },
        visible: ['&&', ['!=', ['v', 'word'], 'b'], ['!=', ['v', 'cell:name'], '']],
        exprs: { text: ['v', 'cell:name'], tone: ['v', 'cell:tone'] },
        sourcePath: 'parts/cell#body/0',
      },
    ])
  })

  test('a fallback and a loading placeholder of the root of a part read its parameters', () => {
    const text = { widget: 'Text', props: { text: '=name' } }
    const params = { name: { type: 'string' }, rows: { query: 'market/list' } }
    const part = { id: 'cell', params, body: [{ ...text, waitFor: 'rows', loading: [text], fallback: text }] }
    const read = { widget: 'Text', exprs: { text: ['v', 'cell:name'] } }
    expect(
      lowered(
        [{ part: 'cell', props: { name: '=preferences.lang', rows: '=list' } }],
        { queries: { list: { call: 'market/list', payload: { class: 'crypto' } } } },
        { 'screens/parts/cell.json': part },
      ),
    ).toMatchObject([{ ...read, let: { 'cell:name': ['@', 'preferences', 'lang'] }, loading: [read], fallback: read }])
  })

  test('the parameters of a part that is the root of a part are written out, so that no name is read before it is bound', () => {
    const files = {
      'screens/parts/inner.json': {
        id: 'inner',
        params: { x: { type: 'string' } },
        body: [{ widget: 'Text', props: { text: '=x' } }],
      },
      'screens/parts/outer.json': {
        id: 'outer',
        params: { x: { type: 'string' } },
        body: [{ part: 'inner', props: { x: "=x + '!'" } }],
      },
    }
    expect(lowered([{ part: 'outer', props: { x: '=preferences.lang' } }], {}, files)).toEqual([
      {
        widget: 'Text',
        let: { 'outer:x': ['@', 'preferences', 'lang'], 'inner:x': ['s+', ['@', 'preferences', 'lang'], '!'] },
        exprs: { text: ['v', 'inner:x'] },
        sourcePath: 'parts/inner#body/0',
      },
    ])
  })

  describe('by-reference arguments', () => {
    const files = {
      'screens/parts/pick.json': {
        id: 'pick',
        params: { tab: { type: 'string', twoWay: true }, market: { query: 'market/list' } },
        body: [
          {
            widget: 'Stack',
            waitFor: 'market',
            children: [
              {
                widget: 'Button',
                visible: "=tab == 'a' && queries.market.hasMore",
                props: { label: 'plain' },
                on: {
                  press: [
                    { action: 'set', name: 'tab', value: 'b' },
                    { action: 'loadMore', query: 'market' },
                    { action: 'refresh', queries: ['market'] },
                  ],
                },
              },
              { widget: 'Text', each: 'row in market.rows', key: '=row.symbol', props: { text: '=row.symbol' } },
            ],
          },
        ],
      },
      'screens/parts/outer.json': {
        id: 'outer',
        params: { shown: { type: 'string', twoWay: true }, rows: { query: 'market/list' } },
        body: [
          { widget: 'Stack', waitFor: 'rows', children: [{ part: 'pick', props: { tab: '=shown', market: '=rows' } }] },
        ],
      },
    }
    const picked = (more: object) => ({
      widget: 'Stack',
      sourcePath: 'parts/pick#body/0',
      ...more,
      slots: {
        children: [
          {
            widget: 'Button',
            sourcePath: 'parts/pick#body/0/children/0',
            exprs: { label: ['t', 'plain'] },
            visible: [
              '&&',
              ['==', ['.', ['@', 'state', 'view'], 'tab'], 'a'],
              ['.', ['@', 'queries', 'list'], 'hasMore'],
            ],
            on: {
              press: [
                {
                  action: 'set',
                  args: { name: 'view.tab', value: 'b' },
                  sourcePath: 'parts/pick#body/0/children/0/on/press/0',
                },
                { action: 'loadMore', args: { query: 'list' }, sourcePath: 'parts/pick#body/0/children/0/on/press/1' },
                {
                  action: 'refresh',
                  args: { queries: ['list'] },
                  sourcePath: 'parts/pick#body/0/children/0/on/press/2',
                },
              ],
            },
          },
          {
            widget: 'Text',
            sourcePath: 'parts/pick#body/0/children/1',
            each: { as: 'pick:row', in: ['.', ['@', 'data', 'list'], 'rows'], key: ['.', ['v', 'pick:row'], 'symbol'] },
            exprs: { text: ['.', ['v', 'pick:row'], 'symbol'] },
          },
        ],
      },
    })
    const more = {
      state: { view: { tab: 'a' } },
      queries: { list: { call: 'market/list', payload: { class: 'crypto' }, emptyWhen: '=size(list.rows) == 0' } },
    }
    test('are the state and query of the screen', () => {
      expect(lowered([{ part: 'pick', props: { tab: '=state.view.tab', market: '=list' } }], more, files)).toEqual([
        picked({ waitFor: 'list' }),
      ])
    })

    test('pass through a nested part, which does not wait again for loaded data', () => {
      expect(lowered([{ part: 'outer', props: { shown: '=state.view.tab', rows: '=list' } }], more, files)).toEqual([
        { widget: 'Stack', waitFor: 'list', sourcePath: 'parts/outer#body/0', slots: { children: [picked({})] } },
      ])
    })
  })

  test('defaults of a part’s parameters are lowered like the values of its uses', () => {
    const part = {
      id: 'cell',
      params: {
        title: { type: 'string', format: 'text', default: 'plain' },
        tags: { type: 'array', items: { type: 'string', maxLength: 9 }, maxItems: 2, default: ['map', 'x'] },
      },
      body: [{ widget: 'Text', props: { text: "=title + tags.join(' ')" } }],
    }
    expect(lowered([{ part: 'cell' }], {}, { 'screens/parts/cell.json': part })).toMatchObject([
      { let: { 'cell:title': ['t', 'plain'], 'cell:tags': ['list', 'map', 'x'] } },
    ])
  })

  test('decimals are strings with operations of their own, and a decimal key sorts by value', () => {
    const rows = { market: { call: 'market/list', payload: { class: 'crypto' } } }
    expect(
      lowered(
        [
          {
            widget: 'Text',
            each: 'row in market.rows.sortBy(x, x.last)',
            key: '=row.symbol',
            visible: '=row.last > decimal("1.50")',
            props: { text: '=money(row.last * row.lotStep)' },
          },
        ],
        { queries: rows },
      ),
    ).toEqual([
      {
        widget: 'Text',
        each: {
          as: 'row',
          in: ['sortBy', ['.', ['@', 'data', 'market'], 'rows'], 'x', ['f', 'orderKey', ['.', ['v', 'x'], 'last']]],
          key: ['.', ['v', 'row'], 'symbol'],
        },
        visible: ['d>', ['.', ['v', 'row'], 'last'], '1.50'],
        exprs: { text: ['f', 'money', ['d*', ['.', ['v', 'row'], 'last'], ['.', ['v', 'row'], 'lotStep']]] },
        sourcePath: 'body/0',
      },
    ])
  })

  test('"==" at the start of a text means the character "="', () => {
    expect(lowered([{ widget: 'Text', props: { text: '=state.word' } }], { state: { word: 'x' } })).toBeDefined()
    const { screens } = productCompiler().check(
      withScreen([{ widget: 'Form', props: { form: 'withdraw', initial: { address: '==x1' } } }]),
    )
    expect(screens.find((screen) => screen.route === '/case')?.screen?.body[0]?.props).toEqual({
      form: 'withdraw',
      initial: { address: '=x1' },
    })
  })
})

describe('an incremental compiler', () => {
  const changed = withScreen([{ widget: 'Text', props: { text: 'hello' } }])

  test('reports the same as a new one', () => {
    const warm = productCompiler()
    warm.check(base)
    const { stats: _, ...second } = warm.check(changed)
    const { stats: _stats, ...cold } = productCompiler().check(changed)
    expect(second.diagnostics).toEqual(cold.diagnostics)
    expect(second.diagnostics).toHaveLength(1)
    expect(JSON.stringify(second.screens.map((screen) => screen.screen))).toBe(
      JSON.stringify(cold.screens.map((screen) => screen.screen)),
    )
  })

  test('reports findings in a cached screen that another file causes', () => {
    const compiler = productCompiler()
    expect(compiler.check(base).diagnostics).toEqual([])
    const tap = {
      description: 'Tap.',
      version: 1,
      'x-a11y': { control: 'press', target: 'target' },
      props: {
        type: 'object',
        properties: { label: { type: 'string', format: 'text', 'x-name': true } },
        required: [],
        additionalProperties: false,
      },
      slots: {},
      events: { press: { description: 'Pressed' } },
    }
    const taps = ['plain', 'withdraw.memo'].map((label, index) => ({
      widget: 'Tap',
      props: { label },
      on: { press: [{ action: 'navigate', to: index === 0 ? '/home' : '/login' }] },
    }))
    const filesWith = (size: number) =>
      withScreen(
        taps,
        { title: 'plain' },
        {
          'src/engine/widgets/Tap/Tap.schema.json': tap,
          'schemas/tokens.json': { shared: { target: `${size}px` } },
        },
      )
    const rulesWith = (size: number): string[] =>
      compiler
        .check(filesWith(size))
        .diagnostics.filter(({ severity }) => severity === 'error')
        .map(({ rule }) => rule)
    expect(rulesWith(44)).toEqual([])
    expect(rulesWith(20)).toEqual(['target-size', 'target-size'])
    expect(rulesWith(44)).toEqual([])
  })

  test('compiles only what depends on the changed file', () => {
    const compiler = productCompiler()
    const before = compiler.check(base)
    const after = compiler.check(changed)
    const unchanged = after.screens.filter((screen) => before.screens.some((other) => other.screen === screen.screen))
    expect(unchanged.map((item) => item.file)).toEqual([
      'screens/detail.json',
      'screens/home.json',
      'screens/login.json',
      'screens/none.json',
      'screens/pages/user/primaryAuth.json',
    ])
    const part = compiler.check(
      new Map([
        ...base,
        ['screens/parts/row.json', (base.get('screens/parts/row.json') ?? '').replace('"normal"\n', '"muted"\n')],
      ]),
    )
    expect(
      part.screens
        .filter((screen) => !before.screens.some((other) => other.screen === screen.screen))
        .map((screen) => screen.file),
    ).toContain('screens/home.json')
  })

  test('reports a removed contract, route or text', () => {
    const compiler = productCompiler()
    compiler.check(base)
    const without = new Map(base)
    without.delete('screens/detail.json')
    expect(compiler.check(without).diagnostics.map((diagnostic) => diagnostic.rule)).toEqual(['unknown-route'])
    expect(compiler.check(base).diagnostics).toEqual([])
    const en = JSON.parse(base.get('locales/en.json') ?? '') as Record<string, string>
    delete en.plain
    expect(
      compiler
        .check(new Map([...base, ['locales/en.json', JSON.stringify(en)]]))
        .diagnostics.map((diagnostic) => diagnostic.rule),
    ).toContain('unknown-text')
  })
})

describe('the catalogue', () => {
  test('has the same hashes for any order of files and properties', () => {
    const shuffled = new Map([...base].toReversed())
    shuffled.set(
      'screens/login.json',
      JSON.stringify({
        body: [{ props: { text: 'plain' }, widget: 'Text' }],
        title: 'plain',
        route: '/login',
        id: 'login',
      }),
    )
    expect(buildCatalogue(productCompiler().check(shuffled)).manifest).toEqual(
      buildCatalogue(productCompiler().check(base)).manifest,
    )
  })

  test('a changed screen changes its own hash and the revision, and nothing else', () => {
    const [before, after] = [base, withScreen([{ widget: 'Text', props: { text: 'tab.home' } }])].map(
      (files) => buildCatalogue(productCompiler().check(files)).manifest,
    )
    expect(after?.revision).not.toBe(before?.revision)
    expect(
      Object.keys(after?.routes ?? {}).filter((route) => after?.routes[route]?.hash !== before?.routes[route]?.hash),
    ).toEqual(['/case'])
    expect(after?.locales).toEqual(before?.locales)
  })

  test('each file has the hash given in the manifest', () => {
    const { manifest, files } = buildCatalogue(productCompiler().check(base))
    for (const { hash, id } of Object.values(manifest.routes))
      expect(JSON.parse(files.get(hash) ?? '')).toMatchObject({ id })
    expect(JSON.parse(files.get(manifest.locales.de ?? '') ?? '')).toMatchObject({ plain: 'Schlicht' })
    expect(manifest.calls).toMatchObject({ 'wallet/get': { method: 'GET', effect: 'read' } })
    expect(Object.keys(manifest.routes['/home'] ?? {})).toEqual(['id', 'hash', 'access', 'navigationBar', 'requires'])
  })

  test('keeps the order of a form’s properties, within objects, lists and branches too', () => {
    const text = (title: string) => ({ type: 'string', title, maxLength: 9 })
    const object = (properties: object) => ({ type: 'object', properties })
    const schema = {
      ...object({
        zip: text('plain'),
        city: text('withdraw.memo'),
        rows: {
          type: 'array',
          title: 'withdraw.amount',
          maxItems: 2,
          items: object({ second: text('plain'), first: text('withdraw.memo') }),
        },
        address: {
          title: 'withdraw.address',
          ...object({ street: text('plain'), area: { $ref: '#/definitions/area' } }),
        },
        own: { title: 'withdraw.confirm', ...object({ b: text('plain'), a: text('withdraw.memo') }) },
      }),
      if: { properties: { zip: { const: '1' } } },
      then: object({ later: text('withdraw.failed'), earlier: text('withdraw.positive') }),
      definitions: { area: { title: 'withdraw.memo', ...object({ y: text('plain'), x: text('withdraw.memo') }) } },
    }
    const files = new Map([
      ...base,
      ['schemas/forms/order.json', JSON.stringify({ schema, uiSchema: { own: { 'ui:order': ['a'] } }, rules: [] })],
      [
        'screens/case.json',
        JSON.stringify({
          id: 'case',
          route: '/case',
          title: 'plain',
          body: [{ widget: 'Form', props: { form: 'order' }, on: { submit: [{ action: 'toast', text: 'plain' }] } }],
        }),
      ],
    ])
    const { manifest, files: built } = buildCatalogue(productCompiler().check(files))
    const { forms } = JSON.parse(built.get(manifest.routes['/case']?.hash ?? '') ?? '') as Screen
    const def = forms.order ?? expect.fail()
    expect(fieldsOf(def).map(({ name }) => name)).toEqual(['zip', 'city', 'rows', 'address', 'own'])
    const order = (ui: Json | undefined) => uiOptions(ui).order
    const { rows, address, own } = def.uiSchema as Record<string, Record<string, Json>>
    expect(order(def.uiSchema)).toEqual(['zip', 'city', 'rows', 'address', 'own', 'later', 'earlier', '*'])
    expect([order(rows?.items), order(address), order(address?.area)]).toEqual([
      ['second', 'first', '*'],
      ['street', 'area', '*'],
      ['y', 'x', '*'],
    ])
    expect(order(own)).toEqual(['a', 'b', '*'])
  })

  test('is not built from a project with errors', () => {
    const checked = productCompiler().check(withScreen([{ widget: 'Txt' }]))
    expect(() => buildCatalogue(checked)).toThrow('screens/case.json:1:48 There is no widget "Txt".')
    expect(Object.keys(buildCatalogue(checked, { omitInvalid: true }).manifest.routes)).not.toContain('/case')
  })
})

test('the compiler does not use Node: it runs in a browser too', () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(import.meta.dirname, file))
  expect(sources.length).toBeGreaterThan(300)
  expect(
    sources.filter((file) => /from 'node:|\bprocess\.|\bBuffer\b|__dirname/.test(readFileSync(file, 'utf8'))),
  ).toEqual([])
})
