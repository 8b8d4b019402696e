/** A name of the code as words: "payPassword" is "pay password". */
export const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Display name of a property: the title in its schema, else its name as words. */
export const titleOf = (name: string, schema?: Readonly<Record<`x-${string}`, unknown>>): string => {
  const title = schema?.['x-title']
  return typeof title === 'string' ? title : capital(wordsOf(name))
}

/** Values of enumerations of which the name is no word that people use. */
const CHOICES: Readonly<Record<string, string>> = {
  xs: 'Extra small',
  sm: 'Small',
  md: 'Medium',
  lg: 'Large',
  xl: 'Extra large',
  start: 'At the start',
  center: 'In the middle',
  end: 'At the end',
  baseline: 'On one line of text',
  stretch: 'Stretched',
  between: 'Spread apart',
  evenly: 'Spread evenly',
  cover: 'Fills the frame, edges cut off',
  contain: 'Whole picture',
  ghost: 'Without a background',
  todo: 'To do',
  ma: 'Moving average (MA)',
  ema: 'Exponential average (EMA)',
  boll: 'Bollinger bands',
  macd: 'MACD',
  rsi: 'RSI',
}
const UNITS: Readonly<Record<string, string>> = { s: 'second', m: 'minute', h: 'hour', d: 'day', w: 'week' }

/** Display text of a value of an enumeration: "md" is "Medium", "15m" is "15 minutes". */
export function choiceWords(value: string): string {
  const [, count = '', unit = ''] = /^(\d+)([smhdw])$/.exec(value) ?? []
  if (count !== '') return `${count} ${UNITS[unit] ?? unit}${count === '1' ? '' : 's'}`
  return (Object.hasOwn(CHOICES, value) ? CHOICES[value] : undefined) ?? capital(wordsOf(value))
}
