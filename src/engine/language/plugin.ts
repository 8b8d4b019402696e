import type { FunctionImplementation, LoadFunctions } from './expressions/functionEnv.ts'
import type { Shape } from './expressions/program.ts'
import type { Signature } from './expressions/signature.ts'
import type { TextKey } from './texts/texts.ts'

/** The input of an access rule. `user` is that of the service `user`, null for a visitor. */
export interface AccessInput {
  loggedIn: boolean
  user: Readonly<Record<string, unknown>> | null
}

/** A condition of the user that a screen's `access` and a call's `needs` may name. */
export interface AccessRule {
  isMet(input: AccessInput): boolean
  /** The screen where the user can meet it; null for login: the shell's login screen. */
  route: string | null
  /** The user field and its value that a screen may check instead of the rule, to show its other content to everyone. */
  condition?: { field: string; equals: number | true }
}

/** Values of the user that the app polls on the server, since they change without an action of the user. */
export interface UserPolling {
  /** The watched values of a user. */
  values(user: Readonly<Record<string, unknown>>): readonly unknown[]
  /** Whether a value is about to change: the user is fetched again and again while one is. */
  isPending(user: Readonly<Record<string, unknown>>): boolean
  /** Calls whose data is stale after a change. */
  calls: readonly string[]
  /** Number of unread messages to a user: when it grows, the latest unread one is shown. Absent: the product has no messages. */
  unread?(user: Readonly<Record<string, unknown>>): number
  /** Key of the live value that changes with each message to a user, while a value is pending: the user is fetched again then. Null: none. */
  liveKey?(user: Readonly<Record<string, unknown>>): string | null
  /** Whether a refusal says that the app has an earlier state of the user: the user is fetched again. */
  isOutdated?(code: string): boolean
  /** The text of a message that says which account it is about; null: none. */
  accountText?(message: Readonly<Record<string, unknown>>): TextKey | null
}

/** A preference, a list of texts, that the server keeps with the user: the service `userList` changes it. */
export interface SyncedPreference {
  /** The preference of schemas/preferences.json. */
  preference: string
  /** The list that the server has; null: unknown. */
  valueOf(user: Readonly<Record<string, unknown>>): readonly string[] | null
}

/** A live value, as the server sends it. `seq` grows by one with each value of a key; `time` is Unix seconds. */
export interface LiveValue {
  readonly seq: number
  readonly time: number
}

/** One kind of live values: its messages, and the keys of its values. */
export interface LiveChannel {
  /** The client's events, each with keys. The acknowledgement of `subscribe` has the present values: the snapshot. */
  subscribe: string
  unsubscribe: string
  /** The server's event with a later value of a key, or with what has changed of it. */
  update: string
  /** The property with the values of an acknowledgement. */
  values: string
  /** Whether a key is one of this channel. */
  owns(key: string): boolean
  /** The messages that subscribe keys, or end their subscription. `token` is that of the session, "" without one. */
  messages(keys: readonly string[], token: string): readonly { keys: readonly string[]; body: object }[]
  isValue(value: unknown): value is LiveValue
  /** Returns the value after an update; absent: the update is the value. */
  merge?(value: LiveValue, update: LiveValue): LiveValue
  /** A server may lack this channel: without an acknowledgement its keys have no value. */
  optional?: true
}

/** The messages of the live connection. The event `clock` comes each second. */
export interface LiveContract {
  channels: readonly LiveChannel[]
  isClock(value: unknown): value is { time: number }
}

/** The keys of live values, and which values are of one tick and are shown at once. */
export interface LiveKeys {
  /** The key under which a value is subscribed and read. */
  keyOf(value: LiveValue): string
  /** Keys of the values that are of the tick of this one. */
  sameTickKeys(value: LiveValue): readonly string[]
  areOfOneTick(a: LiveValue, b: LiveValue): boolean
}

/** The product's functions of expressions in the client. */
export interface PluginFunctions {
  /** Functions that read live values, in the first load. A node that calls one is rendered again with each value. */
  live: Readonly<Record<string, FunctionImplementation>>
  /** The chunk of every other function that `separate` does not name. */
  common: LoadFunctions
  separate: Readonly<Record<string, LoadFunctions>>
}

/** Preferences that the device keeps. */
export interface PluginPreferences {
  /** By name; each with a `default`. Those with an enumeration are attributes of the page. */
  schemas: Readonly<Record<string, Shape>>
  /** Those of the user, which the end of a session removes from the device. */
  ofUser: readonly string[]
  /** Those of `ofUser` that the next login of the user on the device restores. */
  kept?: readonly string[]
}

/** A product's part of the language, which the compiler and the editors read. */
export interface LanguagePlugin {
  accessRules: Readonly<Record<string, AccessRule>>
  signatures: Readonly<Record<string, Signature>>
  modes: readonly [string, ...string[]]
}

/** A product's registrations in the client. `Config` are its settings of the operator. The engine names none of the entries. */
export interface ClientPlugin<Config> {
  accessRules: Readonly<Record<string, AccessRule>>
  functions: PluginFunctions
  liveKeys: LiveKeys
  loadLive: () => Promise<LiveContract>
  /** The account modes of a session, in each of which the server's replies differ: `session.mode`. The first is that of a visitor. */
  modes: readonly [string, ...string[]]
  preferences: PluginPreferences
  userPolling: UserPolling
  syncedPreferences: readonly SyncedPreference[]
  /** Reads of a user whose last replies are kept on the device until the session ends. */
  keptCalls: readonly string[]
  /** The settings of the operator where config.json has no valid value. */
  config: Config
}

export const definePlugin = <Config>(plugin: ClientPlugin<Config>): ClientPlugin<Config> => plugin
