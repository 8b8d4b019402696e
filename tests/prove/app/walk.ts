import { readdirSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { chromium, type APIRequestContext } from '@playwright/test'
import type { Manifest } from '../../../src/engine/language/expressions/program.ts'
import buildApp from '../../e2e/kit/net/build.ts'
import { launch } from '../../e2e/kit/browser.ts'
import { caller } from '../../e2e/kit/net/caller.ts'
import { stopsThatDifferForVisitors, stops, type Stop } from '../../e2e/kit/catalogue.ts'
import { openLever } from '../../e2e/kit/flows/lever.ts'
import { usePseudoLocale } from '../../e2e/kit/pseudo.ts'
import { fund } from '../../e2e/kit/flows/seconds.ts'
import { startSandbox } from '../../e2e/kit/net/server.ts'
import { registerUser, type Mode } from '../../e2e/kit/flows/user.ts'
import { post } from '../../e2e/kit/flows/withdraw.ts'
import { distributeRoutes, type Way } from '../kit/walk/deal.ts'
import { walk, type WalkOptions, type WalkResult } from '../kit/walk/walker.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom } from '../kit/random.ts'

export const about =
  'every screen and each of its sides in every language and both themes, with the real account and the demo one: accessible, fitting at 390 and 320 px, translated, quiet'
/**
 * The number of languages in which each screen is walked, distributed by the seed. A full run checks everything with axe in both
 * themes. CI walks a quarter of the screens and a short run one of 64, and checks each in one theme and its colours in the other: themes differ only in colours,
 * and the gallery draws every widget's stories in both. Which quarter depends on the seed and on the revision of the catalogue, so that changes of screens
 * walk them in turn; as many seeds in a row walk all screens. The languages alternate between the two accounts.
 */
export const runs = { full: 10, middle: 1, short: 1 }

const PSEUDO = 'pseudo'
/** Walked at 320 px: the longest words, and right to left. CI and a short run walk each screen in one of them. */
const HARD = [PSEUDO, 'de', 'ar']
/** One screen of this many is walked. */
const SHARES = { full: 1, middle: 4, short: 64 }
/** One page for each core of a small machine. */
const AT_ONCE = 2
const LOCALES = joinPath(import.meta.dirname, '../../../locales')

/** A user with one of the accounts in use. */
interface Guest {
  token: string
  stops: Stop[]
}

interface Leg {
  way: Way
  mode: Mode
  narrowOnly: boolean
}

/** Builds the app if necessary and walks each screen in `runs` languages. Writes screenshots to the folder `out`, if given. */
export async function prove({
  seed,
  runs: each,
  length,
  log,
  out,
  lang,
  mode: only,
}: ProofOptions): Promise<ProofResult> {
  const languages = languagesOf(lang)
  buildApp()
  const server = await startSandbox()
  const browser = await chromium.launch(launch)
  const request = await caller(server.origin)
  try {
    const guests = { real: await guest(request, 'real'), demo: await guest(request, 'demo') }
    const all = guests.real.stops
    const isFullRun = each >= runs.full
    const { revision } = (await (await request.get('/h5/catalogue/manifest.json')).json()) as Manifest
    const turn = seed + Number.parseInt(revision.slice(0, 8), 16)
    const legs = legsOf(guests, { each, share: SHARES[length], seed, turn, languages, only })
    const given = {
      browser,
      origin: server.origin,
      forVisitors: await stopsThatDifferForVisitors(request, all),
      isFullRun,
      ...(out !== undefined && { out }),
    }
    const walked = await twoAtATime(legs, async ({ way, mode, narrowOnly }) => {
      const started = Date.now()
      const one = await walk(way, {
        ...given,
        mode,
        token: guests[mode].token,
        narrowOnly,
        ...(way.lang === PSEUDO && { speak: (page) => usePseudoLocale(page, request) }),
      } satisfies WalkOptions)
      log(
        `${way.lang}, ${mode}${narrowOnly ? ', at 320 px' : ''}: ${way.stops.length} screens, ${one.views} views, ${one.faults.length} faults, ${Math.round((Date.now() - started) / 1000)} s`,
      )
      return one
    })
    return outcome(walked, legs, all.length, log)
  } finally {
    await request.dispose()
    await browser.close()
    await server.stop()
  }
}

/** A user with this account in use. The demo user trades with leverage; the real one has not agreed to its risks. */
async function guest(request: APIRequestContext, mode: Mode): Promise<Guest> {
  const { token } = await registerUser(request)
  const all = await stops(request, token, mode)
  if (mode === 'demo') {
    await fund(request, token, '500', mode)
    await post(request, token, 'trade/activate', { symbol: 'BTCUSDT', product: 'leveraged' })
    await openLever(request, token, { mode })
    await openLever(request, token, { mode, side: 'short' })
  }
  return { token, stops: all }
}

/** The languages in which the screens are walked, and those of them in which they are at 320 px. */
interface Languages {
  spoken: string[]
  hard: string[]
}

/** All languages, or those that are asked for. Throws for one that does not exist. */
function languagesOf(lang: readonly string[] | undefined): Languages {
  const all = readdirSync(LOCALES).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? [])
  const unknown = lang?.find((item) => !all.includes(item) && item !== PSEUDO)
  if (unknown !== undefined)
    throw new Error(`There is no language ${unknown}. These are: ${[...all, PSEUDO].join(', ')}.`)
  const asked = (languages: readonly string[]): string[] =>
    languages.filter((language) => lang?.includes(language) ?? true)
  return { spoken: asked(all.toSorted()), hard: asked(HARD) }
}

interface LegOptions {
  each: number
  seed: number
  /** One screen of this many is walked; `turn` chooses which. */
  share: number
  turn: number
  languages: Languages
  only: Mode | undefined
}

/** The share of each language; then every screen at 320 px: in each hard language outside its share, or in a short run in one of them. */
function legsOf(
  guests: Readonly<Record<Mode, Guest>>,
  { each, share, seed, turn, languages, only }: LegOptions,
): Leg[] {
  const all = guests.real.stops.filter((_, index) => index % share === turn % share)
  const random = createRandom(seed)
  const dealt = distributeRoutes(all, languages.spoken, each, random)
  const narrow = distributeRoutes(all, languages.hard, each < runs.full ? 1 : HARD.length, random).map(
    ({ lang: hard, stops: share }) => {
      const own = new Set(dealt.find((way) => way.lang === hard)?.stops.map(({ route }) => route))
      return { lang: hard, stops: share.filter(({ route }) => !own.has(route)), themeOf: new Map() }
    },
  )
  const legOf = (way: Way, index: number, narrowOnly: boolean): Leg => {
    const mode = only ?? (index % 2 === 0 ? 'real' : 'demo')
    const own = new Map(guests[mode].stops.map((stop) => [stop.route, stop]))
    return { way: { ...way, stops: way.stops.map((stop) => own.get(stop.route) ?? stop) }, mode, narrowOnly }
  }
  const legs = [
    ...dealt.map((way, index) => legOf(way, index, false)),
    ...narrow.map((way, index) => legOf(way, index + 1, true)),
  ]
  // Long legs first, so that none runs alone at the end.
  return legs.filter(({ way }) => way.stops.length > 0).toSorted((a, b) => b.way.stops.length - a.way.stops.length)
}

async function twoAtATime<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const remaining = [...list]
  const done: R[] = []
  const worker = async (): Promise<void> => {
    for (let one = remaining.shift(); one !== undefined; one = remaining.shift()) done.push(await work(one))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return done
}

function outcome(
  walked: readonly WalkResult[],
  legs: readonly Leg[],
  screens: number,
  log: (line: string) => void,
): ProofResult {
  const sum = (field: Exclude<keyof WalkResult, 'faults'>): number =>
    walked.reduce((total, walkResult) => total + walkResult[field], 0)
  const faults = [...new Set(walked.flatMap((walkResult) => walkResult.faults))]
  for (const fault of faults) log(fault)
  const views = sum('views')
  const walks = legs.reduce((total, { way }) => total + way.stops.length, 0)
  // The one screen that goes Home automatically cannot be checked.
  const enough =
    views >= walks - legs.length && sum('axe') > 0 && sum('texts') > views && sum('responses') > legs.length
  if (!enough) log('hardly anything was looked at')
  return {
    ok: faults.length === 0 && enough,
    figures: {
      screens,
      languages: new Set(legs.map(({ way }) => way.lang)).size,
      views,
      axe: sum('axe'),
      texts: sum('texts'),
      responses: sum('responses'),
      pictures: sum('pictures'),
      faults: faults.length,
    },
  }
}
