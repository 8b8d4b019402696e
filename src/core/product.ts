/**
 * The types of what a product registers in the engine: src/product/ has one file for each kind. The engine reads these
 * registries and names none of their entries.
 */

/** The input of an access rule. `user` is user/info's (schemas/entities/user.json), null for a visitor. */
export interface AccessInput {
  loggedIn: boolean
  user: Readonly<Record<string, unknown>> | null
}

/** A condition of the user that a screen's `access` and a call's `needs` may name. */
export interface AccessRule {
  isMet(input: AccessInput): boolean
  /** The screen where the user can meet it; null for login: the shell's login screen. */
  route: string | null
  /** The user field and its number that a screen may check instead of the rule, to show its other content to everyone. */
  condition?: { field: string; equals: number }
}
