import { closedGate } from '../core/gates.ts'
import type { ManifestScreen, Screen } from '../core/program.ts'
import { enterScreen } from '../renderer/enter.ts'
import { startRegions } from '../renderer/regions.ts'
import { createEnv } from '../renderer/world.ts'
import type { Data } from '../state/data.ts'
import type { Drafts } from '../state/drafts.ts'
import type { ScreenState } from '../state/screen.ts'
import { session } from '../state/session.ts'
import type { Api } from '../transport/api.ts'
import type { Config } from './boot/config.ts'
import { haveFunctions, loadFunctionsOf, loadParts } from './registry.ts'
import type { Library } from './runtime.ts'
import { haveValidators, loadModules, loadValidators, formsFrom } from './validators.ts'
import { warn } from './warn.ts'

/** Who has not come by then does not come. */
const KEPT_MS = 10_000

export type Params = Readonly<Record<string, string>>

/** Gets what the screen is drawn with that the reader is about to come to: its code, its program and, once that is there, its answers. */
export interface Foresight {
  expect(address: string): void
  /** Pages that the reader has left and comes back to as they are: nothing is to be made for them. */
  keep(pages: readonly string[]): void
  /** The screen expected for this entry with these parameters, which has asked for its answers. The same until it is drawn. */
  find(hash: string, params: Params): ScreenState | null
  /** It is drawn, and holds its answers itself. */
  drawn(state: ScreenState): void
  close(): void
}

interface Expected {
  hash: string
  params: string
  token: string | null
  state: ScreenState | null
  stop: () => void
}

/** What an address leads to; `page` is the same however the address spells it. */
export interface Destination {
  page: string
  entry: ManifestScreen
  params: Params
}

interface Ports {
  destination(address: string): Destination | null
  library: Pick<Library, 'screen' | 'peek' | 'validators' | 'peekValidators'>
  api: Pick<Api, 'define'>
  data: Data
  drafts: Drafts
  config: Config
}

export function createForesight({ destination, library, api, data, drafts, config }: Ports): Foresight {
  let expected: Expected | null = null
  let kept: readonly string[] = []

  function drop(): void {
    expected?.stop()
    expected = null
  }

  function start(mine: Expected, screen: Screen, params: Params): void {
    if (expected !== mine) return
    api.define(screen.calls)
    const state = enterScreen(screen, { params, data, drafts, createForm: formsFrom(library), config: { ...config }, report: warn })
    const stop = startRegions(state, createEnv(state, { ...config }), warn)
    const timer = setTimeout(() => {
      if (expected === mine) drop()
    }, KEPT_MS)
    mine.state = state
    mine.stop = () => {
      clearTimeout(timer)
      stop()
    }
  }

  const isFor = (one: Expected, hash: string, params: Params): boolean => one.hash === hash && one.token === session().token && one.params === JSON.stringify(params)

  return {
    expect(address) {
      const to = destination(address)
      if (!to || kept.includes(to.page)) return
      const { entry, params } = to
      const { token, user } = session()
      if (closedGate(entry.access, { loggedIn: token !== null && user !== null, user }) !== undefined) return
      if (expected && isFor(expected, entry.hash, params)) return
      const before = expected
      const mine: Expected = { hash: entry.hash, params: JSON.stringify(params), token, state: null, stop: () => undefined }
      expected = mine
      const { hash, requires } = entry
      const screen = library.peek(hash)
      const atHand = screen !== undefined && haveFunctions(requires) && haveValidators(screen, library)
      if (atHand) start(mine, screen, params)
      // Only now: an answer that both wait for is not given up and asked for again.
      before?.stop()
      if (atHand) return
      // Whoever draws it asks again and hears of a failure.
      loadModules(entry.validators, library).catch(() => undefined)
      const whole = library.screen(hash).then(async (loaded) => {
        await loadValidators(loaded, library)
        return loaded
      })
      Promise.all([whole, loadFunctionsOf(requires)]).then(([loaded]) => start(mine, loaded, params), () => undefined)
      loadParts(requires).catch(() => undefined)
    },
    keep(pages) {
      kept = pages
    },
    find: (hash, params) => (expected && isFor(expected, hash, params) ? expected.state : null),
    drawn(state) {
      if (expected?.state === state) drop()
    },
    close: drop,
  }
}
