import { VISITOR, type Fixture, type FixtureReply } from '../../../codegen/fixtures/fixture.ts'
import { setValue } from '../model/document.ts'
import type { FrameSettings } from '../preview/settings.ts'

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

/** The file of fixtures with one more. */
export const withFixture = (text: string | undefined, name: string, fixture: Fixture): string =>
  setValue(text ?? '{}\n', name, fixture)
