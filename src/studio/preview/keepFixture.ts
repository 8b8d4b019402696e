import { VISITOR, type Fixture, type FixtureReply } from '../../../codegen/fixtures/fixture.ts'
import { setValue } from '../model/document.ts'
import type { FrameSettings } from './settings.ts'

/** The fixture of what a preview shows: of the one that is shown, with what the author has chosen beside it. */
export function fixtureOf(
  about: string,
  { user, data, queries: chosen }: Pick<FrameSettings, 'user' | 'data' | 'queries'>,
  { shown, queries, params }: { shown: Fixture | undefined; queries: readonly string[]; params: Fixture['params'] },
): Fixture {
  const replies: Record<string, FixtureReply> = { ...shown?.replies }
  for (const query of queries) {
    const state = chosen[query] ?? (replies[query] ? 'live' : data)
    if (state !== 'live' && state !== 'typical') replies[query] = { values: state }
  }
  const { about: _before, replies: _replies, ...others } = shown ?? {}
  return {
    ...(about !== '' && { about }),
    ...others,
    ...(!shown && user !== VISITOR && { user }),
    ...(params && Object.keys(params).length > 0 && { params }),
    ...(Object.keys(replies).length > 0 && { replies }),
  }
}

/** The name of a fixture from words: "Long list" is "long-list"; undefined for other signs than Latin letters and digits. */
export function nameOfWords(words: string): string | undefined {
  const name = words.trim().toLowerCase().replaceAll(/\s+/g, '-')
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) ? name : undefined
}

/** The file of fixtures with others: those that stay keep their code. Null: there is none left. */
export function withFixtures(
  text: string | undefined,
  before: Readonly<Record<string, Fixture>>,
  after: Readonly<Record<string, Fixture>>,
): string | null {
  if (Object.keys(after).length === 0) return null
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  const cleared = gone.reduce((current, name) => setValue(current, name, undefined), text ?? '{}\n')
  return Object.entries(after).reduce(
    (current, [name, fixture]) =>
      JSON.stringify(before[name]) === JSON.stringify(fixture) ? current : setValue(current, name, fixture),
    cleared,
  )
}

/** The file of fixtures with one more. */
export const withFixture = (text: string | undefined, name: string, fixture: Fixture): string =>
  setValue(text ?? '{}\n', name, fixture)
