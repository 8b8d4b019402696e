import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examplesOf } from '../../codegen/generate/lib/examples.ts'
import {
  FIXTURE_FILE,
  fixtureFile,
  parseFixtures,
  parseUserKinds,
  USERS_FILE,
  type Fixture,
  type UserKinds,
} from '../../codegen/fixtures/fixture.ts'
import type { Envelope } from '../../codegen/fixtures/reply.ts'

const root = join(import.meta.dirname, '../..')
const textOf = (file: string): string | undefined =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined

/** A fixture of a screen. */
export interface NamedFixture {
  /** Id of the screen. */
  screen: string
  name: string
  fixture: Fixture
}

/** All fixtures of the project. */
export function allFixtures(): NamedFixture[] {
  const folder = 'fixtures/screens'
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => FIXTURE_FILE.test(path))
    .toSorted()
  return files.flatMap((file) => {
    const screen = FIXTURE_FILE.exec(file)?.[1] ?? ''
    return fixturesOf(screen)
  })
}

/** The fixtures of a screen. */
export const fixturesOf = (screen: string): NamedFixture[] =>
  Object.entries(parseFixtures(textOf(fixtureFile(screen)))).map(([name, fixture]) => ({ screen, name, fixture }))

export const userKinds = (): UserKinds => parseUserKinds(textOf(USERS_FILE))

/** The replies of a call that the tests of the server have recorded. */
export function recordedOf(call: string): { ok?: Envelope; refusals?: Readonly<Record<string, Envelope>> } {
  const examples = examplesOf(root, 'calls', call)
  if (!examples) return {}
  const refusals = Object.entries(examples.refusals).map(([code, { reply }]) => [code, reply as unknown as Envelope])
  return {
    ...(examples.ok && { ok: examples.ok.reply as unknown as Envelope }),
    refusals: Object.fromEntries(refusals) as Record<string, Envelope>,
  }
}
