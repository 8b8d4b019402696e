import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../../', import.meta.url)
const sheets = readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => [`src/${path}`, readFileSync(new URL(`src/${path}`, root), 'utf8')] as const)

/** Selectors of a style sheet. */
const selectorsOf = (text: string): string[] =>
  [...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}@;]+)\{/g)].flatMap(([, list = '']) =>
    splitOutside(list, ','),
  )

/** Splits a text at a separator that is in no parentheses or brackets. */
function splitOutside(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text.trim().replaceAll(/\s*([>+~])\s*/g, ' $1 ')) {
    if ('(['.includes(character)) depth += 1
    if (')]'.includes(character)) depth -= 1
    if (character === separator && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Whether an insertion anywhere makes the browser match every element of the page: a relation of its ancestors decides about elements of any name. */
function matchesEverything(selector: string): boolean {
  const compounds = splitOutside(selector, ' ').filter((part) => !'>+~'.includes(part))
  const subject = compounds.at(-1)?.replaceAll(/\(.*\)/g, '') ?? ''
  return compounds.slice(0, -1).some((part) => part.includes(':has(')) && !/^[\w*]*[.#[]/.test(subject)
}

it('finds a selector that matches everything', () => {
  const costly = ['.row:has(:disabled) .words > :first-child', '.row:has(:disabled) > :not(.words)', 'p:has(b) i, p']
  const cheap = ['.row:has(:disabled)', '.row .words > :first-child', ':root:not([data-docked]) .head', '.fill :has(b)']
  expect(costly.flatMap((list) => splitOutside(list, ',')).filter(matchesEverything)).toEqual([
    ...costly.slice(0, 2),
    'p:has(b) i',
  ])
  expect(cheap.filter(matchesEverything)).toEqual([])
})

it('no style sheet has one', () => {
  const selectors = sheets.flatMap(([file, text]) => selectorsOf(text).map((selector) => `${file}: ${selector}`))
  expect(selectors.filter((text) => text.includes(':has(')).length).toBeGreaterThan(10)
  expect(selectors.filter((text) => matchesEverything(text.slice(text.indexOf(': ') + 2)))).toEqual([])
})
