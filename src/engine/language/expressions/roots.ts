import { SETTINGS } from '../settings.ts'

/** The members that the engine itself gives to the roots of expressions. Compiler, renderer and studio read this table. */

/**
 * Dependencies of the members' values: the languages of the app, the account modes, and the calls that move money, if
 * they are known.
 */
interface RootInput {
  languages: readonly string[]
  modes: readonly string[]
  moneyCalls?: readonly string[]
}

/**
 * JSON Schemas of the members by root. The product's schemas add others: `session.user` (entities/user.json), `preferences`
 * (preferences.json) and `config` (operator.json).
 */
export const rootMembers = ({ languages, modes, moneyCalls }: RootInput) => ({
  session: {
    loggedIn: { type: 'boolean', description: 'The user is logged in' },
    mode: { type: 'string', enum: [...modes], description: 'The account in use' },
  },
  preferences: {
    lang: { type: 'string', enum: [...languages], description: 'The language of the app' },
    theme: { type: 'string', enum: [...SETTINGS.theme], description: 'The theme of the app' },
  },
  device: {
    country: { type: 'string', description: 'The country of the languages of the device; "": unknown' },
    install: {
      type: 'string',
      enum: [...SETTINGS.install],
      description: 'How the app can be added to the home screen',
    },
    language: { type: 'string', enum: [...languages], description: 'The language of the device' },
    liveStale: { type: 'boolean', description: 'Live prices have stopped' },
    narrow: { type: 'boolean', description: 'The window is a narrow one: at most 352 px, or more with larger letters' },
    short: { type: 'boolean', description: 'The window is a low one in portrait: at most 640 px' },
    timeZone: { type: 'string', description: 'The time zone of the device, such as "Europe/Berlin"; "": unknown' },
    unresolvedPayments: {
      type: 'array',
      items: { type: 'string', ...(moneyCalls && { enum: [...moneyCalls] }) },
      description: 'Calls of payments whose outcome is not known yet',
    },
  },
})

/** JSON Schemas of the status of a query, `queries.<name>`. */
export const QUERY_STATUS = {
  stale: { type: 'boolean', description: 'The data is old: the last request has failed' },
  refreshing: { type: 'boolean', description: 'The data is being fetched again' },
  updatedAt: { type: ['integer', 'null'], format: 'unix-seconds', description: 'When the data was fetched' },
  hasMore: { type: 'boolean', description: 'There is another page of a list' },
}

type RootMembers = ReturnType<typeof rootMembers>

/** Names of the engine's members of a root. */
export type RootMember<Name extends keyof RootMembers> = keyof RootMembers[Name]
