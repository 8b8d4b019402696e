import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { capabilities } from '../../../src/generated/capabilities.ts'
import { missingCapabilities } from '../../../src/engine/language/capabilities.ts'
import { fieldKindsOf } from '../../../src/engine/language/forms/forms.ts'
import { productSignatures as signatures } from '../../product.ts'
import { checkedProject } from '../../../tests/support/project.ts'
import { loadProject } from '../../cli/load.ts'
import { clientManifest, clientText, readClients, surfaceChanges } from './capabilities.ts'
import type { ClientManifest } from './capabilities.ts'
import { capabilitiesOf, missingOnClients } from '../compare/releasedScreens.ts'
import { productCompiler } from '../../product.ts'
import { parseSource } from '../source/source.ts'

const root = join(import.meta.dirname, '../../..')
const base = loadProject(join(root, 'tests/cases/check/project'))
const checked = checkedProject()

describe('the capabilities that screens require of a client', () => {
  const widget = base.get('src/engine/widgets/Text/Text.schema.json') ?? ''
  const requires = (files: ReadonlyMap<string, string>): unknown =>
    productCompiler()
      .check(files)
      .screens.find((screen) => screen.route === '/login')?.screen?.requires

  test('names, with the version behind from the second on', () => {
    expect(requires(base)).toMatchObject({ widgets: ['Text'] })
    expect(
      requires(
        new Map([
          ...base,
          ['src/engine/widgets/Text/Text.schema.json', widget.replace('"version": 1', '"version": 2')],
        ]),
      ),
    ).toMatchObject({ widgets: ['Text@2'] })
  })

  test("the kinds of its forms' fields, once each, so that they come with the widgets", () => {
    const { screens } = checked
    const fields = (at: string): unknown => screens.find(({ route }) => route === at)?.screen?.requires.fields
    expect(fields('/pages/login/index')).toEqual(['email', 'password', 'phone', 'text'])
    expect(screens.find(({ route }) => route === '/pages/login/index')?.screen?.requires.deferred).toEqual([
      'email',
      'phone',
    ])
    expect(fields('/pages/index/index')).toBeUndefined()
    for (const { screen } of screens)
      expect(screen?.requires.fields ?? []).toEqual(
        [...new Set(Object.values(screen?.forms ?? {}).flatMap((form) => [...fieldKindsOf(form)]))].toSorted(),
      )
  })

  test('reports a field kind that a client lacks, except for a client older than the list of kinds', () => {
    const { screens, contract } = checked
    const requires = screens.find(({ route }) => route === '/pages/login/index')?.screen?.requires ?? {
      widgets: [],
      actions: [],
      functions: [],
    }
    const current = clientManifest('2.0.0', contract)
    const { fields: _fields, ...before } = { ...current, release: '1.0.0' }
    expect(current.fields).toContain('phone')
    expect(
      missingOnClients(requires, [
        before,
        current,
        { ...current, release: '3.0.0', fields: current.fields?.filter((kind) => kind !== 'phone') ?? [] },
      ]),
    ).toEqual([
      { release: '1.0.0', lacks: [] },
      { release: '2.0.0', lacks: [] },
      { release: '3.0.0', lacks: ['kind of field phone'] },
    ])
  })

  test('this build can draw all its screens, and its manifest matches its schemas', () => {
    const screens = checked.screens.flatMap(({ screen }) => screen ?? [])
    expect(screens.length).toBeGreaterThan(20)
    expect(screens.flatMap((screen) => missingCapabilities(screen.requires, capabilities))).toEqual([])
    expect(capabilitiesOf(clientManifest(capabilities.release, checked.contract))).toEqual(capabilities)
  })
})

describe('stored manifests of released clients', () => {
  const { clients, contract } = checked

  test('are in release order, not in alphabetical order', () => {
    const files = new Map(
      ['0.10.0', '0.9.1', '0.9.0', '1.0.0'].map((release) => [
        `schemas/clients/${release}.json`,
        parseSource(
          `schemas/clients/${release}.json`,
          JSON.stringify({ release, widgets: {}, actions: {}, functions: {} }),
        ),
      ]),
    )
    expect(readClients(files).map((client) => client.release)).toEqual(['0.9.0', '0.9.1', '0.10.0', '1.0.0'])
  })

  test('the first release is stored, and parses to its manifest', () => {
    expect(clients[0]?.release).toBe('0.1.0')
    const manifest = clientManifest('2.0.0', contract)
    expect(JSON.parse(clientText(manifest))).toEqual(JSON.parse(JSON.stringify(manifest)))
  })

  test('a build with the number of a release has the capabilities of that client', () => {
    const { release } = capabilities
    const own = clients.find((client) => client.release === release)
    if (own) expect(own).toEqual(JSON.parse(clientText(clientManifest(release, contract))))
  })

  test('functions: a changed signature requires a higher version than the last release', () => {
    const last = clients.at(-1)
    const current = clientManifest('', contract)
    expect(Object.keys(signatures).length).toBeGreaterThan(10)
    const changed = Object.entries(last?.functions ?? {}).flatMap(([name, before]) => {
      const after = current.functions[name]
      return after && after.version <= before.version && surfaceChanges(before, after).length > 0 ? [name] : []
    })
    expect(changed).toEqual([])
  })

  test('the capabilities that each client lacks for a screen', () => {
    const surface = { version: 1, takes: {}, has: [] }
    const client = (release: string, widgets: string[]): ClientManifest => ({
      release,
      widgets: Object.fromEntries(widgets.map((name) => [name, surface])),
      actions: {},
      functions: {},
    })
    expect(
      missingOnClients({ widgets: ['Gauge', 'Text@2'], actions: [], functions: ['money'] }, [
        client('1.0.0', ['Text']),
        client('1.1.0', ['Text', 'Gauge']),
      ]),
    ).toEqual([
      { release: '1.0.0', lacks: ['widget Gauge', 'widget Text@2', 'function money'] },
      { release: '1.1.0', lacks: ['widget Text@2', 'function money'] },
    ])
  })
})
