import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkedProject } from '../../support/project.ts'

const root = join(import.meta.dirname, '..', '..', '..')
/** Folders of the engine: the language with its compiler, the renderer, the client, the general widgets and the studio. */
const ENGINE = [
  'src/actions',
  'src/app',
  'src/catalogue',
  'src/core',
  'src/renderer',
  'src/state',
  'src/studio',
  'src/transport',
  'src/widgets',
  'src/worker',
  'codegen',
]
/** The conformance suite of this contract, and the coverage of this product's promises. */
const OF_PRODUCT = /^codegen\/(conformance|coverage)\//
/** Words of trading, as parts of names and as words of comments. */
const TRADING = new Set(
  'lever leverage liquidation liquidate pnl candle candles kline spot loan loans withdraw withdrawal withdrawals deposit deposits wallet wallets coin coins payee payees kyc trade trades trader trading watchlist instrument instruments'.split(
    ' ',
  ),
)

const pathsOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`)
const isChecked = (path: string) =>
  /\.(ts|tsx|js|mjs|css|html|md)$/.test(path) && !/\.test\.tsx?$/.test(path) && !OF_PRODUCT.test(path)
const files = ENGINE.flatMap(pathsOf).filter(isChecked)
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The words of a text, those within names in camel case too, in small letters. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

describe('the engine', () => {
  it('has files', () => expect(files.length).toBeGreaterThan(800))

  it('uses no word of trading', () => {
    const found = files.flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, index) =>
          [...new Set(wordsOf(line))]
            .filter((word) => TRADING.has(word))
            .map((word) => `${file}:${index + 1} ${word}: ${line.trim()}`),
        ),
    )
    expect(found).toEqual([])
  })

  it('names no screen and no call of the product', () => {
    const { screens, contract } = checkedProject()
    const routes = screens.map(({ route }) => route).filter((route) => route !== '')
    const calls = [...contract.calls.keys()].filter((call) => call.includes('/'))
    expect([routes.length > 50, calls.length > 50]).toEqual([true, true])
    const found = files.flatMap((file) => {
      const text = textOf(file)
      return [...routes, ...calls.flatMap((call) => [`'${call}'`, `"${call}"`, `\`${call}\``])]
        .filter((name) => text.includes(name))
        .map((name) => `${file}: ${name}`)
    })
    expect(found).toEqual([])
  })

  it('has stories of its own widgets only', () => {
    const stories = pathsOf('src/widgets').filter((path) => path.endsWith('.stories.json'))
    const ofProduct = readdirSync(join(root, 'src/product/widgets'))
    expect([stories.length > 50, ofProduct.length > 2]).toEqual([true, true])
    const found = stories.flatMap((path) => {
      const text = textOf(path)
      return ofProduct.filter((widget) => text.includes(`"widget": "${widget}"`)).map((widget) => `${path}: ${widget}`)
    })
    expect(found).toEqual([])
  })
})
