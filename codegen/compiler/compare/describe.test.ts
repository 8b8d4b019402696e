import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadProject } from '../../cli/load.ts'
import { createFormCompiler } from '../../forms/validators.ts'
import { checkedProject, compileForm } from '../../../tests/support/project.ts'
import { buildCatalogue } from '../catalogue.ts'
import { productCompiler } from '../../product.ts'
import {
  changeLines,
  changedInEnglishOnly,
  describeChange,
  EMPTY_SNAPSHOT,
  snapshotOfCatalogue,
  snapshotOfProject,
} from './describe.ts'
import type { CatalogueSnapshot } from './describe.ts'
import type { ChangeDetail } from './change.ts'
import { detailText } from './changeText.ts'
import { stepChanges } from './nodeChanges.ts'

/** Edits of the small project: file, old text, new text; [file, null, text] writes a file, [file, null, null] removes it. */
interface Case {
  about: string
  edits: [file: string, from: string | null, to: string | null][]
  lines: string[]
}

const FILE = join(import.meta.dirname, 'describe.cases.json')
const cases = JSON.parse(readFileSync(FILE, 'utf8')) as Case[]
const base = loadProject(join(import.meta.dirname, '../../../tests/cases/check/project'))
const fill = process.env.FILL_CASES === '1'

function side(edits: Case['edits']): CatalogueSnapshot {
  const files = new Map(base)
  for (const [file, from, to] of edits) {
    const text = files.get(file) ?? ''
    if (from !== null) {
      expect(text, `${file} contains the text to replace`).toContain(from)
      files.set(
        file,
        text.replace(from, () => to ?? ''),
      )
    } else if (to === null) files.delete(file)
    else files.set(file, to)
  }
  return snapshotOfProject(productCompiler().check(files))
}

describe('describes the differences between two sides', () => {
  const before = side([])
  test('there are cases', () => expect(cases.length).toBeGreaterThan(12))

  for (const entry of cases) {
    test(entry.about, () => {
      const lines = changeLines(describeChange(before, side(entry.edits)))
      if (fill && entry.lines === undefined) {
        entry.lines = lines
        writeFileSync(FILE, `[\n${cases.map((item) => `  ${JSON.stringify(item)}`).join(',\n')}\n]\n`)
      } else expect(lines).toEqual(entry.lines)
    })
  }

  test('a first publication names every screen and language', () => {
    const changes = describeChange(EMPTY_SNAPSHOT, before)
    expect(
      changes.filter((change) => change.kind === 'screen' && change.what === 'added').map((change) => change.name),
    ).toEqual([...before.screens.keys()].toSorted())
    expect(changes.filter((change) => change.kind === 'text').map((change) => change.name)).toEqual(['en', 'de'])
  })

  test('the snapshot of a catalogue equals the snapshot of its project', () => {
    const checked = productCompiler().check(base)
    const sound = { ...checked, diagnostics: [] }
    const built = buildCatalogue(sound, { compileForm: createFormCompiler() })
    expect(built.modules.size).toBeGreaterThan(0)
    expect(describeChange(snapshotOfCatalogue(built), snapshotOfProject(checked))).toEqual([])
    expect(() => snapshotOfCatalogue({ ...built, files: new Map() })).toThrow('lacks its file')
  })

  test('the snapshot of the complete catalogue, as it is served, equals that of its project', () => {
    const checked = checkedProject()
    const built = buildCatalogue(checked, { compileForm })
    expect(
      [...snapshotOfCatalogue(built).screens.values()].flatMap(({ forms }) => Object.keys(forms)).length,
    ).toBeGreaterThan(30)
    expect(changeLines(describeChange(snapshotOfCatalogue(built), snapshotOfProject(checked)))).toEqual([])
  })
})

test('a swap of two steps names the lower one, which has moved up', () => {
  const [first, second] = [
    { action: 'refresh', sourcePath: 'a' },
    { action: 'back', sourcePath: 'b' },
  ]
  const textsOf = (details: readonly ChangeDetail[]): string[] => details.map((detail) => detailText(detail))
  const describer = { before: String, after: String, screenAt: () => undefined }
  expect(textsOf(stepChanges([first, second], [second, first], describer))).toEqual([
    'it now does back before refresh.',
  ])
  expect(textsOf(stepChanges([first, second], [second, { ...first, args: { only: 'a' } }], describer))).toEqual([
    'it no longer does refresh.',
    'it now also does refresh a.',
  ])
})

test('a text that was split off another one keeps its words in the languages that were not changed', () => {
  const textsOf = (...texts: readonly Record<string, string>[]): CatalogueSnapshot => ({
    ...EMPTY_SNAPSHOT,
    texts: new Map(texts.map((words, index) => [['en', 'de', 'fr'][index] ?? '', words])),
  })
  const before = textsOf({ help: 'Help' }, { help: 'Hilfe' }, { help: 'Aide' })
  const copied = textsOf({ help: 'Help', own: 'Help' }, { help: 'Hilfe', own: 'Hilfe' }, { help: 'Aide', own: 'Aide' })
  const changed = textsOf(
    { help: 'Help', own: 'Guide' },
    { help: 'Hilfe', own: 'Hilfe' },
    { help: 'Aide', own: 'Aide' },
  )
  const translated = textsOf(
    { help: 'Help', own: 'Guide' },
    { help: 'Hilfe', own: 'Führer' },
    { help: 'Aide', own: 'Guide' },
  )
  expect(changedInEnglishOnly(before, copied)).toEqual([])
  expect(changedInEnglishOnly(before, changed)).toEqual([{ key: 'own', languages: ['de', 'fr'] }])
  expect(changedInEnglishOnly(before, translated)).toEqual([])
})
