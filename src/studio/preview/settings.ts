import { PSEUDO } from './pseudo.ts'

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
  /** The states of single calls, by id; the others have that of `data`. */
  calls: Readonly<Record<string, DataState>>
  user: Persona
}

/** What the queries of the screen answer: the server's data, or a state that the screen must handle. */
export type DataState = 'live' | 'loading' | 'failed' | 'stale' | 'empty' | 'typical' | 'longest' | 'zero' | 'null'
export type Persona = 'visitor' | 'unverified' | 'verified' | 'demo' | 'frozen'

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
  { value: 'failed', label: 'Failed' },
  { value: 'stale', label: 'Stale: failed after an answer' },
  { value: 'empty', label: 'Empty lists' },
  { value: 'typical', label: 'Typical values' },
  { value: 'longest', label: 'Longest values' },
  { value: 'zero', label: 'Zero' },
  { value: 'null', label: 'Null where allowed' },
]

export const PERSONAS: readonly { value: Persona; label: string }[] = [
  { value: 'visitor', label: 'Visitor' },
  { value: 'unverified', label: 'User, not verified' },
  { value: 'verified', label: 'User, verified' },
  { value: 'demo', label: 'User, demo account' },
  { value: 'frozen', label: 'User, frozen' },
]

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
  calls: {},
  user: 'visitor',
}

/** The address of the draft for these settings. Another address loads the app again. */
export function addressOf(link: string, route: string, { lang: wanted, theme, upColor, user }: FrameSettings): string {
  const lang = wanted === PSEUDO ? 'en' : wanted
  const query = new URLSearchParams({ h5: '1', lang, theme, upColor, attributes: JSON.stringify({ upColor }) })
  if (user !== 'visitor') query.set('token', `studio-${user}`)
  return `/draft/${link}/?${query.toString()}#${route}`
}
