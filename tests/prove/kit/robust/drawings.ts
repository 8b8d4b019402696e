import type { Fixture } from '../../../../codegen/fixtures/fixture.ts'
import { answerOf, replyForKind, userKindOf, withState } from '../../../../codegen/fixtures/reply.ts'
import { fixturesOf, recordedOf, userKinds } from '../../../support/fixtures.ts'
import type { Contract } from '../../../../codegen/compiler/contract/contract.ts'
import type { Json, Screen } from '../../../../src/engine/language/expressions/program.ts'
import { formats } from '../../../../src/engine/language/forms/schemaFormats.ts'
import type { Random } from '../random.ts'
import type { Drawing } from './page.tsx'
import { MOODS, valueOf, type Mood } from './values.ts'

const entity = (contract: Contract, name: string) =>
  contract.resolve({ $ref: `./${name}.json` }, 'schemas/entities/x.json')

/** A screen with data of one mood: possible answers of its calls, quotes of every symbol in them, a user. */
export function drawingOf(screen: Screen, random: Random, contract: Contract): Drawing & { mood: Mood | 'fixture' } {
  const fixtures = fixturesOf(screen.id)
  const any = anyDrawing(screen, random, contract)
  return fixtures.length > 0 && random() < 0.2 ? withFixture(any, random.pick(fixtures).fixture, contract) : any
}

/** The data, the parameters, the states and the user of a fixture; the rest is random. */
function withFixture(drawing: Drawing, fixture: Fixture, contract: Contract): Drawing & { mood: 'fixture' } {
  const { screen } = drawing
  const data = { ...drawing.data }
  const kind = userKindOf(fixture, screen.access, userKinds())
  for (const [name, { call: id }] of Object.entries(screen.queries)) {
    const call = contract.calls.get(id)
    if (!call) continue
    const reply = fixture.replies?.[name] ?? fixture.replies?.[id] ?? {}
    const answer = answerOf(call, replyForKind(reply, userKinds()[kind], id), recordedOf(id))
    if (answer.kind !== 'loading' && answer.status === 200 && answer.body.type === 'ok') data[name] = answer.body.data
    else delete data[name]
  }
  const fields = { ...userKinds()[kind]?.fields, ...fixture.userFields }
  return {
    ...drawing,
    mood: 'fixture',
    screen: fixture.state ? withState(screen, fixture.state) : screen,
    params: { ...drawing.params, ...fixture.params },
    data,
    user: { ...drawing.user, ...fields },
  }
}

function anyDrawing(screen: Screen, random: Random, contract: Contract): Drawing & { mood: Mood } {
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
