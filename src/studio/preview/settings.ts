import { parseUserKinds, VISITOR, type Fixture } from '../../../codegen/fixtures/fixture.ts'
import type { DataState } from '../compiler/protocol.ts'
import { PSEUDO } from './draftFiles.ts'

/** How a frame shows the draft. */
export interface FrameSettings {
  width: number
  height: number
  lang: string
  theme: 'dark' | 'light'
  /** Size of letters in percent. */
  letters: number
  /** Colour of rising prices. */
  upColor: string
  data: DataState
  /** The states of single queries, by name; the others have that of `data`. */
  queries: Readonly<Record<string, DataState>>
  /** A kind of user of fixtures/users.json, or "visitor"; empty for one whom the screen lets in. */
  user: string
  /** Name of a fixture; empty for none, and ignored by screens that have none of this name. */
  fixture: string
}

/** What a frame shows of a screen. */
export interface ShownScreen {
  /** The file of the screen. */
  file: string
  fixture: Fixture | undefined
}

export const SIZES: readonly { label: string; width: number; height: number }[] = [
  { label: '320 × 640', width: 320, height: 640 },
  { label: '360 × 740', width: 360, height: 740 },
  { label: '390 × 844', width: 390, height: 844 },
  { label: '430 × 932', width: 430, height: 932 },
  { label: '844 × 390, landscape', width: 844, height: 390 },
]

export const DATA_STATES: readonly { value: DataState; label: string }[] = [
  { value: 'live', label: 'Data of the server' },
  { value: 'loading', label: 'Loading' },
  { value: 'failed', label: 'Failed, after the app has tried again' },
  { value: 'stale', label: 'Old: it cannot be loaded again' },
  { value: 'empty', label: 'Empty lists' },
  { value: 'typical', label: 'Typical values' },
  { value: 'longest', label: 'Longest values' },
  { value: 'zero', label: 'Zero' },
  { value: 'null', label: 'Missing where it may be' },
]

/** The users of a preview: one whom the screen lets in, a visitor, and the kinds of fixtures/users.json. */
export function usersOf(text: string | undefined): { value: string; label: string }[] {
  let kinds: [string, string][] = []
  try {
    kinds = Object.entries(parseUserKinds(text)).map(([name, { title }]) => [name, title])
  } catch {
    // The file is being written.
  }
  return [['', 'User as the screen needs'], [VISITOR, 'Visitor'], ...kinds].map(([value, label]) => ({
    value: value ?? '',
    label: label ?? '',
  }))
}

/** Colours of rising prices: values of the preference `upColor`. */
export const UP_COLORS: readonly { value: string; label: string }[] = [
  { value: 'green', label: 'Rises green' },
  { value: 'red', label: 'Rises red' },
  { value: 'blue', label: 'Rises blue' },
]

export const DEFAULT_SETTINGS: FrameSettings = {
  width: 390,
  height: 844,
  lang: 'en',
  theme: 'dark',
  letters: 100,
  upColor: 'green',
  data: 'live',
  queries: {},
  user: '',
  fixture: '',
}

/** The address of the draft for these settings. Another address loads the app again. */
export function addressOf(link: string, route: string, { lang: wanted, theme, upColor, user }: FrameSettings): string {
  const lang = wanted === PSEUDO ? 'en' : wanted
  const query = new URLSearchParams({ h5: '1', lang, theme, upColor, attributes: JSON.stringify({ upColor }) })
  if (user !== VISITOR && user !== '') query.set('token', `studio-${user}`)
  return `/draft/${link}/?${query.toString()}#${route}`
}
