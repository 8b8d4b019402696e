import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkedProject } from '../../support/project.ts'
import { findProductNames, productCalls, productRoutes } from '../../lint/engineNames.mjs'

const root = join(import.meta.dirname, '..', '..', '..')
/** The lint rule `placard/engine-names` with the folders of the engine: the language with its compiler, the renderer, the client, the general widgets and the studio. */
const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
  overrides: { files: string[]; excludeFiles?: string[]; rules: Record<string, unknown> }[]
}
const override = config.overrides.find(({ rules }) => rules['placard/engine-names'] === 'error')
const folders = override?.files.map((glob) => glob.replace(/\/\*\*$/, '')) ?? []
const OF_PRODUCT = override?.excludeFiles?.filter((glob) => glob.endsWith('/**')).map((glob) => glob.slice(0, -2)) ?? []

const pathsOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`)
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
/** Files of the engine that the linter does not read. */
const files = folders
  .flatMap(pathsOf)
  .filter((path) => /\.(css|html|md)$/.test(path) && !OF_PRODUCT.some((folder) => path.startsWith(folder)))

describe('the engine', () => {
  it('is all that is neither product, server nor generated', () => {
    const known = new Set([...folders, 'src/product', 'src/server', 'src/generated'])
    const others = readdirSync(join(root, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !known.has(`src/${entry.name}`))
      .map(({ name }) => name)
    expect([folders.length > 3, others]).toEqual([true, []])
  })

  it('has a lint rule that knows each screen and each call of the product', () => {
    const { screens, contract } = checkedProject()
    const routes = screens.map(({ route }) => route).filter((route) => route !== '')
    const calls = [...contract.calls.keys()].filter((call) => call.includes('/'))
    expect([routes.length > 50, calls.length > 50]).toEqual([true, true])
    expect(productRoutes().toSorted()).toEqual(routes.toSorted())
    expect(productCalls().toSorted()).toEqual(calls.toSorted())
  })

  it.each([
    ['const kycStep = 1', ['kyc']],
    ['// the price of a coin', ['coin']],
    ["navigate('/pages/assets/index')", ['/pages/assets/index']],
    ["api.call('wallet/outcome')", ['wallet', "'wallet/outcome'"]],
    ['const quote = price(symbol)', []],
  ])('has a lint rule that finds in %s: %j', (text, names) => {
    expect(findProductNames(`\n${text}`)).toEqual(names.map((name) => ({ line: 2, name })))
  })

  it('has styles, pages and documents without a name of the product', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(
      files.flatMap((file) => findProductNames(textOf(file)).map(({ line, name }) => `${file}:${line} ${name}`)),
    ).toEqual([])
  })

  it('has stories of its own widgets only', () => {
    const stories = pathsOf('src/engine/widgets').filter((path) => path.endsWith('.stories.json'))
    const ofProduct = readdirSync(join(root, 'src/product/widgets'))
    expect([stories.length > 50, ofProduct.length > 2]).toEqual([true, true])
    const found = stories.flatMap((path) => {
      const text = textOf(path)
      return ofProduct.filter((widget) => text.includes(`"widget": "${widget}"`)).map((widget) => `${path}: ${widget}`)
    })
    expect(found).toEqual([])
  })
})
