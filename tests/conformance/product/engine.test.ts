import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')
const ENGINE = join(root, 'src/engine/widgets')

it('the engine has stories of its own widgets only', () => {
  const stories = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.stories.json'),
  )
  const ofProduct = readdirSync(join(root, 'src/product/widgets'))
  expect([stories.length > 50, ofProduct.length > 2]).toEqual([true, true])
  const found = stories.flatMap((path) => {
    const text = readFileSync(join(ENGINE, path), 'utf8')
    return ofProduct.filter((widget) => text.includes(`"widget": "${widget}"`)).map((widget) => `${path}: ${widget}`)
  })
  expect(found).toEqual([])
})
