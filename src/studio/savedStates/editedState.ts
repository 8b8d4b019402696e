import { isReplyKind, type Fixture, type FixtureReply } from '../../../codegen/fixtures/fixture.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import { parse, setValue } from '../model/document.ts'
import { dataWith, type Values } from './ownValues.ts'

/** Reply of a query, as a form shows it: a kind of reply, or a refusal by its code. */
export type Outcome = string
const REFUSED = 'refused:'
export const refusal = (code: string): Outcome => REFUSED + code

export const outcomeOf = ({ refused, values }: FixtureReply = {}): Outcome =>
  refused === undefined ? (values ?? 'typical') : refusal(refused)

/** Outcomes without values. */
export const hasValues = (outcome: Outcome): boolean =>
  outcome !== 'loading' && outcome !== 'failed' && !outcome.startsWith(REFUSED)

/** The reply of a query as a form has left it. `base`: the reply without own values; `own`: undefined if they were not touched. */
export function replyWith(
  before: FixtureReply = {},
  { outcome, own, base }: { outcome: Outcome; own: Values | undefined; base: Json },
): FixtureReply | undefined {
  const { values: _values, refused, params, data, ...others } = before
  const code = outcome.startsWith(REFUSED) ? outcome.slice(REFUSED.length) : undefined
  const written = own === undefined ? data : own.size === 0 ? undefined : dataWith(base, own)
  const reply: FixtureReply = {
    ...others,
    ...(isReplyKind(outcome) && outcome !== 'typical' && { values: outcome }),
    ...(code !== undefined && { refused: code, ...(code === refused && params && { params }) }),
    ...(written !== undefined && hasValues(outcome) && { data: written }),
  }
  return Object.keys(reply).length === 0 ? undefined : reply
}

/** Members of a fixture that a form edits, besides its replies. Empty: without the member. */
export interface Facts {
  about: string
  user: string
  /** As a field of the browser has it, in UTC: 2026-03-01T12:00. */
  time: string
}

export const factsOf = ({ about = '', user = '', time }: Fixture): Facts => {
  const at = time === undefined ? Number.NaN : Date.parse(time)
  return { about, user, time: Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 16) }
}

/** A fixture as a form has left it. A reply that is undefined is removed. */
export function changedFixture(
  before: Fixture,
  { about, user, time }: Facts,
  replies: Readonly<Record<string, FixtureReply | undefined>>,
): Fixture {
  const { about: _about, user: _user, time: timeBefore, replies: repliesBefore, ...others } = before
  const all = Object.entries({ ...repliesBefore, ...replies }).filter(
    (entry): entry is [string, FixtureReply] => entry[1] !== undefined,
  )
  const isSameTime = time === factsOf(before).time
  return {
    ...(about.trim() !== '' && { about: about.trim() }),
    ...(user !== '' && { user }),
    ...(isSameTime ? timeBefore !== undefined && { time: timeBefore } : time !== '' && { time: `${time}:00Z` }),
    ...others,
    ...(all.length > 0 && { replies: Object.fromEntries(all) }),
  }
}

/** A name of a fixture from words: "Long list" is "long-list". */
export const nameFrom = (words: string): string => words.trim().toLowerCase().replaceAll(/\s+/g, '-')
/** Problem of a name; "" if it is valid. */
export const nameProblem = (name: string): string =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) ? '' : 'A name has letters and digits: long list'

/** The file of fixtures with one of them changed, and renamed, or removed. Null: there is none left. */
export function withChanged(text: string, before: string, after?: { name: string; fixture: Fixture }): string | null {
  if (after?.name === before) return setValue(text, before, after.fixture)
  const without = setValue(text, before, undefined)
  if (after) return setValue(without, after.name, after.fixture)
  return parse(without)?.children?.length === 0 ? null : without
}
