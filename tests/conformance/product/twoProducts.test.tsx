// @vitest-environment jsdom
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { act, render, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadProject } from '../../../codegen/cli/load.ts'
import { createCompiler, type Checked } from '../../../codegen/compiler/project.ts'
import type { Files } from '../../../codegen/compiler/source/source.ts'
import { productCompiler } from '../../../codegen/product.ts'
import { createProduct } from '../../../codegen/starter/create.ts'
import type { Manifest, Screen } from '../../../src/engine/language/expressions/program.ts'
import type { LanguagePlugin } from '../../../src/engine/language/plugin.ts'
import { createClient, type Client } from '../../../src/engine/state/client/client.ts'
import { App } from '../../../src/app/App.tsx'
import { product as ours, type Product } from '../../../src/app/product.ts'
import { createRegistry, type Module } from '../../../src/app/registry.ts'
import type { Action } from '../../../src/engine/language/action.ts'
import type { Texts } from '../../../src/engine/language/texts/texts.ts'
import type { Widget } from '../../../src/engine/renderer/plan.ts'
import { createRuntime, type AppServices } from '../../../src/app/runtime.ts'
import { checkedProject } from '../../support/project.ts'
import { manifestOf, ok, SCREENS } from '../../support/startApp.tsx'

// The product of tests/product, as npm run starter makes it, with the engine of this project: both in one process and in one page.
// Below the root, from where Vitest transforms modules.
const results = join(import.meta.dirname, '../../../test-results')
mkdirSync(results, { recursive: true })
const folder = mkdtempSync(join(results, 'two-'))

function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  expect(status, stderr).toBe(0)
  return stdout
}

interface Plants {
  product: Product
  files: Files
  checked: Checked
  screens: Screen[]
  texts: { en: Texts; de: Texts }
}

async function readPlants(): Promise<Plants> {
  createProduct(folder)
  run('codegen/generate.ts')
  const file = (name: string) => import(/* @vite-ignore */ join(folder, name)) as Promise<Record<string, unknown>>
  const files = loadProject(folder)
  rmSync(join(folder, 'src/engine'), { recursive: true })
  symlinkSync(join(import.meta.dirname, '../../../src/engine'), join(folder, 'src/engine'))
  const [plugin, { language }, capabilities, services, replies, en, de] = await Promise.all([
    file('src/product/plugin.ts'),
    file('src/product/language.ts'),
    file('src/generated/capabilities.ts'),
    file('src/generated/services.ts'),
    file('src/generated/validators/replies.js'),
    file('locales/en.json'),
    file('locales/de.json'),
  ])
  const parts = { ...plugin, ...capabilities, ...services, ...replies } as unknown as Product
  const registry = createRegistry(
    {
      widgets: import.meta.glob<Module<Widget>>(['../../../src/engine/widgets/*/*.tsx', '!**/*.test.tsx']),
      actions: import.meta.glob<Action>(['../../../src/engine/actions/*/*.ts', '!**/*.test.ts'], {
        eager: true,
        import: 'default',
      }),
      symbols: {},
    },
    parts.plugin.functions,
  )
  const checked = createCompiler({ plugin: language as LanguagePlugin }).check(files)
  return {
    product: { ...parts, registry },
    files,
    checked,
    screens: checked.screens.flatMap(({ screen }) => screen ?? []),
    texts: { en: en.default as Texts, de: de.default as Texts },
  }
}

interface Drawn {
  client: Client
  runtime: AppServices
  view: ReturnType<typeof within>
}

async function draw(
  product: Product,
  storagePrefix: string,
  manifest: Manifest,
  screens: readonly Screen[],
  replies: Readonly<Record<string, unknown>>,
): Promise<Drawn> {
  const root = document.createElement('div')
  document.body.append(root)
  const client = createClient({ plugin: product.plugin, storagePrefix, root })
  const screenOf = (hash: string) => screens.find(({ route }) => manifest.routes[route]?.hash === hash)
  const runtime = createRuntime({
    client,
    product,
    config: { ...product.plugin.config, languages: ['en', 'de'] },
    catalogue: {
      manifest: () => manifest,
      watch: () => () => undefined,
      screen: async (hash) => screenOf(hash) ?? Promise.reject(new Error(`no screen ${hash}`)),
      peek: screenOf,
      validators: () => Promise.reject(new Error('no forms')),
      peekValidators: () => undefined,
      texts: async () => ({}),
      refresh: async () => false,
    },
    send: async (input) => {
      const call =
        String(input)
          .replace(/^\/api\//, '')
          .split('?', 1)[0] ?? ''
      return Response.json(ok(replies[call] ?? null))
    },
    live: async () => ({ subscribe() {}, unsubscribe() {}, close() {} }),
  })
  await runtime.startSession()
  await act(async () => render(<App runtime={runtime} />, { container: root }))
  return { client, runtime, view: within(root) }
}

let plants: Plants
beforeAll(async () => {
  plants = await readPlants()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('two products are compiled in one process, each with its own functions and access rules', () => {
  expect(plants.checked.diagnostics).toEqual([])
  expect(plants.screens.length).toBe(3)
  const names = ({ contract }: Checked) => [Object.keys(contract.signatures), [...contract.accessRules.keys()]]
  const [ours, theirs] = [names(checkedProject()), names(plants.checked)]
  for (const [index, own] of theirs.entries()) {
    expect(own.some((name) => !ours[index]?.includes(name))).toBe(true)
    expect(ours[index]?.some((name) => !own.includes(name))).toBe(true)
  }
  const asOurs = productCompiler()
    .check(plants.files)
    .diagnostics.map(({ code }) => code)
  expect(asOurs).toContain('unknown-function/noFunction')
  expect(asOurs).toContain('unknown-access/unknownAccess')
})

test('two products in one page have their own session, language, preferences, toasts and storage', async () => {
  location.hash = '#/'
  const first = await draw(ours, 'first.', manifestOf(SCREENS), SCREENS, {})
  const calls = Object.assign({}, ...plants.screens.map((screen) => screen.calls)) as Manifest['calls']
  const shell = { tabs: [], home: '/home', login: '/open', notFound: '/home' }
  const second = await draw(
    plants.product,
    'second.',
    { ...manifestOf(plants.screens), calls, shell },
    plants.screens,
    {
      'garden/me': { id: 'ada', name: 'Ada', gardener: true, plants: [] },
    },
  )
  await act(async () => second.client.language.apply('en', plants.texts.en))
  expect(await first.view.findByText('the home')).toBeTruthy()
  expect(await second.view.findByText('What grows on your window sill, and what it needs.')).toBeTruthy()

  await act(async () => void (await second.runtime.login('token-ada')))
  expect([first.client.session.current().user, second.client.session.current().user]).toEqual([
    null,
    { id: 'ada', name: 'Ada', gardener: true, plants: [] },
  ])
  await act(async () => second.client.language.apply('de', plants.texts.de))
  expect(second.view.getByRole('heading', { level: 1 }).textContent).toBe('Pflanzen')
  expect([first.client.language.current().lang, second.client.language.current().lang]).toEqual(['en', 'de'])

  act(() => second.client.preferences.choose('compact', true))
  expect([first.client.preferences.valueOf('compact'), second.client.preferences.valueOf('compact')]).toEqual([
    undefined,
    true,
  ])
  await act(async () => second.runtime.toast('Watered'))
  expect(second.view.getAllByText('Watered').length).toBeGreaterThan(0)
  expect(first.view.queryByText('Watered')).toBeNull()
  expect(Object.keys(localStorage).filter((name) => !name.startsWith('second.'))).toEqual([])
  first.runtime.close()
  second.runtime.close()
})
