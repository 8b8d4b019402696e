import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadProject } from '../../cli/load.ts'
import { language } from '../../product.ts'
import { ProjectService } from './project.ts'

const PROJECT = Object.fromEntries(loadProject(join(import.meta.dirname, '../../../tests/cases/check/project')))
const FILE = 'screens/case.json'

/** The small project with a screen that shows these texts. */
function withTexts(...texts: string[]): ProjectService {
  const service = new ProjectService(language)
  const own = { 'only.here': 'Here', 'only.rows_one': '{{count}} row', 'only.rows_other': '{{count}} rows' }
  const locale = { ...(JSON.parse(PROJECT['locales/en.json'] ?? '') as object), ...own }
  const body = texts.map((text) => ({ widget: 'Text', props: { text } }))
  service.open({
    ...PROJECT,
    'locales/en.json': JSON.stringify(locale),
    'locales/de.json': JSON.stringify({ ...locale, ...(JSON.parse(PROJECT['locales/de.json'] ?? '') as object) }),
    [FILE]: JSON.stringify({ id: 'case', route: '/case', title: 'plain', body }),
  })
  return service
}

it('names the texts that only one file uses, in all plural forms', () => {
  const service = withTexts('only.here', "=text('only.rows', {'count': 2})", 'tab.home')
  expect(service.textsOnlyIn(FILE)).toEqual(expect.arrayContaining(['only.here', 'only.rows_one', 'only.rows_other']))
  expect(service.textsOnlyIn(FILE)).not.toContain('tab.home')
})

it('names no text while an error of another file can hide a use', () => {
  const service = withTexts('only.here')
  service.apply({ 'screens/broken.json': JSON.stringify({ id: 'broken', route: '/broken', body: 1 }) })
  expect(service.textsOnlyIn(FILE)).toEqual([])
})
