/** A text that is not a valid amount: for JSON, exactly as in the body, with quotes. */
export type Spelling = readonly [name: string, json: string]

const said = (name: string, text: string): Spelling => [name, JSON.stringify(text)]
const inDigits = (text: string, zero: number): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

export const LONG = '9'.repeat(10 * 1024 * 1024)

/** Invalid spellings of a valid amount. */
function* disguises(good: string): Generator<Spelling> {
  yield said('negative', `-${good}`)
  yield said('with a plus', `+${good}`)
  yield said('with the minus of typographers', `−${good}`)
  yield said('with an exponent', `${good}e0`)
  yield said('with a leading zero', `0${good}`)
  yield said('with leading zeros', `000000${good}`)
  yield said('with a blank before', ` ${good}`)
  yield said('with a blank behind', `${good} `)
  yield said('with a line behind', `${good}\n`)
  yield said('with NUL behind', `${good}\0`)
  yield said('with a blank that does not break', `\u00a0${good}`)
  yield said('with a mark of direction', `\u202e${good}`)
  yield said('with a point behind', `${good.split('.')[0]}.`)
  yield said('with a comma', good.includes('.') ? good.replace('.', ',') : `${good},0`)
  yield said('grouped', `1,${good.padStart(3, '0')}`)
  yield said('with an underscore', `1_${good}`)
  yield said('in full-width digits', inDigits(good, 0xff10))
  yield said('in Arabic digits', inDigits(good, 0x660))
  yield said('in bold digits of mathematics', inDigits(good, 0x1d7ce))
  yield said(
    'finer than the currency',
    good.includes('.') ? `${good.padEnd(good.indexOf('.') + 9, '0')}1` : `${good}.000000001`,
  )
  yield said('with 13 digits behind the point', `${good.split('.')[0]}.0000000000001`)
  yield ['as a list', JSON.stringify([good])]
  yield ['as a number', String(Number(good))]
  yield ['as an object', JSON.stringify({ value: good, toString: good })]
}

const FIXED: readonly Spelling[] = [
  ...[
    '0',
    '-0',
    '0.0',
    '-0.00',
    '00',
    '-1',
    '-0.00000001',
    '1e5',
    '1E5',
    '1e-5',
    '0x10',
    '0b1',
    '0o7',
    '.5',
    '1.',
    '.',
    '-',
    '+',
    '1.2.3',
    '--1',
    '1/2',
    '½',
    '１',
    '²',
    '1%',
    '$1',
    '1 USDT',
  ].map((text) => said(text, text)),
  ...[
    'NaN',
    'Infinity',
    '-Infinity',
    'undefined',
    'null',
    'true',
    '[object Object]',
    "1'; DROP TABLE ledger_account; --",
    '${1}',
    '{{1}}',
  ].map((text) => said(text, text)),
  said('nothing', ''),
  said('a blank', ' '),
  said('2^53 + 1', '9007199254740993'),
  said('2^63', '9223372036854775808'),
  said('24 digits', '9'.repeat(24)),
  said('25 digits', '9'.repeat(25)),
  said('64 KB', '1'.repeat(60_000)),
  said('10 MB', LONG),
  ...[
    '1',
    '-1',
    '0',
    '-0',
    '1e5',
    '1e400',
    '9007199254740993',
    '0.1',
    'true',
    'false',
    '[]',
    '[[]]',
    '{}',
    '{"$gt":0}',
    '{"length":1}',
  ].map((json): Spelling => [`${json}, bare`, json]),
  ...['NaN', 'Infinity', 'undefined', "'1'", '01', '+1', '0x10', '.5', '1n', ''].map((json): Spelling => [
    `${json || 'nothing'}, which is no JSON`,
    json,
  ]),
]

/** The amount itself in another plain spelling: "0.0" for "0". */
const isSame = (json: string, good: string): boolean =>
  /^"(0|[1-9]\d*)(\.\d{1,8})?"$/.test(json) && Number(json.slice(1, -1)) === Number(good)

/** Returns all invalid spellings of an amount; `good` is a valid one, and its own spellings are left out. */
export const spellings = (good: string): Spelling[] => [
  ...FIXED.filter(([, json]) => !isSame(json, good)),
  ...disguises(good),
]

/** The field twice, plain and disguised. */
export const twice = (field: string, good: string): string[] => {
  const escaped = `\\u${(field.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}${field.slice(1)}`
  return [
    `"1","${field}":${JSON.stringify(good)}`,
    `${JSON.stringify(good)},"${escaped}":"1"`,
    `${JSON.stringify(good)},"${field}":${JSON.stringify(good)}`,
  ]
}
