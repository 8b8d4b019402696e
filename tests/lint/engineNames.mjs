// Lint rule `placard/engine-names`: a file of the engine has no word of trading, and names no screen and no call of the product.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** Words of trading, as parts of names and as words of comments. */
const TRADING = new Set(
  'lever leverage liquidation liquidate pnl candle candles kline spot loan loans withdraw withdrawal withdrawals deposit deposits wallet wallets coin coins payee payees kyc trade trades trader trading watchlist instrument instruments'.split(
    ' ',
  ),
)

/** The values of a member at the top of each JSON file of a folder. */
const valuesOf = (folder, member) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .flatMap((path) =>
      [...readFileSync(join(root, folder, path), 'utf8').matchAll(new RegExp(`^ *"${member}": *"([^"]+)"`, 'gm'))].map(
        (match) => match[1],
      ),
    )

/** The routes of the product's screens. */
export const productRoutes = () => valuesOf('screens', 'route').filter((route) => route.startsWith('/'))
/** The names of the product's calls that no other name is, such as `wallet/outcome`. */
export const productCalls = () => valuesOf('schemas/api', 'call').filter((call) => call.includes('/'))

/** The words of a text, those within names in camel case too, in small letters. */
const wordsOf = (text) =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

let names
const productNames = () =>
  (names ??= [...productRoutes(), ...productCalls().flatMap((call) => [`'${call}'`, `"${call}"`, `\`${call}\``])])

/** The words of trading and the names of the product in a text, each with its line from 1. */
export function findProductNames(text) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [
        ...new Set(wordsOf(line).filter((word) => TRADING.has(word))),
        ...productNames().filter((name) => line.includes(name)),
      ].map((name) => ({ line: index + 1, name })),
    )
}

/** The syntax tree is made only of a file that has a finding: the rule reads the text. */
const engineNames = {
  createOnce: (context) => {
    let found = []
    return {
      before() {
        found = findProductNames(context.sourceCode.text)
        return found.length > 0
      },
      Program() {
        for (const { line, name } of found)
          context.report({
            message: `${name} is a name of the product: the engine reads it from a registry of src/product.`,
            loc: { start: { line, column: 0 }, end: { line, column: context.sourceCode.lines[line - 1].length } },
          })
      },
    }
  },
}

export default { meta: { name: 'placard' }, rules: { 'engine-names': engineNames } }
