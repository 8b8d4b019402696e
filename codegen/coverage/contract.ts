import { isObject } from '../../src/engine/language/values/json.ts'
import type { Json, Project } from './project.ts'
import type { Requirements, Row } from './requirements.ts'
import { describeMissingTexts } from './missingTexts.ts'

const quoted = (name: string) => `"${name}"`
const inCode = (name: string) => `'${name}'`

/** The file of the domain that answers the call. */
function handlerOf(project: Project, call: string): string | null {
  const property = new RegExp(`^  (?:${inCode(call)}|${call}): `, 'm')
  return project.files('src/server', '/calls.ts').find((path) => property.test(project.text(path))) ?? null
}

/** The calls that the app's own code makes. */
const SERVICES = 'src/product/services.json'

/** Each call has a contract, a handler, test cases and a sender. */
export function calls(project: Project, promised: Requirements['calls']): Row[] {
  const services = Object.values(project.json(SERVICES) ?? {})
  return promised.map(({ call, method, unused }) => {
    const path = `schemas/api/${call}.json`
    const schema = project.json(path)
    const code = handlerOf(project, call)
    const test =
      project
        .files('tests/support/server/cases')
        .find(
          (file) =>
            project.text(file).includes(`${inCode(call)}: `) ||
            (!call.includes('/') && new RegExp(`\\b${call}: `).test(project.text(file))),
        ) ?? null
    const screen =
      project.findFileContaining(`screens#${quoted(call)}`) ??
      (services.includes(call) ? SERVICES : null) ??
      project.findFileContaining(`schemas/forms#${quoted(call)}`)
    const missing = [
      !schema && 'schema',
      schema && schema.method !== method && `method ${method}`,
      schema?.extension === true && 'not marked as an extension',
      !code && 'handler',
      !test && 'cases',
      !screen && unused === undefined && 'a screen that uses it',
    ].filter((item): item is string => typeof item === 'string')
    return {
      kind: 'calls',
      promise: `${method} ${call}`,
      screen: screen ?? unused ?? null,
      schema: schema ? path : null,
      code,
      test,
      missing,
    }
  })
}

/** Whether some object below has a property of that name. */
function hasProperty(value: unknown, name: string): boolean {
  if (Array.isArray(value)) return value.some((item) => hasProperty(item, name))
  if (!isObject(value)) return false
  if (isObject(value.properties) && Object.hasOwn(value.properties, name)) return true
  return Object.values(value).some((value) => hasProperty(value, name))
}

/** Finds the schema of each promised field, and a screen that reads one of the fields. */
export function entities(project: Project, promised: Requirements['entities']): Row[] {
  return promised.map(({ promise, fields }) => {
    const matched = new Set<string>()
    const missing: string[] = []
    for (const [label, place] of Object.entries(fields)) {
      const [file = '', name = ''] = place.split('#', 2)
      const paths = file.endsWith('*') ? project.files(`schemas/${file.slice(0, -2)}`) : [`schemas/${file}.json`]
      const path = paths.find((path) => hasProperty(project.json(path), name))
      if (path === undefined) missing.push(`${label} (${place})`)
      else matched.add(path)
    }
    const names = [...matched].map((path) => path.replace(/^.*\/|\.json$/g, ''))
    const screen =
      project
        .files('screens')
        .find((path) =>
          Object.values(fields).some((place) => project.text(path).includes(`.${place.split('#')[1]}`)),
        ) ?? null
    return {
      kind: 'entities',
      promise,
      screen,
      schema: names.length > 0 ? names.join(', ') : null,
      code: null,
      test: null,
      missing,
    }
  })
}

/** An error has a text in every language, and a call that lists it has a test case that returns it (src/server/calls.test.ts). */
export function errors(project: Project, promised: Requirements['errors']): Row[] {
  const known = project.json('schemas/errors.json') ?? {}
  const reasonOf = (code: string) => (known[code] as { unreachable?: string } | undefined)?.unreachable
  return promised.map(({ promise, codes }) => {
    const call = (code: string) =>
      project.files('schemas/api').find((path) => ((project.json(path)?.errors ?? []) as string[]).includes(code))
    const test = (code: string) =>
      (call(code) ? project.findFileContaining(`tests/support/server/cases#${code}`) : null) ??
      project.files('src/server', '.test.ts').find((path) => project.text(path).includes(inCode(code)))
    const lists = codes.map(call).filter((path) => path !== undefined)
    const missing = [
      ...codes.filter((code) => !Object.hasOwn(known, code)).map((code) => `${code} in the catalogue`),
      ...codes
        .filter((code) => !call(code) && !test(code) && reasonOf(code) === undefined)
        .map((code) => `a call that gives ${code}`),
      ...codes.filter((code) => call(code) && !test(code)).map((code) => `a case of ${code}`),
      ...describeMissingTexts(
        project,
        codes.map((code) => `error.${code}`),
      ),
    ]
    return {
      kind: 'errors',
      promise,
      screen: codes.flatMap((code) => reasonOf(code) ?? []).join('; ') || null,
      schema: lists[0] ?? null,
      code: project.findFileContaining(`src/server#${inCode(codes[0] ?? '')}`, '.ts'),
      test: test(codes[0] ?? '') ?? null,
      missing,
    }
  })
}

/** Finds the call or screen of each promised success message. The message must have its texts in every language. */
export function successes(project: Project, promised: Requirements['successes']): Row[] {
  const known: Json = project.json('schemas/successes.json') ?? {}
  return promised.map(({ promise, code }) => {
    const schema = project.files('schemas/api').find((path) => project.json(path)?.success === code) ?? null
    const screen =
      project.findFileContaining(`screens#success.${code}`) ??
      project
        .files('src', '.schema.json')
        .find((path) => project.text(path).includes(code === 'copied' ? 'ui.copied' : `success.${code}`)) ??
      null
    const missing = [
      !Object.hasOwn(known, code) && 'the catalogue',
      !schema && !screen && 'a call or a screen that says it',
      ...describeMissingTexts(project, [`success.${code}`]),
    ].filter((item): item is string => typeof item === 'string')
    return {
      kind: 'successes',
      promise,
      screen,
      schema,
      code: schema ? handlerOf(project, schema.slice('schemas/api/'.length, -'.json'.length)) : null,
      test: null,
      missing,
    }
  })
}
