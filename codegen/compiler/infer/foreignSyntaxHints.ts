import type { Message } from '../source/textCatalogue.ts'

/** Hints for names from JavaScript, spreadsheets and CEL: codes of the catalogue. */
const NAME_HINTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    length: 'advice/name-length',
    size: 'advice/name-length',
    count: 'advice/name-length',
    isEmpty: 'advice/name-isEmpty',
    includes: 'advice/name-includes',
    indexOf: 'advice/name-includes',
    find: 'advice/name-find',
    some: 'advice/name-some',
    every: 'advice/name-every',
    sort: 'advice/name-sort',
    slice: 'advice/name-slice',
    limit: 'advice/name-slice',
    exists_one: 'advice/name-exists_one',
    flat: 'advice/name-flat',
    push: 'advice/name-push',
    toUpperCase: 'advice/name-toUpperCase',
    upper: 'advice/name-toUpperCase',
    toLowerCase: 'advice/name-toLowerCase',
    lower: 'advice/name-toLowerCase',
    replace: 'code/name-replace',
    toString: 'advice/name-toString',
    String: 'advice/name-toString',
    Number: 'advice/name-Number',
    parseInt: 'advice/name-parseInt',
    parseFloat: 'advice/name-parseFloat',
    toFixed: 'advice/name-toFixed',
    floor: 'advice/name-parseInt',
    Math: 'advice/name-Math',
    format: 'advice/name-format',
    now: 'advice/name-now',
    worth: 'advice/name-worth',
    charge: 'advice/name-charge',
    gain: 'advice/name-gain',
    t: 'advice/name-t',
    i18n: 'advice/name-t',
    timestamp: 'advice/name-timestamp',
  }),
)

/** A hint for a name of another language, such as `parseInt`; undefined for an unlisted name. */
export function hintForName(name: string): Message | undefined {
  const code = NAME_HINTS.get(name)
  return code === undefined ? undefined : { code }
}

/** Hints by the text at which parsing failed. */
const SYNTAX_HINTS: readonly [RegExp, string][] = [
  [/^=>/, 'advice/syntax-map'],
  [/^(=|(is|eq|equals)\b)/, 'advice/syntax-equals'],
  [/^(and|or|not)\b/i, 'advice/syntax-words'],
  [/^[&|]/, 'advice/syntax-single'],
  [/^[“”‘’`]/, 'advice/syntax-quotes'],
  [/^;/, 'advice/syntax-semicolon'],
]

/** `start`: position of the syntax error. */
export function hintForSyntax(text: string, start: number): Message | undefined {
  if (/^\?[?.]/.test(text.slice(start - 1))) return { code: 'advice/syntax-optional' }
  const after = /\bnot\s+$/i.exec(text.slice(0, start)) ? 'not' : text.slice(start)
  const code = SYNTAX_HINTS.find(([sign]) => sign.test(after))?.[1]
  return code === undefined ? undefined : { code }
}
