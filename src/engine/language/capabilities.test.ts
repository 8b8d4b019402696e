import { describe, expect, test } from 'vitest'
import { missingCapabilities, parseRequirement, requirement, describeMissing } from './capabilities.ts'
import type { Capabilities, RequiredCapabilities } from './capabilities.ts'

const client: Capabilities = {
  release: '1.0.0',
  widgets: { Text: 1, Gauge: 2 },
  actions: { navigate: 1 },
  functions: { money: 1 },
  fields: { text: 1 },
}
const needs = (
  widgets: string[],
  actions: string[] = [],
  functions: string[] = [],
  fields?: string[],
): RequiredCapabilities => ({ widgets, actions, functions, ...(fields && { fields }) })

describe('missing capabilities', () => {
  test.each([
    ['nothing is needed', needs([]), []],
    ['all is there', needs(['Text', 'Gauge@2'], ['navigate'], ['money']), []],
    ['a client draws what was written for an older version', needs(['Gauge']), []],
    ['a widget it has not', needs(['Dial']), ['widget Dial']],
    ['a version it has not', needs(['Text@2', 'Gauge@3']), ['widget Text@2', 'widget Gauge@3']],
    ['actions and functions too', needs([], ['sign'], ['chart@2']), ['action sign', 'function chart@2']],
    ['kinds of fields', needs([], [], [], ['text', 'signature']), ['kind of field signature']],
    ['names that every object has', needs(['toString', '__proto__']), ['widget toString', 'widget __proto__']],
  ])('%s', (_, requires, lacks) => {
    expect(missingCapabilities(requires, client).map(describeMissing)).toEqual(lacks)
  })

  test('a client released before field kinds were listed supports all of them', () => {
    const { fields: _fields, ...before } = client
    expect(missingCapabilities(needs([], [], [], ['text', 'signature']), before)).toEqual([])
  })

  test('an unreadable version is one that no client has', () => {
    expect(missingCapabilities(needs(['Text@x']), client)).toHaveLength(1)
  })

  test('a requirement is parsed as written', () => {
    for (const [name, version, text] of [
      ['Text', 1, 'Text'],
      ['Text', 2, 'Text@2'],
      ['Text', 12, 'Text@12'],
    ] as const) {
      expect(requirement(name, version)).toBe(text)
      expect(parseRequirement(text)).toEqual({ name, version })
    }
  })
})
