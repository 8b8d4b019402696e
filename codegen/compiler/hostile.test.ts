import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadProject } from '../cli/load.ts'
import { INPUT_LIMITS } from './source/limits.ts'
import { productCompiler } from '../product.ts'

const base = loadProject(join(import.meta.dirname, '../../tests/cases/check/project'))
const SCREEN = 'screens/case.json'
const FORM = 'schemas/forms/hostile.json'
const screen = (more: object): string =>
  JSON.stringify({ id: 'case', route: '/case', title: 'case.title', body: [], ...more })
const text = (expression: string): string => screen({ body: [{ widget: 'Text', props: { text: expression } }] })
const part = (id: string, body: object, params: object = {}): [string, string] => [
  `screens/parts/${id}.json`,
  JSON.stringify({ id, params, body: [body] }),
]
const count = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const stack = (children: object[]): object => ({ widget: 'Stack', children })

/** Parts each of which uses the next one twice. */
const doubling = (n: number): [string, string][] =>
  count(n, (i) =>
    part(
      `p${i}`,
      i === n - 1 ? { widget: 'Text', props: { text: "='x'" } } : stack([{ part: `p${i + 1}` }, { part: `p${i + 1}` }]),
    ),
  )
/** Parts whose parameter contains that of the enclosing part twice. */
const laughing = (n: number): [string, string][] =>
  count(n, (i) =>
    part(
      `p${i}`,
      i === n - 1
        ? { widget: 'Text', props: { text: `=a${i}` } }
        : { part: `p${i + 1}`, props: { [`a${i + 1}`]: `=a${i} + a${i}` } },
      { [`a${i}`]: { type: 'string' } },
    ),
  )
/** Entities each of which refers to the next one twice. */
const entities = (n: number, refs: (i: number) => number[]): [string, string][] =>
  count(n, (i) => [
    `schemas/entities/e${i}.json`,
    JSON.stringify({
      type: 'object',
      properties: Object.fromEntries(refs(i).map((to, at) => [`x${at}`, { $ref: `./e${to}.json` }])),
      additionalProperties: false,
    }),
  ])
const answering = (data: object): [string, string] => [
  'schemas/api/market/list.json',
  JSON.stringify({
    call: 'market/list',
    method: 'GET',
    auth: false,
    effect: 'read',
    description: 'x',
    payload: { type: 'object', properties: {}, additionalProperties: false },
    data,
    errors: [],
  }),
]

/** A form with this schema. */
const form = (schema: unknown, more: object = {}): [string, string] => [
  FORM,
  JSON.stringify({ schema, rules: [], ...more }),
]
const within = (depth: number, inner: object, wrap: (inner: object) => object): object =>
  count(depth, (i) => i).reduce<object>((nested) => wrap(nested), inner)
const TEXT = { type: 'string', title: 'plain', maxLength: 9 }

interface Attack {
  name: string
  files: [string, string][]
  /** The rule that refuses it, and the file, or how its name begins. */
  rule: string
  at: string
}

const attacks: Attack[] = [
  {
    name: 'lists 100 000 deep',
    files: [[SCREEN, '['.repeat(100_000) + ']'.repeat(100_000)]],
    rule: 'limits',
    at: SCREEN,
  },
  {
    name: 'objects 100 000 deep in a schema',
    files: [['schemas/entities/quote.json', '{"items":'.repeat(100_000) + '1' + '}'.repeat(100_000)]],
    rule: 'limits',
    at: 'schemas/entities/quote.json',
  },
  { name: 'a string of 10 MB', files: [[SCREEN, text('x'.repeat(10_000_000))]], rule: 'limits', at: SCREEN },
  {
    name: 'a text of 10 MB',
    files: [['locales/en.json', JSON.stringify({ 'case.title': 'x'.repeat(10_000_000) })]],
    rule: 'limits',
    at: 'locales/en.json',
  },
  {
    name: 'a million names',
    files: [['locales/de.json', `{${count(1_000_000, (i) => `"a${i}":1`).join()}}`]],
    rule: 'limits',
    at: 'locales/de.json',
  },
  { name: '60 000 short values', files: [[SCREEN, `[${'1,'.repeat(60_000)}1]`]], rule: 'limits', at: SCREEN },
  {
    name: '20 000 unknown names',
    files: [[SCREEN, screen(Object.fromEntries(count(20_000, (i) => [`boddy${i}`, 1])))]],
    rule: 'limits',
    at: SCREEN,
  },
  {
    name: '4 000 nodes of misspelt widgets',
    files: [[SCREEN, screen({ body: count(4_000, () => ({ widget: 'Buton' })) })]],
    rule: 'limits',
    at: SCREEN,
  },
  {
    name: 'forty parts, each twice the next',
    files: [...doubling(40), [SCREEN, screen({ body: [{ part: 'p0' }] })]],
    rule: 'limits',
    at: 'screens/parts/p',
  },
  {
    name: 'twelve parts, each twice the next',
    files: [...doubling(12), [SCREEN, screen({ body: [{ part: 'p0' }] })]],
    rule: 'limits',
    at: 'screens/parts/p',
  },
  {
    name: 'a chain of 4 000 parts',
    files: [
      ...count(4_000, (i) => part(`p${i}`, i === 3_999 ? { widget: 'Stack' } : { part: `p${i + 1}` })),
      [SCREEN, screen({ body: [{ part: 'p0' }] })],
    ],
    rule: 'limits',
    at: 'screens/parts/p',
  },
  {
    name: 'fifteen parts that double a parameter',
    files: [...laughing(15), [SCREEN, screen({ body: [{ part: 'p0', props: { a0: 'x' } }] })]],
    rule: 'limits',
    at: 'screens/parts/p',
  },
  {
    name: 'a part that uses itself',
    files: [part('p0', stack([{ part: 'p0' }]))],
    rule: 'part-cycle',
    at: 'screens/parts/p0.json',
  },
  {
    name: 'forty entities, each twice the next',
    files: [...entities(40, (i) => (i < 39 ? [i + 1, i + 1] : [])), answering({ $ref: '../../entities/e0.json' })],
    rule: 'limits',
    at: 'schemas/api/market/list.json',
  },
  {
    name: 'twelve entities, each of all others',
    files: [...entities(12, () => count(12, (i) => i)), answering({ $ref: '../../entities/e0.json' })],
    rule: 'limits',
    at: 'schemas/api/market/list.json',
  },
  {
    name: 'a chain of 4 000 entities',
    files: [...entities(4_000, (i) => (i < 3_999 ? [i + 1] : [])), answering({ $ref: '../../entities/e0.json' })],
    rule: 'schema-dialect',
    at: 'schemas/entities/e31.json',
  },
  {
    name: 'an expression of 100 KB',
    files: [[SCREEN, text(`='a'${" + 'a'".repeat(17_000)}`)]],
    rule: 'expression-syntax',
    at: SCREEN,
  },
  {
    name: 'an expression of 1 900 brackets',
    files: [[SCREEN, text(`=${'('.repeat(1_900)}1${')'.repeat(1_900)}`)]],
    rule: 'expression-syntax',
    at: SCREEN,
  },
  {
    name: 'an expression of 1 900 negations',
    files: [[SCREEN, text(`=${'!'.repeat(1_900)}true`)]],
    rule: 'expression-syntax',
    at: SCREEN,
  },
  {
    name: 'lambdas within lambdas',
    files: [[SCREEN, text(`=${count(30, (i) => `[1].map(v${i}, `).join('')}1${')'.repeat(30)}`)]],
    rule: 'expression-syntax',
    at: SCREEN,
  },
  {
    name: 'six repeaters within one another',
    files: [
      [
        SCREEN,
        screen({
          body: [
            count(6, (i) => i).reduceRight<object>(
              (inner, i) => ({ widget: 'Stack', each: `v${i} in [1, 2]`, key: `=v${i}`, children: [inner] }),
              { widget: 'Stack' },
            ),
          ],
        }),
      ],
    ],
    rule: 'limits',
    at: SCREEN,
  },
  {
    name: 'repeaters that a part hides',
    files: [
      part(
        'p0',
        stack([
          {
            widget: 'Stack',
            each: 'a in [1]',
            key: '=a',
            children: [
              {
                widget: 'Stack',
                each: 'b in [1]',
                key: '=b',
                children: [{ widget: 'Stack', each: 'c in [1]', key: '=c' }],
              },
            ],
          },
        ]),
      ),
      [
        SCREEN,
        screen({
          body: [
            { widget: 'Stack', each: 'd in [1]', key: '=d', children: [{ part: 'p0', each: 'e in [1]', key: '=e' }] },
          ],
        }),
      ],
    ],
    rule: 'limits',
    at: SCREEN,
  },
  {
    name: 'the name __proto__',
    files: [[SCREEN, '{"id":"case","route":"/case","state":{"__proto__":{"x":1}},"body":[]}']],
    rule: 'json-syntax',
    at: SCREEN,
  },
  {
    name: 'the names constructor and prototype',
    files: [[SCREEN, screen({ constructor: 1, prototype: 2 })]],
    rule: 'unknown-property',
    at: SCREEN,
  },
  {
    name: 'a widget named constructor',
    files: [[SCREEN, screen({ body: [{ widget: 'constructor', props: { toString: 1 }, on: { valueOf: [] } }] })]],
    rule: 'unknown-widget',
    at: SCREEN,
  },
  {
    name: 'a name written twice',
    files: [[SCREEN, '{"id":"case","id":"case","route":"/case","body":[]}']],
    rule: 'duplicate-key',
    at: SCREEN,
  },
  {
    name: 'half a character',
    files: [[SCREEN, '{"id":"case","route":"/case","title":"\\ud800","body":[]}']],
    rule: 'json-syntax',
    at: SCREEN,
  },
  {
    name: 'half a character, unescaped',
    files: [[SCREEN, '{"id":"case","route":"/case","title":"\ud800","body":[]}']],
    rule: 'json-syntax',
    at: SCREEN,
  },
  {
    name: 'a NUL byte in a text',
    files: [[SCREEN, '{"id":"case","route":"/case","title":"\u0000","body":[]}']],
    rule: 'json-syntax',
    at: SCREEN,
  },
  {
    name: 'an escaped NUL',
    files: [[SCREEN, '{"id":"case","route":"/case","title":"a\\u0000b","body":[]}']],
    rule: 'json-syntax',
    at: SCREEN,
  },
  { name: 'NUL bytes instead of JSON', files: [[SCREEN, '\u0000'.repeat(1_000)]], rule: 'json-syntax', at: SCREEN },
  { name: 'a byte order mark', files: [[SCREEN, `\ufeff${base.get(SCREEN) ?? ''}`]], rule: 'json-syntax', at: SCREEN },
  {
    name: 'a number beyond every number',
    files: [[SCREEN, '{"id":"case","route":"/case","state":{"n":1e400},"body":[]}']],
    rule: 'json-syntax',
    at: SCREEN,
  },
  { name: 'a file of nothing', files: [[SCREEN, '']], rule: 'json-syntax', at: SCREEN },
  {
    name: '6 000 files',
    files: count(6_000, (i): [string, string] => [`screens/x${i}.json`, '1']),
    rule: 'limits',
    at: 'screens/x',
  },
  { name: 'a form that is a list', files: [[FORM, '[{"schema":{}}]']], rule: 'contract-shape', at: FORM },
  { name: 'a form that is a text', files: [[FORM, '"schema"']], rule: 'contract-shape', at: FORM },
  { name: 'a form whose schema is true', files: [form(true)], rule: 'schema-dialect', at: FORM },
  { name: 'a form whose schema is a list', files: [form([TEXT])], rule: 'schema-dialect', at: FORM },
  {
    name: 'a form whose parts are something else',
    files: [form({ type: 'object', properties: [TEXT] }, { uiSchema: 'ui:widget', rules: { check: 1 } })],
    rule: 'contract-shape',
    at: FORM,
  },
  {
    name: 'a form whose keywords hold something else',
    files: [
      form({
        type: 'object',
        properties: [TEXT],
        required: 'a',
        allOf: { if: [] },
        dependencies: [1],
        definitions: true,
        items: null,
      }),
    ],
    rule: 'schema-dialect',
    at: FORM,
  },
  {
    name: 'a form of 10 000 properties',
    files: [form({ type: 'object', properties: Object.fromEntries(count(10_000, (i) => [`a${i}`, TEXT])) })],
    rule: 'limits',
    at: FORM,
  },
  {
    name: 'a form of 10 000 definitions',
    files: [
      form({ type: 'object', properties: {}, definitions: Object.fromEntries(count(10_000, (i) => [`a${i}`, TEXT])) }),
    ],
    rule: 'limits',
    at: FORM,
  },
  {
    name: 'objects 60 deep in a form',
    files: [form(within(60, TEXT, (inner) => ({ type: 'object', title: 'plain', properties: { a: inner } })))],
    rule: 'limits',
    at: FORM,
  },
  {
    name: 'conditions 60 deep in a form',
    files: [
      form(
        within(60, { type: 'object' }, (inner) => ({
          type: 'object',
          if: inner,
          then: { allOf: [{ properties: { a: TEXT } }] },
        })),
      ),
    ],
    rule: 'limits',
    at: FORM,
  },
  {
    name: 'forty definitions, each twice the next',
    files: [
      form({
        type: 'object',
        properties: { a: { $ref: '#/definitions/d0', title: 'plain' } },
        definitions: Object.fromEntries(
          count(40, (i) => [
            `d${i}`,
            {
              type: 'object',
              properties:
                i === 39 ? {} : { x: { $ref: `#/definitions/d${i + 1}` }, y: { $ref: `#/definitions/d${i + 1}` } },
            },
          ]),
        ),
      }),
    ],
    rule: 'limits',
    at: FORM,
  },
  {
    name: 'a form of names that reach prototypes',
    files: [[FORM, '{"schema":{"type":"object","properties":{"__proto__":{"type":"string"}}},"rules":[]}']],
    rule: 'json-syntax',
    at: FORM,
  },
  {
    name: 'a uiSchema with code and styles',
    files: [
      form(
        { type: 'object', properties: { a: TEXT } },
        { uiSchema: { a: { 'ui:field': 'x', 'ui:style': { color: 'red' }, 'ui:options': { classNames: 'x' } } } },
      ),
    ],
    rule: 'contract-shape',
    at: FORM,
  },
  {
    name: 'a uiSchema 60 deep',
    files: [form({ type: 'object', properties: { a: TEXT } }, { uiSchema: within(60, {}, (inner) => ({ a: inner })) })],
    rule: 'contract-shape',
    at: FORM,
  },
  {
    name: 'a rule at a path 2 000 long',
    files: [
      form(
        { type: 'object', properties: { a: TEXT } },
        { rules: [{ check: "=a != ''", field: 'a.'.repeat(2_000), message: 'plain' }] },
      ),
    ],
    rule: 'unknown-form',
    at: FORM,
  },
  {
    name: 'a bound that is no number',
    files: [['schemas/entities/quote.json', '{"type":"string","maxLength":1e308}']],
    rule: 'schema-dialect',
    at: 'schemas/entities/quote.json',
  },
]

describe('a hostile project is rejected with a message, in bounded time', () => {
  test.each(attacks)('$name', ({ files, rule, at }) => {
    const { diagnostics } = productCompiler().check(new Map([...base, ...files]))
    const findings = diagnostics.filter((diagnostic) => diagnostic.rule === rule)
    expect(
      findings.filter((finding) => finding.file.startsWith(at)).length,
      diagnostics
        .slice(0, 50)
        .map((diagnostic) => `${diagnostic.file} ${diagnostic.rule} ${diagnostic.message}`)
        .join('\n'),
    ).toBeGreaterThan(0)
    for (const { message, line, column } of findings) {
      expect(message).toMatch(/^[A-Z“"].*[.!?]$/s)
      expect(message.length).toBeLessThan(400)
      expect(Math.min(line, column)).toBeGreaterThan(0)
    }
    for (const file of new Set(diagnostics.map((diagnostic) => diagnostic.file)))
      expect(diagnostics.filter((diagnostic) => diagnostic.file === file).length).toBeLessThanOrEqual(
        INPUT_LIMITS.findings + 20,
      )
  })

  test('accepts Windows line endings', () => {
    const { diagnostics } = productCompiler().check(
      new Map([...base, [SCREEN, '{\r\n  "id": "case",\r\n  "route": "/case",\r\n  "boddy": []\r\n}\r\n']]),
    )
    expect(
      diagnostics
        .filter((diagnostic) => diagnostic.rule === 'unknown-property')
        .map((diagnostic) => [diagnostic.line, diagnostic.column]),
    ).toEqual([[4, 3]])
  })
})
