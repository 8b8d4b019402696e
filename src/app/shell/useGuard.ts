import { useEffect } from 'react'
import { unmetRule, ACCESS_RULES } from '../../core/accessRules.ts'
import type { AccessInput } from '../../core/product.ts'
import { useSession } from '../../state/session.ts'
import { useRuntime } from '../runtime.ts'

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
  const { token, user } = useSession()
  const loggedIn = token !== null && user !== null
  const input = { loggedIn, user }
  const unmet = unmetRule(access, input)
  const { login } = runtime.catalogue.manifest().shell
  const isMet = unmet === undefined && (route === login ? loggedIn : returnTo !== null && hasMetRule(route, input))

  useEffect(() => {
    if (unmet !== undefined) {
      runtime.navigator.redirect(ACCESS_RULES[unmet]?.route ?? login, address)
    } else if (isMet) {
      runtime.navigator.resume()
    }
  }, [address, unmet, login, isMet, runtime])

  return unmet === undefined && !isMet
}

function hasMetRule(route: string, input: AccessInput): boolean {
  return Object.values(ACCESS_RULES).some((rule) => rule.route === route && rule.isMet(input))
}
