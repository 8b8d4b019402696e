/**
 * The types of what a product registers in the engine: src/product/ has one file for each kind. The engine reads these
 * registries and names none of their entries.
 */

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

/** What the app watches of its user on the server, since it changes without an action of the user. */
export interface UserPolling {
  /** The watched values of a user. */
  values(user: Readonly<Record<string, unknown>>): readonly unknown[]
  /** Whether a value is about to change: the user is fetched again and again while one is. */
  isPending(user: Readonly<Record<string, unknown>>): boolean
  /** Calls whose data is stale after a change. */
  calls: readonly string[]
  /** Number of unread messages to a user: when it grows, the latest unread one is shown. Absent: the product has no messages. */
  unread?(user: Readonly<Record<string, unknown>>): number
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

/**
 * The messages of the live connection. The client sends `subscribe` and `unsubscribe` with keys; the acknowledgement of `subscribe` has the
 * present values, and each event `tick` is a later one. The event `clock` comes each second.
 */
export interface LiveContract {
  /** The property with the keys of a subscription. */
  keys: string
  /** The property with the values of an acknowledgement. */
  values: string
  isValue(value: unknown): value is LiveValue
  isClock(value: unknown): value is { time: number }
}
