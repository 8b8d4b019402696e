import type { Kysely } from 'kysely'
import { canonicalJson } from '../../../../engine/language/values/canonicalJson.ts'
import type { OperatorServer } from '../../../../generated/operator.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { OperatorConfig } from '../../../config.ts'
import type { Tables } from '../../../db.ts'
import { prepared } from '../../../kit/storage/preparedQuery.ts'
import { afterCommit } from '../../../kit/storage/transaction.ts'

/** Sections that operators can change while the server runs; the others are in the operator's file only. */
export const CHANGEABLE = [
  'deposits',
  'withdrawals',
  'withdrawalLimits',
  'exchange',
  'seconds',
  'turnover',
  'lever',
  'trading',
  'spot',
  'projects',
  'fixedDeposits',
  'loans',
  'review',
] as const satisfies readonly (keyof OperatorServer)[]
type Section = (typeof CHANGEABLE)[number]
type Overrides = Partial<Pick<OperatorServer, Section>>

/** Settings in force. Version 0 is the operator's file. */
export interface SettingsState {
  version: number
  operator: OperatorConfig
}

export interface Settings {
  /** Cached for half a second, so that all processes of a database agree within that time. */
  current(): Promise<SettingsState>
  /** As stored, for a decision inside a transaction. */
  read(db: Kysely<Tables>): Promise<SettingsState>
  /**
   * Stores a version inside a transaction that holds `SETTINGS_LOCK`, and returns its number with the sections that it changed. Only
   * changeable sections of `next` are stored.
   */
  store(
    db: Kysely<Tables>,
    next: OperatorServer,
    entry: { operator: string; reason: string },
  ): Promise<{ version: number; sections: Section[] }>
}

export const SETTINGS_LOCK = 'settings'
const POLL_MS = 500

interface StoredOverrides {
  version: number
  created: bigint
  overrides: Overrides
}

const NO_OVERRIDES: StoredOverrides = { version: 0, created: 0n, overrides: {} }

const findNewest = prepared((db: Kysely<Tables>) =>
  db.selectFrom('settings_versions').select(['version', 'created']).orderBy('version', 'desc').limit(1),
)

const isEqual = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)

/** Names of the sections in which two settings differ. */
export const changedSections = (before: OperatorServer, after: OperatorServer): (keyof OperatorServer)[] =>
  (Object.keys({ ...before, ...after }) as (keyof OperatorServer)[]).filter(
    (section) => !isEqual(before[section] ?? null, after[section] ?? null),
  )

export const isChangeable = (section: string): section is Section => (CHANGEABLE as readonly string[]).includes(section)

/** Creates the settings of a database over those of the operator's file, which `file` returns. */
export function createSettings(db: Kysely<Tables>, file: () => OperatorConfig, clock: Pick<Clock, 'now'>): Settings {
  let latest: StoredOverrides = NO_OVERRIDES
  let polled = { at: -Infinity, stored: Promise.resolve(NO_OVERRIDES) }

  let known: { stored: StoredOverrides; config: OperatorConfig; state: SettingsState } | null = null
  function stateOf(stored: StoredOverrides): SettingsState {
    const config = file()
    if (known?.stored === stored && known.config === config) return known.state
    const { version, overrides } = stored
    const { app, server } = config
    const state = { version, operator: { app, server: { ...server, ...overrides } } }
    known = { stored, config, state }
    return state
  }

  async function readOverrides(database: Kysely<Tables>): Promise<StoredOverrides> {
    const [newest] = (await findNewest(database, {})).rows
    if (!newest) return NO_OVERRIDES
    const { version, created } = newest
    // Numbers begin again after a reset of the sandbox.
    if (Number(version) === latest.version && created === latest.created) return latest
    const { overrides } = await database
      .selectFrom('settings_versions')
      .select('overrides')
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    const stored = { version: Number(version), created, overrides: JSON.parse(overrides) as Overrides }
    // A version inside a transaction may be rolled back: only a committed one is shared.
    if (!database.isTransaction) latest = stored
    return stored
  }

  const read = async (database: Kysely<Tables>): Promise<SettingsState> => stateOf(await readOverrides(database))

  return {
    read,
    async current() {
      const now = performance.now()
      if (now - polled.at > POLL_MS) {
        const stored = readOverrides(db)
        polled = { at: now, stored }
        stored.catch(() => {
          polled.at = -Infinity
        })
      }
      return stateOf(await polled.stored)
    },
    async store(trx, next, { operator, reason }) {
      const before = (await read(trx)).operator.server
      const sections = changedSections(before, next).filter(isChangeable)
      const overrides = Object.fromEntries(
        CHANGEABLE.filter((section) => !isEqual(next[section], file().server[section])).map((section) => [
          section,
          next[section],
        ]),
      )
      const { version } = await trx
        .insertInto('settings_versions')
        .values({
          overrides: JSON.stringify(overrides),
          sections: sections.join(' '),
          operator,
          reason,
          created: clock.now(),
        })
        .returning('version')
        .executeTakeFirstOrThrow()
      afterCommit(trx, () => {
        polled.at = -Infinity
      })
      return { version: Number(version), sections }
    },
  }
}
