import { readdirSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { chromium, request as requests } from '@playwright/test'
import buildApp from '../e2e/kit/build.ts'
import { launch } from '../e2e/kit/browser.ts'
import { looksApart, stops, type Stop } from '../e2e/kit/catalogue.ts'
import { speakPseudo } from '../e2e/kit/pseudo.ts'
import { sandbox } from '../e2e/kit/server.ts'
import { join } from '../e2e/kit/user.ts'
import { deal, type Way } from './kit/walk/deal.ts'
import { walk, type Given, type Walked } from './kit/walk/walker.ts'
import type { ProofOptions, ProofOutcome } from './kit/proof.ts'
import { random } from './kit/random.ts'

export const about = 'every screen and each of its sides in every language and both themes: accessible, fitting at 390 and 320 px, translated, quiet'
/**
 * In how many languages each screen is walked; the seed deals them out. With all of them, axe looks at everything in both themes. Short,
 * it looks at each screen in one theme and at its colours in the other: a theme is nothing but colours, and the gallery draws every widget's stories in both.
 */
export const runs = { full: 10, short: 1 }

const PSEUDO = 'pseudo'
/** Walked on every screen at 320 px even when they are dealt a few: the longest words, and from right to left. */
const HARD = [PSEUDO, 'de', 'ar']
/** One page for each core of a small machine. */
const AT_ONCE = 2
const LOCALES = joinPath(import.meta.dirname, '../../locales')

interface Leg {
  way: Way
  narrowOnly: boolean
}

export async function prove({ seed, runs: each, log, out, lang }: ProofOptions): Promise<ProofOutcome> {
  buildApp()
  const server = await sandbox()
  const browser = await chromium.launch(launch)
  const request = await requests.newContext({ baseURL: server.origin })
  try {
    const { token } = await join(request)
    const all = await stops(request, token)
    const whole = each >= runs.full
    const legs = legsOf(all, { each, seed, lang })
    const given = { browser, origin: server.origin, token, forVisitors: await looksApart(request, all), whole, ...(out !== undefined && { out }) }
    const walked = await twoAtATime(legs, async ({ way, narrowOnly }) => {
      const started = Date.now()
      const one = await walk(way, { ...given, narrowOnly, ...(way.lang === PSEUDO && { speak: (page) => speakPseudo(page, request) }) } satisfies Given)
      log(`${way.lang}${narrowOnly ? ' at 320 px' : ''}: ${way.stops.length} screens, ${one.looks} looks, ${one.faults.length} faults, ${Math.round((Date.now() - started) / 1000)} s`)
      return one
    })
    return outcome(walked, legs, all.length, log)
  } finally {
    await request.dispose()
    await browser.close()
    await server.stop()
  }
}

/** The share of each language; then, on every screen that is not in it, what is hard to fit. */
function legsOf(all: readonly Stop[], { each, seed, lang }: { each: number; seed: number; lang: string[] | undefined }): Leg[] {
  const spoken = readdirSync(LOCALES).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? [])
  const dealt = deal(all, spoken.toSorted(), each, random(seed))
  const rest = HARD.map((hard) => {
    const own = new Set(dealt.find((way) => way.lang === hard)?.stops.map(({ route }) => route))
    return { lang: hard, stops: all.filter(({ route }) => !own.has(route)), themeOf: new Map() }
  })
  const legs = [...dealt.map((way) => ({ way, narrowOnly: false })), ...rest.map((way) => ({ way, narrowOnly: true }))]
  // The long ones first, so that none is left alone at the end.
  return legs.filter(({ way }) => way.stops.length > 0 && (lang?.includes(way.lang) ?? true)).toSorted((a, b) => b.way.stops.length - a.way.stops.length)
}

async function twoAtATime<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const left = [...list]
  const done: R[] = []
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) done.push(await work(one))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return done
}

function outcome(walked: readonly Walked[], legs: readonly Leg[], screens: number, log: (line: string) => void): ProofOutcome {
  const sum = (field: Exclude<keyof Walked, 'faults'>): number => walked.reduce((total, one) => total + one[field], 0)
  const faults = [...new Set(walked.flatMap((one) => one.faults))]
  for (const fault of faults) log(fault)
  const looks = sum('looks')
  const walks = legs.reduce((total, { way }) => total + way.stops.length, 0)
  // The one screen that goes Home by itself cannot be looked at.
  const enough = looks >= walks - legs.length && sum('axe') > 0 && sum('texts') > looks && sum('responses') > legs.length
  if (!enough) log('hardly anything was looked at')
  return {
    ok: faults.length === 0 && enough,
    figures: { screens, languages: new Set(legs.map(({ way }) => way.lang)).size, looks, axe: sum('axe'), texts: sum('texts'), responses: sum('responses'), pictures: sum('pictures'), faults: faults.length },
  }
}
