import type { Contract } from '../../../../codegen/compile/contract.ts'
import type { Json, Screen } from '../../../../src/core/program.ts'
import { formats } from '../../../../src/core/schemaFormats.ts'
import type { Random } from '../random.ts'
import type { Drawing } from './page.tsx'
import { MOODS, valueOf, type Mood } from './values.ts'

const entity = (contract: Contract, name: string) =>
  contract.resolve({ $ref: `./${name}.json` }, 'schemas/entities/x.json')

/** A screen with data of one mood: possible answers of its calls, quotes of every symbol in them, a user. */
export function drawingOf(screen: Screen, random: Random, contract: Contract): Drawing & { mood: Mood } {
  const mood = random.pick(MOODS)
  const data: Drawing['data'] = {}
  for (const [name, region] of Object.entries(screen.queries)) {
    const call = contract.calls.get(region.call)
    if (call && random() > 0.06) data[name] = valueOf(call.data, random, mood)
  }
  const params: Drawing['params'] = {}
  for (const [
    name,
    { type, format = random.pick(['symbol', 'id', 'currency', 'none']), enum: among, default: fallback, required },
  ] of Object.entries(screen.params)) {
    if (fallback !== undefined && random() < 0.5) continue
    // An invalid parameter of an address counts as absent; without a required one the screen is not drawn.
    if (required !== true && random() < 0.1) params[name] = valueOf({ type: 'string' }, random, mood)
    else
      params[name] = valueOf(
        { type, ...(type === 'string' && { format }), ...(among && { enum: among }) },
        random,
        mood,
      )
  }
  const symbols = new Set<string>()
  collectSymbols([data, params], symbols)
  const quotes = [...symbols]
    .slice(0, 200)
    .flatMap((symbol) =>
      random() < 0.85
        ? [{ ...(valueOf(entity(contract, 'quote'), random, mood) as object), symbol } as Drawing['quotes'][number]]
        : [],
    )
  return {
    mood,
    screen,
    params,
    data,
    quotes,
    user: valueOf(entity(contract, 'user'), random, mood) as Record<string, Json>,
    lang: random.pick(['en', 'en', 'ar', 'de', 'ja']),
  }
}

function collectSymbols(value: Json, into: Set<string>): void {
  if (typeof value === 'string') {
    if (formats.symbol?.(value)) into.add(value)
  } else if (value !== null && typeof value === 'object')
    for (const child of Object.values(value)) collectSymbols(child, into)
}
