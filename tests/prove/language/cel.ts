import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import { BOOL, INT, NUMBER, STRING, type Type } from '../../../codegen/compiler/infer/types.ts'
import { present } from '../../cases/support/cases.ts'
import { readDepartures } from '../../cases/support/departures.ts'
import { plain } from '../../cases/support/oracle/values.ts'
import { TestScope } from '../../cases/support/scopes.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'

export const about =
  'expressions have the values of the conformance tests of CEL (npm: @bufbuild/cel-spec), or differ as screens/CEL.md says'
/** All cases in each run. */
export const runs = { full: 1, short: 1 }

interface Value {
  int64Value?: string
  doubleValue?: number | string
  stringValue?: string
  boolValue?: boolean
  nullValue?: unknown
  listValue?: { values?: Value[] }
  mapValue?: { entries?: { key: Value; value: Value }[] }
}
interface CelType {
  primitive?: string
  null?: unknown
  listType?: { elemType: CelType }
  mapType?: { keyType: CelType; valueType: CelType }
}
interface Case {
  expr: string
  value?: Value
  evalError?: object
  typedResult?: object
  checkOnly?: boolean
  disableMacros?: boolean
  container?: string
  typeEnv?: { name: string; ident?: { type: CelType } }[]
  bindings?: Record<string, { value?: Value }>
}
interface Suite {
  name: string
  suites?: Suite[]
  tests?: { original: Case }[]
}

const require = createRequire(import.meta.url)
function read(): Suite | null {
  try {
    return (require('@bufbuild/cel-spec/testdata/conformance.js') as { tests: Suite }).tests
  } catch {
    return null
  }
}
const suite = read()
export const missing = (): string | null =>
  suite === null ? 'package @bufbuild/cel-spec not installed (npm install)' : null

/** Features of CEL that the language of screens lacks, in the order in which a case is counted. */
const LACKING: [kind: string, test: (one: Case, path: string) => boolean][] = [
  ['checks of types without a value', ({ value, evalError }) => !value && !evalError],
  ['macros switched off', ({ disableMacros }) => disableMacros === true],
  [
    'messages',
    ({ container, value, expr }) =>
      (container ?? '') !== '' ||
      isOf(value, ['objectValue', 'enumValue']) ||
      /google\.protobuf|TestAllTypes|\bproto\./.test(expr),
  ],
  [
    'optionals',
    ({ expr }, path) => path.includes('optional') || /\.\?|\[\?|\{\?|\?\w+:|optional|\.opt\w+\(/.test(expr),
  ],
  [
    'unsigned integers',
    ({ value, expr }) => isOf(value, ['uint64Value']) || /\b\d+[uU]\b|\b0x[\da-f]+[uU]\b|\buint\(/i.test(expr),
  ],
  ['bytes', ({ value, expr }) => isOf(value, ['bytesValue']) || /\b(b|br|rb)['"]|\bbytes\(/i.test(expr)],
  ['time', ({ expr }) => /\b(timestamp|duration)\b/.test(expr)],
  ['values that are types', ({ value, expr }) => isOf(value, ['typeValue']) || /\btype\(/.test(expr)],
  ['dyn', ({ expr }) => /\bdyn\(/.test(expr)],
  ['extensions', (_, path) => /_ext\b|macros2|block/.test(path) && !/trim|lowerAscii|upperAscii|join/i.test(path)],
  [
    'macros and functions',
    ({ expr }) =>
      /exists_one|existsOne|transform\w+\(|\.matches\(|\bmatches\(|\bint\('|cel\.bind|\.get\w+\(/.test(expr),
  ],
  [
    'variables of other types',
    ({ typeEnv = [], bindings = {} }) =>
      typeEnv.some(({ ident }) => !ident || !typeOf(ident.type)) ||
      Object.keys(bindings).some((name) => name.includes('.') || !typeEnv.some((item) => item.name === name)),
  ],
]

const isOf = (value: Value | undefined, kinds: readonly string[]): boolean => {
  const text = JSON.stringify(value ?? {})
  return kinds.some((kind) => text.includes(`"${kind}"`))
}

const PRIMITIVES: Readonly<Record<string, Type>> = { INT64: INT, DOUBLE: NUMBER, STRING, BOOL }

function typeOf(type: CelType): Type | null {
  if (type.primitive !== undefined) return PRIMITIVES[type.primitive] ?? null
  const { listType, mapType } = type
  if (mapType && mapType.keyType.primitive !== 'STRING') return null
  const inner = (listType && typeOf(listType.elemType)) ?? (mapType && typeOf(mapType.valueType)) ?? null
  return inner && { k: listType ? 'list' : 'map', of: inner }
}

/** A value of CEL as the client has it. Throws for an integer beyond 53 bits. */
function plainOf(value: Value): unknown {
  if (value.int64Value !== undefined) {
    if (!Number.isSafeInteger(Number(value.int64Value))) throw new RangeError('beyond 53 bits')
    return Number(value.int64Value)
  }
  // A case is compared as JSON, which has no -0 and no infinity.
  if (value.doubleValue !== undefined) return plain(Number(value.doubleValue) + 0)
  if (value.listValue) return (value.listValue.values ?? []).map(plainOf)
  if (value.mapValue)
    return Object.fromEntries(
      (value.mapValue.entries ?? []).map(({ key, value: entry }) => [String(plainOf(key)), plainOf(entry)]),
    )
  return value.stringValue ?? value.boolValue ?? null
}

/** Rules that screens/CEL.md lists as differences. */
const DOCUMENTED = new Set(readDepartures().map(({ here }) => here))

/** Our result of a case: its value, its error, or the first rule that it breaks. */
function resultOf({
  expr,
  typeEnv = [],
  bindings = {},
}: Case): { value: unknown } | { error: string } | { rule: string } {
  const types = new Map(
    typeEnv.flatMap(({ name, ident }) => {
      const type = ident && typeOf(ident.type)
      return type ? [[name, type] as const] : []
    }),
  )
  const values = Object.fromEntries(
    Object.entries(bindings).map(([name, { value }]) => [name, value && plainOf(value)]),
  )
  const scope = new TestScope(types, values)
  const { rules, expr: lowered } = scope.infer(expr)
  const [rule] = rules
  return rule === undefined ? scope.run(lowered) : { rule }
}

function* casesOf({ name, suites = [], tests = [] }: Suite, path = ''): Generator<[Case, string]> {
  for (const inner of suites) yield* casesOf(inner, `${path}${name}/`)
  for (const { original } of tests) yield [original, `${path}${name}`]
}

const count = (figures: Record<string, number>, name: string): void => void (figures[name] = (figures[name] ?? 0) + 1)

/** Compares each case that is an expression of the language of screens. Fails if a value differs, or a refusal is not documented. */
export function prove({ log }: ProofOptions): Promise<ProofResult> {
  let [cases, ours, agree, differ] = [0, 0, 0, 0]
  const lacking: Record<string, number> = {}
  const refused: Record<string, number> = {}
  for (const [entry, path] of suite ? casesOf(suite) : []) {
    cases += 1
    const kind = LACKING.find(([, test]) => test(entry, path))?.[0]
    if (kind !== undefined) {
      count(lacking, kind)
      continue
    }
    ours += 1
    let want: unknown
    let result: ReturnType<typeof resultOf>
    try {
      want = entry.value && plainOf(entry.value)
      result = resultOf(entry)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      count(refused, 'an integer beyond 53 bits')
      continue
    }
    if (
      entry.evalError
        ? !('value' in result)
        : 'value' in result && isDeepStrictEqual(present(result.value), present(want))
    )
      agree += 1
    else if ('rule' in result && DOCUMENTED.has(result.rule)) count(refused, result.rule)
    else if ('value' in result && result.value === null && /no such key/.test(JSON.stringify(entry.evalError ?? '')))
      count(refused, 'a missing entry of a map')
    else {
      differ += 1
      log(`${path}: ${entry.expr} is ${JSON.stringify(result)}, CEL has ${JSON.stringify(entry.evalError ?? want)}`)
    }
  }
  return Promise.resolve({
    ok: differ === 0 && agree >= 200,
    figures: { cases, ours, agree, differ, 'differ as documented': refused, 'not ours': lacking },
  })
}
