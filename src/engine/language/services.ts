/**
 * Services of the product's server that the app's own code calls: each is a call that services.json of the product names,
 * with the fields of its payload. A feature is absent if it needs a service that the product does not have.
 */
export const SERVICES = {
  /** Returns the user of the session: what access rules and `session.user` read. */
  user: [],
  /** Ends the session on the server. */
  logout: [],
  /** Switches the account mode of the session. */
  switchAccount: ['mode'],
  /** Stores the language of the user. */
  language: ['language'],
  /** Adds entries to the list of a synchronised preference and removes others. Returns the user. */
  userList: ['add', 'remove'],
  /** Returns the messages to the user, latest first: `rows` with `title` and `read`. */
  messages: [],
  /** Returns the contacts of customer service: `rows`. */
  contacts: [],
  /** Returns the `proof` that a call requires. */
  payPassword: ['call', 'password'],
  /** Returns the `factors` that a call requires besides the session, and the `targets` of a code. */
  stepUpInfo: ['call', 'value'],
  /** Sends a code for `stepUp`. */
  stepUpCode: ['by'],
  /** Verifies the factors and returns the `proof` that a call requires. */
  stepUp: ['call', 'value', 'authenticator', 'password', 'by', 'code', 'passkey'],
  /** Returns whether the payment with this key was executed. */
  paymentOutcome: ['key'],
} as const satisfies Record<string, readonly string[]>

export type ServiceName = keyof typeof SERVICES
