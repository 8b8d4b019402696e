import { useEffect } from 'react'
import { unmetRule } from '../../../engine/language/accessRules.ts'
import type { AccessInput, AccessRule } from '../../../engine/language/plugin.ts'
import type { Manifest } from '../../../engine/language/expressions/program.ts'
import { useSession } from '../../../engine/state/session.ts'
import { resolveAddress } from '../../routes.ts'
import { useRuntime } from '../../runtime.ts'

export interface GuardTarget {
  /** Route and query. */
  address: string
  route: string
  access: readonly string[]
  /** Address the user was going to when an access rule redirected them here; null: none. */
  returnTo: string | null
}

/**
 * Whether the target may be shown. A rule that is not met redirects to its screen, with the target's address as
 * `returnTo`; once the rule is met, that screen navigates there.
 */
export function useGuard({ address, route, access, returnTo }: GuardTarget): boolean {
  const runtime = useRuntime()
  const { accessRules } = runtime.product.plugin
  const { token, user } = useSession()
  const loggedIn = token !== null && user !== null
  const input = { loggedIn, user }
  const unmet = unmetRule(accessRules, access, input)
  const { login } = runtime.catalogue.manifest().shell
  const pending =
    returnTo === null ? undefined : pendingRule(accessRules, runtime.catalogue.manifest(), returnTo, route, input)
  const isMet =
    unmet === undefined &&
    (route === login ? loggedIn : returnTo !== null && isRuleScreen(accessRules, route) && pending === undefined)

  useEffect(() => {
    if (unmet !== undefined) {
      runtime.navigator.redirect(accessRules[unmet]?.route ?? login, address)
    } else if (isMet) {
      runtime.navigator.resume()
    }
  }, [accessRules, address, unmet, login, isMet, runtime])

  return unmet === undefined && !isMet
}

type AccessRules = Readonly<Record<string, AccessRule>>

const isRuleScreen = (accessRules: AccessRules, route: string): boolean =>
  Object.values(accessRules).some((rule) => rule.route === route)

/** The rule of the address `returnTo` that the user can still meet on the screen `route`; undefined: none. */
export function pendingRule(
  accessRules: AccessRules,
  manifest: Manifest,
  returnTo: string,
  route: string,
  input: AccessInput,
): string | undefined {
  const unmet = unmetRule(accessRules, resolveAddress(manifest, returnTo).entry?.access ?? [], input)
  return unmet !== undefined && accessRules[unmet]?.route === route ? unmet : undefined
}
