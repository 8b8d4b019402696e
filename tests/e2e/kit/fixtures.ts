import type { APIRequestContext, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VISITOR } from '../../../codegen/fixtures/fixture.ts'
import {
  addressQuery,
  answerOf,
  payloadOf,
  replaced,
  replyFor,
  replyForKind,
  userKindOf,
  withState,
  type Answer,
} from '../../../codegen/fixtures/reply.ts'
import type { CallDef, Screen } from '../../../src/engine/language/expressions/program.ts'
import { recordedOf, userKinds, type NamedFixture } from '../../support/fixtures.ts'
import { changeCatalogue, readManifest, readScreen } from './changedCatalogue.ts'
import { goto } from './screen.ts'
import { storeSettings } from './flows/user.ts'

const services = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../src/product/services.json'), 'utf8'),
) as Record<string, string>
const API = /\/api\/([\w/]+)/

interface Settings {
  lang?: string
  theme?: 'dark' | 'light'
  quietMs?: number
}

/** Opens a screen of the app as a fixture says: all calls are answered by it. A call without a recorded reply goes to the server. Returns the address. */
export async function openFixture(
  page: Page,
  request: APIRequestContext,
  { screen: id, fixture }: NamedFixture,
  { lang = 'en', theme = 'dark', quietMs }: Settings = {},
): Promise<string> {
  const { routes, calls } = await readManifest(request)
  const found = Object.entries(routes).find(([, entry]) => entry.id === id)
  if (!found) throw new Error(`There is no screen ${id}.`)
  const [route, { hash }] = found
  const screen = await readScreen(request, hash)
  const kinds = userKinds()
  const user = userKindOf(fixture, screen.access, kinds)
  const fields = { ...kinds[user]?.fields, ...fixture.userFields }
  const defs: Readonly<Record<string, CallDef>> = { ...calls, ...screen.calls }
  const answered = new Set<string>()

  function answer(call: string, payload: Readonly<Record<string, unknown>>): Answer | null {
    const recorded = recordedOf(call)
    const def = defs[call]
    if (!def || !recorded.ok) return null
    const reply = replyFor(screen, fixture, call, payload) ?? {}
    const made = answerOf(asCall(def), replyForKind(reply, kinds[user], call), recorded)
    if (call !== services.user || made.kind === 'loading') return made
    return { ...made, body: { ...made.body, data: replaced(made.body.data, fields, def.data) } }
  }

  if (fixture.state) {
    const { state } = fixture
    await changeCatalogue(page, request, { screen: { route, change: (before: Screen) => withState(before, state) } })
  }
  if (fixture.time !== undefined) await page.clock.setSystemTime(new Date(fixture.time))
  await storeSettings(page, { lang, theme, ...(user !== VISITOR && { token: `fixture-${user}` }) })
  await page.route(API, (route) => {
    const asked = route.request()
    const call = API.exec(asked.url())?.[1] ?? ''
    const payload = payloadOf(asked.url(), asked.postData() ?? undefined)
    const made = answer(call, payload)
    if (made === null) return route.fallback()
    if (made.kind === 'loading') return undefined
    const key = `${call} ${JSON.stringify(payload)}`
    // Stale data fails once it has come.
    if (made.kind === 'stale' && answered.has(key)) return route.fulfill({ status: 500, json: null })
    answered.add(key)
    return route.fulfill({ status: made.status, json: made.body })
  })
  const address = route + addressQuery(fixture.params)
  await goto(page, address, quietMs)
  return address
}

/** The shapes of a lowered call are those of its schemas. */
const asCall = ({ data, paging }: CallDef) => ({ data: data as never, ...(paging && { paging }) })
