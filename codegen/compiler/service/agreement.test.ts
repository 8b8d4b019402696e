import { beforeAll, describe, expect, it } from 'vitest'
import { language } from '../../product.ts'
import { projectFiles } from '../../../tests/support/project.ts'
import { namesInScope, nodeAt, outlineEntries, parse, type Place } from './index.ts'
import { ProjectService } from './project.ts'

const files = Object.fromEntries(projectFiles)
const project = new ProjectService(language)
beforeAll(() => {
  project.open(files)
  project.check()
})

const namesAt = (file: string, place: Place, holder: string[] = []): string[] => {
  const text = files[file] ?? ''
  const node = nodeAt(parse(text), place)
  if (!node) throw new Error(`${file} has no ${place}.`)
  return project.namesAt(file, text, node.offset + 1, holder).map(({ name }) => name)
}

/** The condition of the last conditional node of each screen and part: most names are around it. */
const conditions = Object.keys(files).flatMap((file) => {
  if (!/^screens\/(?!shell)/.test(file)) return []
  const guarded = outlineEntries(files[file] ?? '').flatMap((entry) =>
    entry.kind === 'node' && entry.traits.guards !== undefined ? [`${entry.place}/visible`] : [],
  )
  const place = guarded.toSorted((a, b) => b.length - a.length)[0]
  return place === undefined ? [] : [{ file, place }]
})

it('each name that is offered without a compilation is in the scope of the compiler', () => {
  expect(conditions.length).toBeGreaterThan(50)
  const unknown = conditions.flatMap(({ file, place }) => {
    const compiled = new Set(namesAt(file, place))
    return [...namesInScope(files[file] ?? '', place, files, language.modes).keys()]
      .filter((name) => !compiled.has(name))
      .map((name) => `${file} ${place}: ${name}`)
  })
  expect(unknown).toEqual([])
})

describe('names in scope of the compiler', () => {
  const FILE = 'screens/InterestTreasure/detail.json'
  const SUBMIT = 'body/0/children/1/children/3/on/submit/0'

  it('has what a form sends, and the names that rows bind', () => {
    expect(namesAt(FILE, `${SUBMIT}/payload/amount`)).toEqual(expect.arrayContaining(['form', 'params', 'session']))
    expect(namesAt(FILE, `${SUBMIT}/payload/amount`, ['form'])).toContain('amount')
  })

  it('has what a step returns, with its members', () => {
    const success = `${SUBMIT}/onSuccess/0/rows/0/value`
    expect(namesAt(FILE, success)).toContain('result')
    expect(namesAt(FILE, success, ['result']).length).toBeGreaterThan(1)
  })

  it('is that of an expression which is not complete', () => {
    const text = (files[FILE] ?? '').replace('"=form.amount"', '"=form."')
    expect(text).not.toBe(files[FILE])
    const offset = text.indexOf('"=form."') + '"=form.'.length
    expect(project.namesAt(FILE, text, offset, ['form']).map(({ name }) => name)).toContain('amount')
  })

  it('is empty outside of expressions', () => {
    expect(project.namesAt('locales/en.json', '{"a": "=b"}', 8, [])).toEqual([])
  })
})
