import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  abs,
  add,
  asDecimal,
  canonical,
  compare,
  DecimalError,
  div,
  isInternalDecimal,
  MAX_SCALE,
  max,
  min,
  mul,
  neg,
  round,
  sub,
  type Rounding,
} from '../../../src/engine/language/values/decimal.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'

export const about =
  'language/values/decimal computes as the General Decimal Arithmetic test cases say that come with Python (Debian: libpython3.11-testsuite)'
/** All cases in each run. */
export const runs = { full: 1, short: 0 }

const FOLDERS = [
  '/usr/lib/python3.11/test/decimaltestdata',
  '/usr/lib/python3.12/test/decimaltestdata',
  '/usr/lib/python3.13/test/decimaltestdata',
]
const FOLDER = FOLDERS.find((folder) => existsSync(folder))
export const missing = (): string | null =>
  FOLDER === undefined ? 'decTest files not installed (apt-get install libpython3.11-testsuite)' : null

const ROUNDINGS: Readonly<Record<string, Rounding>> = {
  down: 'down',
  up: 'up',
  floor: 'floor',
  ceiling: 'ceil',
  half_up: 'half-up',
}

/** A number of a case without its exponent; null for one that is none of core: NaN, infinity, too many digits. */
function plainOf(text: string): string | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:E([+-]?\d+))?$/i.exec(text.replaceAll("'", ''))
  if (!match || `${match[2] ?? ''}${match[3] ?? ''}` === '') return null
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = match
  const shift = Number(exponent)
  if (Math.abs(shift) > 120) return null
  const digits = integer + fraction
  const point = integer.length + shift
  const before = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')
  const after = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point)
  const plain = `${sign === '-' ? '-' : ''}${before.replace(/^0+(?=\d)/, '')}${after && `.${after}`}`
  return isInternalDecimal(plain) ? plain : null
}

const decimalsOf = (plain: string): number => plain.split('.')[1]?.length ?? 0

type Binary = (a: string, b: string, places: number, rounding: Rounding) => string
const BINARY: Readonly<Record<string, Binary>> = {
  add: (a, b, places, rounding) => round(add(asDecimal(a), asDecimal(b)), places, rounding),
  subtract: (a, b, places, rounding) => round(sub(asDecimal(a), asDecimal(b)), places, rounding),
  multiply: (a, b, places, rounding) => mul(asDecimal(a), asDecimal(b), places, rounding),
  divide: (a, b, places, rounding) => div(asDecimal(a), asDecimal(b), places, rounding),
  compare: (a, b) => String(compare(asDecimal(a), asDecimal(b))),
  min: (a, b, places, rounding) => round(min(asDecimal(a), asDecimal(b)), places, rounding),
  max: (a, b, places, rounding) => round(max(asDecimal(a), asDecimal(b)), places, rounding),
  quantize: (a, b, _places, rounding) => round(asDecimal(a), decimalsOf(b), rounding),
}
type Unary = (a: string, places: number, rounding: Rounding) => string
const UNARY: Readonly<Record<string, Unary>> = {
  minus: (a, places, rounding) => round(neg(asDecimal(a)), places, rounding),
  abs: (a, places, rounding) => round(abs(asDecimal(a)), places, rounding),
  plus: (a, places, rounding) => round(asDecimal(a), places, rounding),
  tointegral: (a, _places, rounding) => round(asDecimal(a), 0, rounding),
}

const CASE = /^(\w+)\s+(\w+)\s+(.+?)\s+->\s+(\S+)\s*(.*)$/

/** The result of core for a case; or the reason why the case is none of core. */
function resultOf(
  operation: string,
  operands: readonly string[],
  expected: string,
  rounding: string,
): { got: string; want: string } | string {
  const [binary, unary] = [BINARY[operation], UNARY[operation]]
  if (!binary && !unary) return 'an operation that core does not have'
  const mode = ROUNDINGS[rounding]
  if (!mode) return 'a rounding that core does not have'
  const plain = operands.map(plainOf)
  const want = plainOf(expected)
  const [a, b] = plain
  if (want === null || plain.includes(null) || typeof a !== 'string')
    return 'NaN, infinity, or more digits than core has'
  const places = decimalsOf(want)
  // A result with an exponent above zero is rounded before the point, which core does not do.
  if (/E\+?[1-9]/i.test(expected)) return 'rounded before the point'
  if (places > MAX_SCALE) return 'more digits after the point than core has'
  const got = binary && typeof b === 'string' ? binary(a, b, places, mode) : unary ? unary(a, places, mode) : null
  return got === null ? 'an operand missing' : { got: canonical(asDecimal(got)), want: canonical(asDecimal(want)) }
}

/** Compares every case of the files. Fails if a result differs, or fewer than 2 000 cases are compared. */
export function prove({ log }: ProofOptions): Promise<ProofResult> {
  let [cases, agree, differ] = [0, 0, 0]
  const left: Record<string, number> = {}
  for (const file of readdirSync(FOLDER ?? '').filter((name) => name.endsWith('.decTest'))) {
    let rounding = 'half_up'
    for (const line of readFileSync(join(FOLDER ?? '', file), 'latin1').split('\n')) {
      const directive = /^rounding:\s*(\w+)/i.exec(line)
      if (directive) rounding = (directive[1] ?? '').toLowerCase()
      const [, id = '', operation = '', operands = '', expected = ''] =
        CASE.exec(line.replace(/--.*$/, '').trim()) ?? []
      if (id === '') continue
      cases += 1
      let result: ReturnType<typeof resultOf>
      try {
        result = resultOf(operation.toLowerCase(), operands.split(/\s+/), expected, rounding)
      } catch (error) {
        if (!(error instanceof DecimalError)) throw error
        result = 'out of the range of core'
      }
      if (typeof result === 'string') left[result] = (left[result] ?? 0) + 1
      else if (result.got === result.want) agree += 1
      else {
        differ += 1
        log(`${file} ${line.trim()}: ${result.got}`)
      }
    }
  }
  return Promise.resolve({ ok: differ === 0 && agree > 2_000, figures: { cases, agree, differ, 'none of core': left } })
}
