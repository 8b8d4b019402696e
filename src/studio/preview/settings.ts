import { parseUserKinds, VISITOR, type Fixture } from '../../../codegen/fixtures/fixture.ts'
import type { DataState } from '../compiler/protocol.ts'
import { PSEUDO } from './draftFiles.ts'
import { report } from '../../engine/language/report.ts'

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

/** Screen and fixture that a frame shows. */
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

/** The states of data: a label that fits into the bar, and a sentence. */
export const DATA_STATES: readonly { value: DataState; label: string; about: string }[] = [
  { value: 'live', label: 'Data of the server', about: 'What the server answers this user' },
  { value: 'loading', label: 'Loading', about: 'It is not there yet' },
  { value: 'failed', label: 'Failed', about: 'It has failed, after the app has tried again' },
  { value: 'stale', label: 'Old data', about: 'What was loaded before is shown: it cannot be loaded again' },
  { value: 'empty', label: 'Empty lists', about: 'Each list has no items' },
  { value: 'typical', label: 'Typical values', about: 'Values as they usually are' },
  { value: 'longest', label: 'Longest values', about: 'The longest texts and the largest numbers that may come' },
  { value: 'zero', label: 'Zero', about: 'Each number is zero' },
  { value: 'null', label: 'Missing values', about: 'Each value that may be missing is missing' },
]

/** The users of a preview: one whom the screen lets in, a visitor, and the kinds of fixtures/users.json. */
export function usersOf(text: string | undefined): { value: string; label: string }[] {
  let kinds: [string, string][] = []
  try {
    kinds = Object.entries(parseUserKinds(text)).map(([name, { title }]) => [name, title])
  } catch (error) {
    // The file is being written.
    report(error, 'parse the users')
  }
  return [['', 'As the screen needs'], [VISITOR, 'Visitor'], ...kinds].map(([value, label]) => ({
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
