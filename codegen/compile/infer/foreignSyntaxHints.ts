/** Hints for names from JavaScript, spreadsheets and CEL. */
const NAME_HINTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    length: 'Write size(x).',
    size: 'Write size(x).',
    count: 'Write size(x).',
    isEmpty: 'Write size(x) == 0.',
    includes: 'Write item in list, or text.contains(part).',
    indexOf: 'Write item in list, or text.contains(part).',
    find: 'Write list.filter(x, …).first().',
    some: 'Write list.exists(x, …).',
    every: 'Write list.all(x, …).',
    sort: 'Write list.sortBy(x, …).',
    slice: 'Write list.take(n).',
    limit: 'Write list.take(n).',
    exists_one: 'Write size(list.filter(x, …)) == 1.',
    flat: 'Write a + b.',
    push: 'Write list + [item].',
    toUpperCase: 'Write text.upperAscii().',
    upper: 'Write text.upperAscii().',
    toLowerCase: 'Write text.lowerAscii().',
    lower: 'Write text.lowerAscii().',
    replace: 'Texts are put together in locales: text("key", {…}).',
    toString: 'Write string(x).',
    String: 'Write string(x).',
    Number: 'Write double(x) or int(x).',
    parseInt: 'Write int(x).',
    parseFloat: 'Write double(x).',
    toFixed: 'Write price(x, decimals), or round(x, decimals).',
    floor: 'Write int(x).',
    Math: 'Write abs(x), min(a, b), max(a, b) or round(x, decimals).',
    format: 'Write money(…), price(…), percent(…), number(…) or dateTime(…).',
    now: 'There is no clock in expressions: use the times of the server.',
    worth: "Write money(amount, currency, 'down').",
    charge: "Write money(amount, currency, 'up').",
    gain: "Write money(amount, currency, 'signedDown').",
    t: 'Write text("key").',
    i18n: 'Write text("key").',
    timestamp: 'Times are whole numbers: seconds since 1970.',
  }),
)

/** A hint for a name of another language, such as `parseInt`; undefined for an unlisted name. */
export const hintForName = (name: string): string | undefined => NAME_HINTS.get(name)

/** Hints by the text at which parsing failed. */
const SYNTAX_HINTS: readonly [RegExp, string][] = [
  [/^=>/, 'Write list.map(x, …): the name of the item, then its new value.'],
  [/^(=|(is|eq|equals)\b)/, 'Write == to compare.'],
  [/^(and|or|not)\b/i, 'Write && for and, || for or, ! for not.'],
  [/^[&|]/, 'Write && for and, || for or.'],
  [/^[“”‘’`]/, 'Write texts in straight single quotes.'],
  [/^;/, 'An expression is one value: remove the semicolon.'],
]

/** `start`: position of the syntax error. */
export function hintForSyntax(text: string, start: number): string | undefined {
  if (/^\?[?.]/.test(text.slice(start - 1))) return 'Write x.orValue(…), or compare first: x != null ? … : ….'
  const after = /\bnot\s+$/i.exec(text.slice(0, start)) ? 'not' : text.slice(start)
  return SYNTAX_HINTS.find(([sign]) => sign.test(after))?.[1]
}
