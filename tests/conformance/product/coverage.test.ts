import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMON_REFUSALS } from '../../../src/engine/language/commonRefusals.ts'
import { openProject } from '../../../codegen/coverage/project.ts'
import { asRequirements, REQUIREMENTS, type Requirements } from '../../../codegen/coverage/requirements.ts'
import { cover, isMapped, print, unmapped } from '../../../codegen/coverage/report.ts'

const project = openProject(join(import.meta.dirname, '../../..'))
const promises = asRequirements(project.json(REQUIREMENTS) ?? {})
const rows = cover(project, promises)
const none: Requirements = {
  routes: [],
  calls: [],
  entities: [],
  statuses: [],
  rules: [],
  accessRules: [],
  errors: [],
  successes: [],
  constants: [],
}
const unmappedOf = (more: Partial<Requirements>) => unmapped(cover(project, { ...none, ...more }))

test('the list is complete, and names nothing twice', () => {
  const least: Record<keyof Requirements, number> = {
    routes: 55,
    calls: 69,
    entities: 11,
    statuses: 5,
    rules: 25,
    accessRules: 10,
    errors: 80,
    successes: 17,
    constants: 19,
  }
  for (const [kind, count] of Object.entries(least))
    expect(promises[kind as keyof Requirements].length, kind).toBeGreaterThanOrEqual(count)
  for (const names of [
    promises.routes.map(({ route }) => route),
    promises.calls.map(({ call }) => call),
    promises.errors.flatMap(({ codes }) => codes),
    promises.constants.map(({ name }) => name),
  ])
    expect(new Set(names).size).toBe(names.length)
})

test.each(Object.keys(none) as (keyof Requirements)[])('nothing of the %s is unmapped', (kind) => {
  const own = rows.filter((row) => row.kind === kind)
  expect(own.length).toBeGreaterThan(0)
  expect(unmapped(own)).toEqual([])
})

test('each exception has a reason, and ends when it is no longer true', () => {
  const known = project.json('schemas/errors.json') as Record<string, { unreachable?: string }>
  const excused = Object.entries(known).flatMap(([code, { unreachable }]): [string, string][] =>
    unreachable === undefined ? [] : [[code, unreachable]],
  )
  expect(excused.map(([code]) => code).toSorted()).toEqual([
    'accountNotCreated',
    'accountNotFound',
    'configurationError',
    'passwordsInconsistent',
    'requestAbnormal',
    'userAbnormal',
    'userNotFound',
    'userWalletMissing',
    'walletNotFound',
    'wrongTransactionPassword',
  ])
  for (const [code, why] of excused) expect(why.length, code).toBeGreaterThan(20)
  const given = new Set(project.files('schemas/api').flatMap((path) => (project.json(path)?.errors ?? []) as string[]))
  expect(excused.map(([code]) => code).filter((code) => given.has(code))).toEqual([])
  for (const code of Object.keys(known))
    expect(
      given.has(code) || Object.hasOwn(COMMON_REFUSALS, code) || excused.some(([other]) => other === code),
      code,
    ).toBe(true)
  for (const { call, unused } of promises.calls)
    if (unused !== undefined) expect(project.findFileContaining(`screens#"${call}"`), call).toBeNull()
})

test('the screens with a custom bar are those that are promised', () => {
  const screens = project.files('screens', '.json').filter((path) => !/^screens\/(?:parts\/|shell\.json)/.test(path))
  expect(screens.length).toBeGreaterThan(promises.routes.length)
  const own = screens.flatMap((path) =>
    (project.json(path)?.navigationBar ?? 'default') === 'default' ? [] : [String(project.json(path)?.route)],
  )
  expect(own.toSorted()).toEqual(
    promises.routes.flatMap(({ route, nav }) => (nav === 'custom' ? [route] : [])).toSorted(),
  )
})

test('an unmapped promise of any kind is reported', () => {
  expect(unmappedOf({ routes: [{ promise: 'x', route: '/pages/none/index' }] })).toEqual([
    expect.stringContaining('missing screen'),
  ])
  expect(unmappedOf({ routes: [{ promise: 'x', route: '/pages/user/index', nav: 'custom' }] })).toEqual([
    expect.stringContaining('the bar "custom"'),
  ])
  expect(unmappedOf({ calls: [{ call: 'user/none', method: 'GET' }] })).toEqual([
    expect.stringContaining('schema; handler; cases; a screen'),
  ])
  expect(unmappedOf({ calls: [{ call: 'user/login', method: 'GET' }] })).toEqual([
    expect.stringContaining('method GET'),
  ])
  expect(unmappedOf({ calls: [{ call: 'wallet/transfer', method: 'POST' }] })).toEqual([
    expect.stringContaining('extension'),
  ])
  expect(unmappedOf({ entities: [{ promise: 'x', fields: { age: 'entities/user#age' } }] })).toEqual([
    expect.stringContaining('age'),
  ])
  expect(unmappedOf({ statuses: [{ promise: 'x', list: 'deposit', names: ['success', 'callback'] }] })).toEqual([
    expect.stringContaining('the order'),
  ])
  expect(
    unmappedOf({
      rules: [
        { promise: 'x', code: 'src/engine/language/forms/rules.ts#noSuchWord', test: 'src/engine/language#noSuchWord' },
      ],
    }),
  ).toEqual([expect.stringContaining('code: src/engine/language/forms/rules.ts')])
  expect(unmappedOf({ errors: [{ promise: 'x', codes: ['noSuchError'] }] })).toEqual([
    expect.stringContaining('text error.noSuchError in 10 languages'),
  ])
  expect(unmappedOf({ successes: [{ promise: 'x', code: 'noSuchSuccess' }] })).toEqual([
    expect.stringContaining('the catalogue'),
  ])
  expect(
    unmappedOf({
      constants: [{ promise: 'x', name: 'TOAST_MS', value: 1, test: 'src/engine/state/none.test.ts#1_999' }],
    }),
  ).toEqual([expect.stringContaining('the value 1; test: src/engine/state/none.test.ts')])
})

test('a promise is unmapped when the suite of its kind is gone', () => {
  const suite = 'src/product/domain/status.test.ts'
  const without = { ...project, text: (path: string) => (path === suite ? '' : project.text(path)) }
  const statuses = cover(without, { ...none, statuses: promises.statuses })
  expect(statuses.length).toBeGreaterThan(4)
  expect(statuses.filter(isMapped)).toEqual([])
})

test('a route without a test that opens it is unmapped, though its screen exists', () => {
  const isTest = (path: string) => /\.(spec|test)\.tsx?$/.test(path)
  const without = { ...project, text: (path: string) => (isTest(path) ? '' : project.text(path)) }
  const routes = cover(without, { ...none, routes: promises.routes })
  expect(routes.length).toBeGreaterThan(50)
  expect(routes.filter(isMapped)).toEqual([])
  expect(routes.filter(({ screen }) => screen === null)).toEqual([])
})

test('the report shows each promise with its sources', () => {
  const login = rows.find(({ promise }) => promise === 'POST user/login')
  expect(login).toMatchObject({
    schema: 'schemas/api/user/login.json',
    code: 'src/server/modules/identity/calls.ts',
    test: 'tests/support/server/cases/session.ts',
    missing: [],
  })
  expect(login?.screen).toMatch(/^screens\//)
  const report = print(rows)
  for (const kind of Object.keys(none)) expect(report).toContain(`## ${kind}: `)
  expect(report).toContain('| POST user/login | screens/')
  expect(rows.filter(isMapped).length).toBeGreaterThan(150)
})
