import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadProject } from '../../cli/load.ts'
import { productCompiler } from '../../product.ts'

describe('the type at a place', () => {
  const FILE = 'screens/hall.json'
  const document = {
    id: 'hall',
    route: '/hall',
    title: 'plain',
    params: { place: { type: 'string' }, day: { type: ['integer', 'null'] } },
    state: { seats: 3 },
    body: [
      {
        widget: 'Text',
        visible: '=state.seats > 2 && params.place != null',
        props: { text: "=params.place + ' ' + string(state.seats)" },
      },
    ],
  }
  const text = JSON.stringify(document, null, 2)
  const compiler = productCompiler()
  compiler.check(
    new Map([...loadProject(join(import.meta.dirname, '../../../tests/cases/check/project')), [FILE, text]]),
  )
  /** The type behind the first `part` after `before`. */
  const typeOf = (part: string, before: string): string | undefined =>
    compiler.typeAt(FILE, text, text.indexOf(part, text.indexOf(before)) + part.length)?.type

  it.each([
    ['state.seats', '"visible"', 'a whole number'],
    ['state.seats >', '"visible"', 'true or false'],
    ['params.place', '"visible"', 'a string or null'],
    ['params.place', '"props"', 'a string'],
    ["' '", '"props"', '" "'],
    ['string', '"props"', 'a string'],
    ['"id"', '{', undefined],
    ['"plain', '{', undefined],
  ])('of %s after %s is %s', (part, before, type) => expect(typeOf(part, before)).toBe(type))

  it('is that of a text which was not checked yet', () => {
    const changed = text.replace('string(state.seats)', 'string(state.seats + 1)')
    expect(compiler.typeAt(FILE, changed, changed.indexOf('+ 1)'))?.type).toBe('a whole number')
  })

  it.each(['{', '[]', ''])('is not known in the text %j', (broken) =>
    expect(compiler.typeAt(FILE, broken, 0)).toBeUndefined(),
  )

  it('is not known in other files', () => expect(compiler.typeAt('locales/en.json', '{"a": "=b"}', 8)).toBeUndefined())
})
