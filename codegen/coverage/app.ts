import { isDeepStrictEqual } from 'node:util'
import * as constantsNow from '../../src/engine/language/constants.ts'
import { statuses as lists, type StatusList } from '../../src/product/domain/status.ts'
import type { Project } from './project.ts'
import type { Evidence, Requirements, Row } from './requirements.ts'
import { describeMissingTexts } from './missingTexts.ts'

/** Finds the screen and the test of each promised route. The navigation bar and the tabs must also be as promised. */
export function routes(project: Project, promised: Requirements['routes']): Row[] {
  const tabs = ((project.json('screens/shell.json')?.tabs ?? []) as { route: string }[]).map(({ route }) => route)
  const promisedTabs = promised.filter(({ tab }) => tab).map(({ route }) => route)
  return promised.map(({ promise, route, tab, nav = 'default' }) => {
    const screen = project.files('screens').find((path) => project.json(path)?.route === route) ?? null
    const named = new RegExp(`${route}(?![\\w/])`)
    const own = [...project.files('tests/e2e', '.spec.ts'), ...project.files('src/app', '.test.tsx')].find((path) =>
      named.test(project.text(path)),
    )
    const bar = screen === null ? nav : (project.json(screen)?.navigationBar ?? 'default')
    const missing = [
      !screen && 'screen',
      bar !== nav && `the bar "${nav}"`,
      tab && !isDeepStrictEqual(tabs, promisedTabs) && 'its place in the tab bar',
      !own && 'a test that opens it',
    ].filter((item): item is string => typeof item === 'string')
    return {
      kind: 'routes',
      promise: `${route}: ${promise}`,
      screen,
      schema: null,
      code: null,
      test: own ?? null,
      missing,
    }
  })
}

/** Finds each promised list of statuses: its names in their order, its texts in every language, and its test. */
export function statuses(project: Project, promised: Requirements['statuses']): Row[] {
  const all = lists as Record<string, StatusList>
  return promised.map(({ promise, list, names }) => {
    const statusList = Object.hasOwn(all, list) ? all[list] : undefined
    const missing = [
      ...(statusList ? [] : [`the list ${list}`]),
      ...(statusList && !isDeepStrictEqual([...statusList.names], names) ? [`the order ${names.join(', ')}`] : []),
      ...describeMissingTexts(project, statusList ? names.map((name) => `status.${list}.${name}`) : []),
    ]
    return {
      kind: 'statuses',
      promise,
      screen: project.findFileContaining(`screens#'${list}'`),
      schema: project.findFileContaining(`schemas#"${list}"`),
      code: project.findFileContaining(`src/product/domain/status.ts#${list}`),
      test: project.findFileContaining(`src/product/domain/status.test.ts#${list}`),
      missing,
    }
  })
}

/** The test or the file of cases under the path (`folder#word` or `file#word`) that contains the word. */
function testContaining(project: Project, evidence: string): string | null {
  const [under = '', word = ''] = evidence.split('#', 2)
  const isTest = (path: string) => /\.(test|spec)\.tsx?$|\/cases\//.test(path)
  return project.files(under).find((path) => isTest(path) && project.text(path).includes(word)) ?? null
}

/** Rules and access rules are shown by words in the files that carry them. */
export function evidenceOf(kind: 'rules' | 'accessRules') {
  return (project: Project, promised: readonly Evidence[]): Row[] =>
    promised.map((given) => {
      const code =
        project
          .files(given.code.split('#')[0] ?? '')
          .find(
            (path) =>
              !/\.test\.tsx?$|\/cases\//.test(path) && project.text(path).includes(given.code.split('#')[1] ?? ''),
          ) ?? null
      const test = testContaining(project, given.test)
      const schema = given.schema === undefined ? null : project.findFileContaining(given.schema)
      const screen = given.screen === undefined ? null : project.findFileContaining(given.screen)
      const missing = [
        !code && `code: ${given.code}`,
        !test && `test: ${given.test}`,
        given.schema !== undefined && !schema && `schema: ${given.schema}`,
        given.screen !== undefined && !screen && `screen: ${given.screen}`,
      ].filter((item): item is string => typeof item === 'string')
      return { kind, promise: given.promise, screen, schema, code, test, missing }
    })
}

/** Each constant has one definition, code that reads it, and a test of its behaviour. */
export function constants(project: Project, promised: Requirements['constants']): Row[] {
  const constantsByName = constantsNow as Record<string, unknown>
  return promised.map(({ promise, name, value, test: evidence, carrier }) => {
    const word = new RegExp(`\\b${name}\\b`)
    const user =
      [...project.files('src', '.ts'), ...project.files('src', '.tsx'), 'vite.config.ts'].find(
        (path) =>
          path !== 'src/engine/language/constants.ts' && !path.includes('.test.') && word.test(project.text(path)),
      ) ?? (carrier === undefined ? null : project.findFileContaining(carrier))
    const test = testContaining(project, evidence)
    const missing = [
      !isDeepStrictEqual(constantsByName[name], value) && `the value ${JSON.stringify(value)}`,
      !user && 'a use',
      !test && `test: ${evidence}`,
    ].filter((item): item is string => typeof item === 'string')
    return {
      kind: 'constants',
      promise: `${promise}: ${JSON.stringify(value)}`,
      screen: null,
      schema: null,
      code: user,
      test,
      missing,
    }
  })
}
